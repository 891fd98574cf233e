import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { verdictOn } from "./support/one-question.ts";
import { Trace } from "./support/trace.ts";

describe("a unit that gives another answer", () => {
  it.each([
    [
      "Which of the children reacts to strawberries?",
      { expected: "Mila", answer: "Leo" },
      "Her daughter Mila is fine with sesame but gets a rash from strawberries, Leo is not.",
      "Leo gets a rash from strawberries, whereas his sister Mila may eat anything.",
    ],
    [
      "Who likes cardamom in coffee?",
      { expected: "Carla", answer: "Beatriz likes it." },
      "My sister Carla likes her coffee with cardamom, I find it awful.",
      "Beatriz enjoys cardamom in coffee, whereas Carla dislikes it.",
    ],
    [
      "Wer mag Kardamom im Kaffee?",
      { expected: "Carla", answer: "Beatriz" },
      "Meine Schwester Carla mag Kardamom im Kaffee, ich finde es furchtbar.",
      "Beatriz schätzt Kardamom im Kaffee, während Carla es ablehnt.",
    ],
    [
      "Who earns 14.20 an hour?",
      { expected: "Bram", answer: "Salome" },
      "Bram stays on weekdays at 14.20.",
      "Salome: weekdays, hourly wage 14.20. Bram has no travel allowance.",
    ],
  ])("A211 “%s” was made wrong by the extraction", (question, answers, message, unit) => {
    const { errorType, op } = verdictOn({ question, ...answers, message, unit });
    expect({ errorType, op }).toEqual({ errorType: "ExtractionError", op: "x2" });
  });

  it("A211 is no loss if the same unit gives the expected answer to the question", () => {
    const { errorType } = verdictOn({
      question: "What colour will the kitchen walls get?",
      ...{ expected: "ochre", answer: "Sage green" },
      message: "For the kitchen walls I no longer want sage green, I want ochre.",
      unit: "The kitchen walls get ochre. At first the kitchen walls should get sage green.",
    });
    expect(errorType).toBe("ResponseError");
  });
});

const NAMED = { category: "message" };

/**
 * Records a memory with an extraction and an update. The extraction writes values with the category
 * "facts", which the update turns into units. For the second message, the update writes `stored`.
 */
function withFacts(stored: string, speaker: string) {
  const trace = new Trace();
  const told: [string, string, string][] = [
    [
      "Priya",
      "Our printer keeps eating the first label.",
      "The printer swallows the first label of each roll.",
    ],
    [
      speaker,
      "I moved your renewal to the 1st of April, as you asked.",
      "Lena rescheduled the contract renewal to 1 April.",
    ],
    [
      "Agent Tom",
      "Your scanners drop the network near dock 3.",
      "The handheld scanners lose the network close to dock 3.",
    ],
  ];
  const units = told.map(([name, content, fact], index) => {
    const value = JSON.stringify({ name, content, timestamp: "2025-02-21T09:00:00" });
    const message = trace.variable(`m${index}`, value, NAMED);
    const facts = trace.variable(`facts-${index}`, fact, { category: "facts" });
    trace.operation(`x${index}`, "extract", [[message, facts]], { category: "extraction" });
    const text = index === 1 ? stored : fact;
    const unit = trace.variable(`unit-${index}`, text, { category: "memory" });
    trace.operation(`u${index}`, "store", [[facts, unit]], { category: "update" });
    return { unit, text };
  });
  const query = "When is the renewal due?";
  const queryId = trace.variable("question", query, { category: "query" });
  const results = trace.variable("results", units.map(({ text }) => text).join("\n"));
  const found = units.map(({ unit }) => [unit, results] as const);
  trace.operation("search", "search", [[queryId, results], ...found], { category: "retrieval" });
  const prediction = "On 1 March.";
  const predictionId = trace.variable("answer", prediction, { category: "answer" });
  const read = [queryId, results].map((from) => [from, predictionId] as const);
  trace.operation("answer", "answer", read, { category: "answer" });
  const { errorType, op, reason } = attribute(trace.build(), {
    ...{ query, queryId, prediction, predictionId, expected: ["1 April"], evidence: ["m1@1"] },
  });
  return { errorType, op, reason };
}

describe("an extraction that calls its output facts", () => {
  it("A210 wrote no units, so the update that changed a fact is blamed", () => {
    const { errorType, op, reason } = withFacts(
      "Lena rescheduled the contract renewal to 1 March.",
      "Lena",
    );
    expect({ errorType, op }).toEqual({ errorType: "UpdateError", op: "u1" });
    expect(reason).not.toContain("was in the memory");
  });
});

describe("a speaker whose name has several words", () => {
  it.each(["Lena", "Agent Lena", "Lena Vos"])("A212 each word names “%s”", (speaker) => {
    const { errorType, op } = withFacts(
      "Lena rescheduled the contract renewal to 1 April.",
      speaker,
    );
    expect({ errorType, op }).toEqual({ errorType: "ResponseError", op: "answer" });
  });
});

describe("a context that contains the whole text of a unit", () => {
  it("A217 states the detail that the unit states", () => {
    const { errorType } = withFacts("Lena rescheduled the contract renewal to 1 April.", "Lena");
    expect(errorType).toBe("ResponseError");
  });
});

describe("a day", () => {
  it.each([
    ["1 April 2025", "The contract renews on the first of April."],
    ["21 April 2025", "It is due on the twenty-first of April 2025."],
  ])("A213 expected “%s”, the answer “%s” states it", (expected, given) => {
    expect(statesWholeAnswer("When is it due?", expected, given)).toBe(true);
  });

  it("A213 whose number another word names is another day", () => {
    const given = "On the second of April.";
    expect(statesWholeAnswer("When is it due?", "1 April 2025", given)).toBe(false);
  });
});

describe("an expected answer that no message repeats", () => {
  it.each([
    [
      "Which hotel did they book in Copenhagen?",
      { expected: "They booked no hotel", answer: "Strandhuset" },
      "Strandhuset then, since the dog comes too.",
    ],
    [
      "Does Pixel like rain?",
      { expected: "No", answer: "Yes, Pixel loves it." },
      "New dog: Pixel, a whippet, hates rain and wears a red coat.",
    ],
    [
      "Mag Pixel Regen?",
      { expected: "Nein", answer: "Ja, sehr." },
      "Neuer Hund: Pixel, ein Windhund, hasst Regen und trägt einen roten Mantel.",
    ],
  ])("A214 “%s” is no wrong annotation", (question, answers, message) => {
    expect(verdictOn({ question, ...answers, message }).errorType).not.toBe("AnnotationError");
  });

  it("A215 was not invented by a memory that joins two sentences of a message", () => {
    const { errorType, op } = verdictOn({
      question: "What did the insurance pay for the broken grinder?",
      ...{ expected: "Not mentioned", answer: "It paid 640." },
      message: "The grinder broke. I bought a used one from Mateus for 640.",
      unit: "Second-hand grinder purchased from Mateus at 640 after the old grinder broke.",
    });
    expect({ errorType, op }).toEqual({ errorType: "ResponseError", op: "an" });
  });
});

describe("a reason that a step may have paraphrased", () => {
  it("A216 lowers the confidence that the step lost the reason", () => {
    const { errorType, confidence, notes } = verdictOn({
      question: "Why are bees forbidden?",
      ...{ expected: "The school next door objects", answer: "Because of the frost." },
      message: "No bees in the garden, I'm afraid. The school next door objects.",
      unit: "Beekeeping is forbidden because the neighbouring school is against it",
    });
    expect(errorType === "ExtractionError" ? confidence : 0).toBeLessThanOrEqual(0.7);
    if (errorType === "ExtractionError") expect(notes.join(" ")).toContain("in other words");
  });
});

describe("the words of a reason", () => {
  it("A218 a reason says that the context states the detail in other words", () => {
    const { reason } = verdictOn({
      question: "How does Priya feel about the new warehouse?",
      ...{ expected: "relieved", answer: "I do not know that." },
      message: "Priya is relieved about the new warehouse.",
      unit: "The new warehouse is a relief for Priya.",
    });
    expect(reason).toContain("“relieved” in other words in results@1");
  });

  it("A218 a reason says that the extraction stated the detail about another person", () => {
    const trace = new Trace();
    const facts = [
      [
        "Rocío",
        "My dentist is in Calle Mayor at half past four.",
        "Benoît's dentist is in Calle Mayor at half past four.",
      ],
      ["Benoît", "I play padel on Saturday.", "Benoît plays padel on Saturday."],
      [
        "Rocío",
        "The cat of the neighbour is called Pimienta.",
        "The neighbour's cat is called Pimienta.",
      ],
    ];
    const units = facts.map(([name, content, unit], index) => {
      const read = trace.variable(`m${index}`, JSON.stringify({ name, content }), NAMED);
      const written = trace.variable(`u${index}`, unit ?? "", { category: "memory_entry" });
      trace.operation(`x${index}`, "extract", [[read, written]], { category: "extraction" });
      return written;
    });
    const query = trace.variable("query", "Where is Rocío's dentist?", { class: "query" });
    const results = trace.variable("results", facts[1]?.[2] ?? "", { category: "retrieved" });
    const searched = [query, units[1] ?? ""].map((from) => [from, results] as const);
    trace.operation("se", "search", searched, { category: "retrieval" });
    const given = trace.variable("answer", "I do not know that.", { class: "prediction" });
    trace.operation("an", "answer", [[results, given]], { category: "response" });
    const { subKind, reason } = attribute(trace.build(), {
      ...{ query: "Where is Rocío's dentist?", queryId: query, predictionId: given },
      ...{ prediction: "I do not know that.", expected: ["Calle Mayor"], evidence: ["m0@1"] },
    });
    expect(subKind).toBe("wrong person");
    expect(reason).toMatch(
      /^extract stated “Calle Mayor” about another person when it wrote u0@1\./,
    );
    expect(reason).not.toContain("No memory unit stated it");
  });
});
