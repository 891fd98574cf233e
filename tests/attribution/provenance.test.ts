/**
 * Verdicts that follow from the structure of the graph when words do not decide: where a detail can
 * come from, and where paths lead.
 */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import type { FailedCase } from "../../src/protocol/api/attribution.ts";
import { Trace } from "./support/trace.ts";

const MESSAGES: readonly (readonly [string, string])[] = [
  ["Ana", "We repaired the roof of the old barn with planks from the sawmill yesterday."],
  ["Ben", "My sister Rita starts her nursing course at the hospital in September."],
  ["Ana", "The potter in Porto wrapped the vase for us, and it is turquoise, imagine that."],
  ["Ben", "The train to Lisbon was three hours late because of snow on the mountain line."],
  ["Ana", "I am learning to play the cello with a patient teacher from Vienna."],
  ["Ben", "Our dog Pablo refuses to eat the expensive new food from the market."],
];
const VASE = 2;
const QUESTION = "Which colour is the vase that Ana bought in Porto?";

/** Returns the case of a search that returned nothing useful for the question. */
function missed(trace: Trace, given: string): FailedCase {
  const query = trace.variable("question", QUESTION, { category: "query" });
  const results = trace.variable("results", given);
  trace.operation("search", "search", [[query, results]], { category: "retrieval" });
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
  return {
    ...{ query: QUESTION, queryId: query, prediction: "I do not know.", predictionId: reply },
    ...{ expected: ["turquoise"], evidence: [`m${VASE}@1`] },
  };
}

function verdict(trace: Trace, failed: FailedCase) {
  const { errorType, op } = attribute(trace.build(), failed);
  return { errorType, op };
}

describe("the source of a detail", () => {
  /** Records an extraction that stores the message about the vase in entirely different words. */
  function stored(written: string, alsoRead?: string): [Trace, FailedCase] {
    const trace = new Trace();
    for (const [index, [speaker, text]] of MESSAGES.entries()) {
      const message = trace.message(`m${index}`, speaker, text);
      const unit = trace.variable(`unit-${index}`, index === VASE ? written : text, {
        category: "memory",
      });
      const others =
        index === VASE && alsoRead !== undefined
          ? [trace.variable("profile", alsoRead, { category: "other" })]
          : [];
      trace.operation(
        `store-${index}`,
        "store",
        [message, ...others].map((from) => [from, unit] as const),
        { category: "extraction" },
      );
    }
    return [trace, missed(trace, MESSAGES[0]?.[1] ?? "")];
  }
  const PARAPHRASE = "Ana owns a turquoise piece of pottery, a souvenir.";

  it("A38 a step took the words from the only input that has them, whatever the other words", () => {
    expect(verdict(...stored(PARAPHRASE))).toEqual({ errorType: "RetrievalError", op: "search" });
  });

  it("A38 a word that another input also has may come from that input, so the step lost the detail", () => {
    const profile = "Ana's favourite colour is turquoise.";
    expect(verdict(...stored("Ana likes turquoise.", profile))).toEqual({
      errorType: "ExtractionError",
      op: `store-${VASE}`,
    });
  });

  it("A38 a step that omits the detail in its paraphrase has lost the detail", () => {
    expect(verdict(...stored("Ana owns a piece of pottery, a souvenir."))).toEqual({
      errorType: "ExtractionError",
      op: `store-${VASE}`,
    });
  });
});

describe("paraphrased copies", () => {
  /** Records a memory that is rewritten after each message; `write` words its lines. */
  function growing(
    write: (line: string, index: number, version: number) => string,
  ): [Trace, FailedCase] {
    const trace = new Trace();
    let before: string | undefined;
    for (const [index, [speaker, text]] of MESSAGES.entries()) {
      const message = trace.message(`m${index}`, speaker, text);
      const lines = MESSAGES.slice(0, index + 1).map(([, line], at) => write(line, at, index));
      const unit = trace.variable("memory", lines.join("\n"), {
        category: "memory",
        version: index + 1,
      });
      const links = [[message, unit] as const, ...(before ? [[before, unit] as const] : [])];
      trace.operation(`write-${index}`, "write", links, { category: "update" });
      before = unit;
    }
    return [trace, missed(trace, "nothing")];
  }
  const strange = (line: string, seed: number) =>
    line.replace(/\p{L}{4,}/gu, (word, at) =>
      (at + seed) % 2 === 0 ? `${word[0]}ozu${at}` : word,
    );

  it("A39 a paraphrased copy states the detail if a copy of it states the detail", () => {
    const unreadable = (line: string, index: number, version: number) =>
      index === VASE && version === VASE + 1 ? line.replace(/\p{L}+/gu, "zozu") : line;
    expect(verdict(...growing(unreadable))).toEqual({ errorType: "RetrievalError", op: "search" });
  });

  it("A39 a copy that omits the statement has lost it", () => {
    const dropped = (line: string, index: number, version: number) =>
      index === VASE && version > VASE ? "" : strange(line, 0);
    expect(verdict(...growing(dropped))).toEqual({
      errorType: "UpdateError",
      op: `write-${VASE + 1}`,
    });
  });
});

describe("paths into the memory", () => {
  it("A40 a step on a side branch is not blamed for a detail that ends there", () => {
    const trace = new Trace();
    for (const [index, [speaker, text]] of MESSAGES.entries()) {
      const message = trace.message(`m${index}`, speaker, text);
      const note = trace.variable(`note-${index}`, `Topic check of: ${text}`);
      const verdictOfCheck = trace.variable(`check-${index}`, "same topic, go on");
      const unit = trace.variable(
        `unit-${index}`,
        index === VASE ? "The potter wrapped it." : text,
        {
          category: "memory",
        },
      );
      trace.operation(`store-${index}`, "store", [[message, unit]], { category: "extraction" });
      trace.operation(`check-${index}`, "check", [
        [message, note],
        [note, verdictOfCheck],
      ]);
    }
    expect(verdict(trace, missed(trace, MESSAGES[0]?.[1] ?? ""))).toEqual({
      errorType: "ExtractionError",
      op: `store-${VASE}`,
    });
  });
});

describe("an expected answer of another question", () => {
  it("A6 the annotation is wrong if only a message about another subject states the expected answer", () => {
    const trace = new Trace();
    for (const [index, [speaker, text]] of MESSAGES.entries()) {
      const message = trace.message(`m${index}`, speaker, text);
      const unit = trace.variable(`unit-${index}`, text, { category: "memory" });
      trace.operation(`store-${index}`, "store", [[message, unit]], { category: "extraction" });
    }
    const failed = missed(trace, MESSAGES[VASE]?.[1] ?? "");
    const other = { ...failed, expected: ["a nursing course"], prediction: "Something zozukek." };
    expect(verdict(trace, other)).toEqual({ errorType: "AnnotationError", op: null });
  });
});
