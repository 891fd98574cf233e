/**
 * If the words of a message cannot be followed through the graph, the verdict depends on what a
 * reader of each text could answer.
 */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import type { FailedCase } from "../../src/protocol/api/attribution.ts";
import { Trace } from "./support/trace.ts";

interface Recorded {
  /** Speaker and text, or a whole recorded value. */
  readonly said: readonly (readonly [string, string] | string)[];
  readonly units: readonly string[];
  /** Which units the search returns. */
  readonly shown: readonly number[];
  readonly asked: Pick<FailedCase, "query" | "prediction"> & { readonly expected: string };
  /** Which message is the evidence. */
  readonly evidence: number;
}

const FILLERS: readonly (readonly [string, string])[] = [
  ["Nora", "The bus was late again this morning."],
  ["Emil", "We repaired the roof of the barn."],
];

function verdict({ said, units, shown, asked, evidence }: Recorded) {
  const trace = new Trace();
  const messages = [...said, ...FILLERS].map((each, index) =>
    typeof each === "string"
      ? trace.variable(`m${index}`, each, { category: "message" })
      : trace.message(`m${index}`, each[0], each[1]),
  );
  const stored = units.map((unit, index) =>
    trace.variable(`unit-${index}`, unit, { category: "memory" }),
  );
  const links = messages.flatMap((from) => stored.map((to): [string, string] => [from, to]));
  trace.operation("extract-1", "extract", links, { category: "extraction" });
  const query = trace.variable("question", asked.query, { category: "query" });
  const found = shown.flatMap((index) => stored[index] ?? []);
  const search = found.map((unit): [string, string] => [query, unit]);
  trace.operation("search-1", "search", search, { category: "retrieval" });
  const text = shown.map((index) => units[index]).join("\n");
  const context = trace.variable("context", text, { category: "context" });
  const reply = trace.variable("reply", asked.prediction, { category: "answer" });
  const read = found.map((unit): [string, string] => [unit, context]);
  trace.operation("answer-1", "answer", [...read, [query, reply], [context, reply]], {
    category: "answer",
  });
  const failed = { ...asked, expected: [asked.expected], queryId: query, predictionId: reply };
  const { errorType, op, reason } = attribute(trace.build(), {
    ...failed,
    evidence: [messages[evidence] ?? ""],
  });
  return { errorType, op, reason };
}

const KNOWN = "I do not know.";
const CAT = { query: "What is the name of Nora's cat?", prediction: KNOWN, expected: "Miso" };

describe("texts that let a reader answer", () => {
  it("A84 an answering step ignored a context that paraphrases the answer", () => {
    const said = [["Nora", "Guess who got a cat at last? Look at this one!"]] as const;
    const units = ["Nora's new cat has the name Miso.", "Emil repaired the roof of the barn."];
    const recorded = { said, units, asked: CAT, evidence: 0 };
    expect(verdict({ ...recorded, shown: [0] })).toMatchObject({
      ...{ errorType: "ResponseError", op: "answer-1" },
    });
    expect(verdict({ ...recorded, shown: [1] })).toMatchObject({
      ...{ errorType: "RetrievalError", op: "search-1" },
    });
  });

  it("A10 the day on which another person did the same thing is not the answer", () => {
    const said = [["Nora", "I bought a blue car on 4 March 2024."]] as const;
    const asked = {
      ...{ query: "When did Nora buy the car?", prediction: KNOWN, expected: "4 March 2024" },
    };
    const recorded = { said, asked, evidence: 0, shown: [0] };
    expect(
      verdict({ ...recorded, units: ["Nora bought a blue car on 4 March 2024."] }).errorType,
    ).toBe("ResponseError");
    for (const unit of [
      "Emil bought a blue car on 4 March 2024.",
      "## Emil\n- bought a blue car on 4 March 2024",
    ])
      expect(verdict({ ...recorded, units: [unit] })).toMatchObject({
        ...{ errorType: "ExtractionError", op: "extract-1" },
      });
  });

  it("A85 if the evidence is a question, the reply to it is evidence too", () => {
    const said = [
      ["Emil", "Are the boots for hiking or for work?"],
      ["Nora", "Only for hiking in the hills."],
    ] as const;
    const asked = {
      ...{ query: "What are Nora's boots for?", prediction: KNOWN, expected: "hiking" },
    };
    const units = ["Nora wears the boots only for hiking in the hills."];
    expect(verdict({ said, asked, units, shown: [0], evidence: 0 }).errorType).toBe(
      "ResponseError",
    );
  });

  it("A86 the caption of a picture does not replace the text of its message", () => {
    const said = [
      ["Nora", "I love my work at the harbour, truly. [a photo of a red boat]"],
    ] as const;
    const asked = {
      ...{ query: "Does Nora like her work at the harbour?", prediction: "No.", expected: "Yes" },
    };
    const units = ["Nora loves her work at the harbour.", "Emil repaired the roof of the barn."];
    const { reason, ...rest } = verdict({ said, asked, units, shown: [1], evidence: 0 });
    expect(rest).toEqual({ errorType: "RetrievalError", op: "search-1" });
    expect(reason).not.toContain("photo");
  });

  it("A65 the step that first wrote a value that no message states is at fault", () => {
    const said = [["Nora", "I painted my kitchen teal over the weekend."]] as const;
    const asked = {
      query: "What color did Emil paint the kitchen?",
      prediction: "Emil painted the kitchen teal.",
      expected: "Not mentioned",
    };
    const recorded = { said, asked, evidence: 0, shown: [0] };
    const other = verdict({ ...recorded, units: ["Emil painted the kitchen teal."] });
    expect(other).toMatchObject({ errorType: "ExtractionError", op: "extract-1" });
    expect(other.reason).toContain("The tracer found no message that says so");
    expect(verdict({ ...recorded, units: ["Nora painted the kitchen teal."] }).errorType).toBe(
      "ResponseError",
    );
  });

  it("A87 the memory is not at fault if the answer lacks only parts that no message states", () => {
    const said = [["Nora", "I read the book Ulysses twice."]] as const;
    const asked = {
      ...{ query: "Which books has Nora read?", prediction: "Ulysses" },
      expected: "Ulysses, Persuasion",
    };
    const units = ["Nora read the book Ulysses twice."];
    expect(verdict({ said, asked, units, shown: [0], evidence: 0 }).errorType).toBe(
      "AnnotationError",
    );
  });

  it.each([
    '<turn from="Nora" at="2024-05-06T09:00:00">I bought a blue car last Sunday.</turn>',
    "**Nora** (2024-05-06 09:00)\n\nI bought a blue car last Sunday.",
    "Nora [2024-05-06 09:00]: I bought a blue car last Sunday.",
    "[2024-05-06 09:00] Nora: I bought a blue car last Sunday.",
  ])("A88 the tracer reads speaker and day from the heading of %j", (said) => {
    const asked = {
      ...{ query: "When did Nora buy the car?", prediction: KNOWN, expected: "5 May 2024" },
    };
    const other = said.replace("Nora", "Emil").replace("blue car last", "red boat this");
    const recorded = { said: [said, other], asked, evidence: 0, shown: [0] };
    const units = ["Nora bought a blue car on 5 May 2024."];
    expect(verdict({ ...recorded, units }).errorType).toBe("ResponseError");
    const wrong = verdict({ ...recorded, units: ["Emil bought a blue car on 5 May 2024."] });
    expect(wrong.errorType).toBe("ExtractionError");
  });
});
