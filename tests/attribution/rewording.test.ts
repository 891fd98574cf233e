import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import type { FailedCase } from "../../src/protocol/api/attribution.ts";
import { attributed } from "./support/attributed.ts";
import { Trace } from "./support/trace.ts";

const MESSAGES: readonly (readonly [string, string])[] = [
  ["Ana", "We repaired the roof of the old barn with planks from the sawmill yesterday."],
  ["Ben", "My sister Rita starts her nursing course at the hospital in September."],
  ["Ana", "In Porto I bought a tall blue vase from a small pottery workshop near the river."],
  ["Ben", "The train to Lisbon was three hours late because of snow on the mountain line."],
  ["Ana", "I am learning to play the cello with a patient teacher from Vienna."],
  ["Ben", "Our dog Pablo refuses to eat the expensive new food from the market."],
];
const VASE = 2;
const QUESTION = "Which colour is the vase that Ana bought in Porto?";

/** Replaces every third word with an invented word. */
function freely(text: string): string {
  return text
    .split(" ")
    .map((word, index) =>
      index % 3 === 1 && word !== "blue" ? `${word[0]}ozu${word.at(-1)}ek` : word,
    )
    .join(" ");
}

/**
 * Records a memory that writes each message with `write` and whose search misses the needed unit.
 */
function recorded(write: (text: string, index: number) => string): [Trace, FailedCase] {
  const trace = new Trace();
  const units: string[] = [];
  for (const [index, [speaker, text]] of MESSAGES.entries()) {
    const message = trace.message(`m${index}`, speaker, text);
    const unit = trace.variable(`unit-${index}`, write(text, index), { category: "memory" });
    units.push(unit);
    trace.operation(`store-${index}`, "store", [[message, unit]], { category: "extraction" });
  }
  const query = trace.variable("question", QUESTION, { category: "query" });
  const results = trace.variable("results", write(MESSAGES[0]?.[1] ?? "", 0));
  trace.operation(
    "search",
    "search",
    [
      [query, results],
      [units[0] ?? "", results],
    ],
    { category: "retrieval" },
  );
  const reply = trace.variable("reply", "I do not know.", { category: "answer" });
  trace.operation(
    "answer",
    "answer",
    [
      [query, reply],
      [results, reply],
    ],
    { category: "answer" },
  );
  return [
    trace,
    {
      query: QUESTION,
      queryId: query,
      prediction: "I do not know.",
      predictionId: reply,
      expected: ["blue"],
      evidence: [`m${VASE}@1`],
    },
  ];
}

function verdict(write: (text: string, index: number) => string) {
  const [trace, failed] = recorded(write);
  const { errorType, op, confidence } = attributed(attribute(trace.build(), failed));
  return { errorType, op, confidence };
}

describe("paraphrased words", () => {
  it("A35 a new word of a paraphrasing memory counts as a paraphrase of the detail", () => {
    const azure = (text: string) => freely(text).replace("blue", "zalure");
    expect(verdict(azure)).toMatchObject({ errorType: "RetrievalError", op: "search" });
  });

  it("A35 a new word is no paraphrase if the step copied the rest verbatim", () => {
    const once = (text: string) => text.replace("blue", "zalure");
    expect(verdict(once)).toMatchObject({ errorType: "ExtractionError", op: `store-${VASE}` });
  });

  it("A35 an omitted detail is lost even if the step paraphrases the rest", () => {
    const omitted = (text: string) => freely(text.replace("blue ", ""));
    expect(verdict(omitted)).toMatchObject({ errorType: "ExtractionError", op: `store-${VASE}` });
  });

  it("A33 a verdict on a lost word has less confidence if the memory paraphrases", () => {
    const omitted = (text: string) => text.replace("blue ", "");
    const plain = verdict(omitted);
    const free = verdict((text) => freely(omitted(text)));
    expect(free).toMatchObject({ errorType: plain.errorType, op: plain.op });
    expect(free.confidence).toBeLessThan(plain.confidence);
  });
});
