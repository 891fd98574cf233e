/** Answers that a later message of the user corrects, found without a model. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { correctedTurns, type Turn } from "../../src/attribution/corrections/corrected-turns.ts";
import { findCorrections } from "../../src/attribution/corrections/find-corrections.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import { CORRECTION_DIALOGS } from "./support/correction-dialogs.ts";
import { PLAIN_REPLIES } from "./support/plain-replies.ts";
import { Trace } from "./support/trace.ts";

const alternating = (texts: readonly string[]) =>
  texts.map((text, at): Turn => ({ speaker: at % 2 === 0 ? "user" : "assistant", text }));

const opened = (...texts: string[]) =>
  correctedTurns(alternating(texts)).filter(({ takenBack }) => takenBack === undefined);

describe("corrections in conversations", () => {
  it.each(CORRECTION_DIALOGS.filter(({ wrong }) => wrong !== null))(
    "A140 $language: the user corrects an answer in $turns",
    ({ turns, wrong, expected }) => {
      const [found, ...others] = opened(...turns);
      expect(others).toEqual([]);
      expect(found?.answer).toBe(wrong);
      if (expected === null) expect(found?.reading.expected).toBeUndefined();
      else expect(found?.reading.expected).toContain(expected);
    },
  );

  it.each(CORRECTION_DIALOGS.filter(({ wrong }) => wrong === null))(
    "A141 $language: the user corrects no answer in $turns",
    ({ turns }) => {
      expect(opened(...turns)).toEqual([]);
    },
  );

  it.each(PLAIN_REPLIES)(
    "A141 $language: a plain reply in $turns corrects nothing",
    ({ turns }) => {
      expect(opened(...turns)).toEqual([]);
    },
  );

  const QUESTION = "What is my sister called?";
  const GIVEN = "Your sister is called Ida.";

  it.each([
    ["a joke in the same message", ["No, it's Cleopatra, haha."]],
    ["a joke in the next one", ["No, it's Cleopatra.", "Noted, Cleopatra.", "Just kidding!"]],
    ["somebody else's words", ["“No, it's Lea”, my boss said."]],
    ["an answer to an offer", ["No, it's fine."], `${GIVEN} Shall I call her?`],
    ["a second no", ["No, she isn't."], "No, she is not called Ida."],
  ])("A142 %s corrects nothing", (_, replies, given = GIVEN) => {
    expect(opened(QUESTION, given, ...replies)).toEqual([]);
  });

  it("A143 the last of several corrections counts, and a withdrawn correction is marked as taken back", () => {
    const twice = opened(QUESTION, GIVEN, "No, it's Lea.", "Lea, noted.", "No wait, I meant Lena.");
    expect(twice).toMatchObject([{ answer: 1, message: 4, reading: { expected: "Lena" } }]);
    const texts = [QUESTION, GIVEN, "No, it's Lea.", "Lea, noted.", "Sorry, you were right."];
    expect(correctedTurns(alternating(texts))).toMatchObject([{ answer: 1, takenBack: 4 }]);
    const back = [QUESTION, GIVEN, "No, it's Lea.", "Lea, noted.", "No, it's Ida."];
    expect(correctedTurns(alternating(back))).toMatchObject([{ answer: 1, takenBack: 4 }]);
  });

  it("A144 the correction names the earlier message of the user that it refers to", () => {
    const [found] = opened(
      ...["I moved to Bern in March.", "How nice!", "Where do I live?", "You live in Berlin."],
      "I told you that I moved to Bern.",
    );
    expect(found).toMatchObject({
      ...{ question: 2, answer: 3, message: 4, saidBefore: 0 },
      reading: { kind: "told-before", expected: "I moved to Bern" },
    });
  });

  it("A145 the reader never fails on any text, and corrects only an answer to a question", () => {
    const words = fc.constantFrom(
      "no",
      "it's",
      "Tom",
      "not",
      "but",
      "I told you",
      "？",
      "不是",
      "…",
      "\n",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words).map((each) => each.join(" ")),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 9 }), (texts) => {
        for (const { question, answer, message } of correctedTurns(alternating(texts)))
          expect([answer - question, message > answer]).toEqual([1, true]);
      }),
    );
  });
});

describe("corrections in graphs", () => {
  const MESSAGE = { category: "message" };

  function conversation(...replies: [name: string, text: string, extra?: object][]) {
    const trace = new Trace();
    const query = trace.variable("q", "Who is my landlord?", { class: "query" });
    const answer = trace.variable("a", "Your landlord is Mr. Price.", { class: "prediction" });
    trace.operation("answer", "answer", [[query, answer]]);
    for (const [name, text, extra = {}] of replies)
      trace.variable(name, text, { ...MESSAGE, ...extra });
    return atOnce(findCorrections(trace.build()));
  }

  it("A146 the case names the question, the answer and the correcting message", () => {
    expect(conversation(["later", "No, it's Mrs. Bryce."])).toMatchObject([
      {
        ...{ origin: "correction", queryId: "query:q@1", predictionId: "prediction:a@1" },
        expected: ["Mrs. Bryce"],
        correction: { message: "later@1", words: "No, it's Mrs. Bryce.", kind: "denied" },
      },
    ]);
  });

  it("A147 a stored copy of the question, of the answer or of both is no message of the user", () => {
    const copies: [string, string][] = [
      ["copy-1", "Who is my landlord?"],
      ["copy-2", '{"role":"assistant","content":"No, it is Mr. Price."}'],
      ["copy-3", "user: Who is my landlord?\nassistant: Your landlord is Mr. Price."],
    ];
    expect(conversation(...copies)).toEqual([]);
    expect(conversation(...copies, ["later", "No, it's Mrs. Bryce."])).toHaveLength(1);
  });

  it("A148 messages of several people open no case, because nobody knows who asked", () => {
    const by = (name: string) => JSON.stringify({ speaker: name, content: "No, it's Mrs. Bryce." });
    expect(conversation(["one", by("Ana")], ["two", by("Ben")])).toEqual([]);
    expect(conversation(["one", by("Ana")])).toHaveLength(1);
  });
});
