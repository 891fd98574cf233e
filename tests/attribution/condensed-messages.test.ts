/** A memory whose units are the messages themselves, until a model condenses them. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import type { Attribution } from "../../src/protocol/api/attribution.ts";
import { Trace } from "./support/trace.ts";

const SAID = "By the way, the spare key is kept under the blue flowerpot.";
const TALK = ["The cat sleeps in the garden all day.", "My sister plays the oboe on Sundays."];

interface Condensing {
  /** Whether the model's answer and its prompt are recorded too. */
  readonly isModelRecorded: boolean;
  /**
   * If true, the step that removes the messages encloses the step that condenses them. If false,
   * the removing step comes after the condensing step.
   */
  readonly isInside: boolean;
}

/**
 * Records a memory that turns every message into a unit, condenses the units into facts without the
 * detail, and removes the units.
 */
function condensed({ isModelRecorded, isInside }: Condensing): Attribution {
  const trace = new Trace();
  const messages = [SAID, ...TALK].map((said, turn) => {
    const message = trace.variable(`m${turn}`, said, { category: "message" });
    const unit = trace.variable(`raw-${turn}`, said, { category: "memory_entry" });
    trace.operation(`add-${turn}`, "add", [[message, unit]], { category: "update" });
    const removed = trace.variable(`removed-${turn}`, "deleted", {
      category: "marker",
      class: "delete_marker",
    });
    const remove = () =>
      trace.operation(`manage-${turn}`, "manage", [[unit, removed]], { category: "deletion" });
    if (isInside) remove();
    const about = said === SAID ? "There is a spare key." : said;
    const facts = trace.variable("facts", about, { category: "memory_entry", version: turn + 1 });
    const links: [string, string][] = [[unit, facts]];
    if (turn > 0) links.push([`facts@${turn}`, facts]);
    const put = { category: "extraction", ...(isInside ? inside(`manage-${turn}`) : {}) };
    if (isModelRecorded) {
      const prompt = trace.variable(`prompt-${turn}`, `Extract the facts.\n\n\t${said}`, {
        category: "prompt",
      });
      const answer = trace.variable(`answer-${turn}`, JSON.stringify({ facts: [about] }));
      trace.operation(`put-${turn}`, "put", [[unit, prompt], ...links, [answer, facts]], put);
      trace.operation(`chat-${turn}`, "chat", [[prompt, answer]], inside(`put-${turn}`));
    } else trace.operation(`put-${turn}`, "put", links, put);
    if (!isInside) remove();
    return message;
  });
  const query = trace.variable("asked", "Under what is the spare key kept?", { class: "query" });
  const reply = trace.variable("reply", "I do not know that.", { category: "llm_response" });
  const facts = `facts@${messages.length}`;
  trace.operation("get", "get", [[query, facts]], { category: "retrieval" });
  trace.operation(
    "reply",
    "chat",
    [
      [query, reply],
      [facts, reply],
    ],
    { category: "generation" },
  );
  return attribute(trace.build(), {
    ...{ query: "Under what is the spare key kept?", queryId: query },
    ...{ prediction: "I do not know that.", predictionId: reply },
    ...{ expected: ["the blue flowerpot"], evidence: messages.slice(0, 1) },
  });
}

function inside(op: string) {
  return { metadata: { inside: op } };
}

describe("messages that are units until a summary replaces them", () => {
  it.each([
    { isModelRecorded: true, isInside: true },
    { isModelRecorded: true, isInside: false },
    { isModelRecorded: false, isInside: true },
    { isModelRecorded: false, isInside: false },
  ])("A66 the step that omitted the fact is blamed, not the removal of the message: %o", (how) => {
    const { errorType, opName, reason, notes } = condensed(how);
    expect(errorType).toBe("ExtractionError");
    expect(opName).toMatch(/^(put|chat)$/);
    expect(reason).not.toContain("No memory unit stated it before");
    expect(notes.join()).not.toContain("contradicts");
  });
});
