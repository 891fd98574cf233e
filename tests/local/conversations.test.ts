import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeConversation } from "../../src/local/loop/conversations.ts";

const conversation = fc
  .tuple(fc.nat(1_000), fc.string({ minLength: 1, maxLength: 12 }))
  .map(([seed, id]) => ({ seed, id, made: makeConversation(seed, id) }));

describe("Y conversations", () => {
  test("Y44 a conversation depends only on its seed and its id", () => {
    fc.assert(
      fc.property(conversation, ({ seed, id, made }) => {
        expect(makeConversation(seed, id)).toEqual(made);
      }),
    );
    expect(makeConversation(1, "a").messages).not.toEqual(makeConversation(2, "a").messages);
    expect(makeConversation(1, "a").messages).not.toEqual(makeConversation(1, "b").messages);
  });

  test("Y44 each question is asked once, and its evidence answers it, except for a few mistakes", () => {
    let mistaken = 0;
    let asked = 0;
    fc.assert(
      fc.property(conversation, ({ made: { messages, questions } }) => {
        expect(new Set(questions.map(({ query }) => query)).size).toBe(questions.length);
        expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
        for (const { expected, evidence } of questions) {
          const said = messages.find(({ id }) => id === evidence[0])?.text ?? "";
          asked += 1;
          if (!said.includes(expected)) mistaken += 1;
        }
      }),
    );
    expect(asked).toBeGreaterThan(0);
    expect(mistaken / asked).toBeLessThan(0.1);
  });
});
