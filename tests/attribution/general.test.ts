/** Rules that hold for every system: numbers, sentences, inferred answers, references. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { Sentences } from "../../src/text/sentences.ts";
import { contentStems } from "../../src/text/words.ts";
import { Trace } from "./support/trace.ts";

interface Told {
  /** Pairs of a message and the text that the memory stores for the message. */
  readonly facts: readonly (readonly [said: string, stored: string])[];
  /** The text that replaces the first unit, and the step that writes it. */
  readonly later?: string;
  readonly question: string;
  readonly expected: string;
  readonly given: string;
  /** The facts that contain the answer; by default the first. */
  readonly evidence?: readonly number[];
  /** Facts that the search does not find. */
  readonly missed?: readonly number[];
}

const CHAT = [
  ["The tram was late again.", "The tram was late."],
  ["I burned the toast this morning.", "Ana burned the toast."],
  ["Our neighbour plays the drums.", "A neighbour plays the drums."],
] as const;

function verdict({ facts, later, question, expected, given, evidence = [0], missed = [] }: Told) {
  const trace = new Trace();
  const told = [...facts, ...CHAT].map(([said, stored], index) => {
    const message = trace.message(`m${index}`, "Ana", said, `2025-03-0${index + 1}`);
    const unit = trace.variable(`unit-${index}`, stored, { category: "memory" });
    trace.operation(`store-${index}`, "store", [[message, unit]], { category: "extraction" });
    return { message, unit, text: stored };
  });
  const [first] = told;
  if (later !== undefined && first !== undefined) {
    const unit = trace.variable("unit-0", later, { category: "memory", version: 2 });
    trace.operation("revise", "revise", [[first.unit, unit]], { category: "revision" });
    told[0] = { ...first, unit, text: later };
  }
  const query = trace.variable("question", question, { category: "query" });
  const found = told.filter((_, index) => !missed.includes(index));
  const context = trace.variable("context", found.map(({ text }) => `- ${text}`).join("\n"));
  const read = [query, ...found.map(({ unit }) => unit)].map((from) => [from, context] as const);
  trace.operation("search", "search", read, { category: "retrieval" });
  const answer = trace.variable("reply", given, { category: "answer" });
  trace.operation(
    "answer",
    "answer",
    [query, context].map((from) => [from, answer] as const),
    {
      category: "answer",
    },
  );
  const { errorType, op } = attribute(trace.build(), {
    ...{ query: question, queryId: query, prediction: given, predictionId: answer },
    ...{ expected: [expected], evidence: evidence.map((index) => told[index]?.message ?? "") },
  });
  return `${errorType} ${op}`;
}

const UNKNOWN = "I don't know.";

describe("figures", () => {
  it.each([
    ["€340", "340 euros"],
    ["$1,250.00", "1250 dollars"],
    ["3:15 pm", "15:15"],
    ["15 Uhr", "15:00"],
    ["quarter to seven", "6:45"],
    ["a quarter to three in the afternoon", "2:45 pm"],
    ["at four o'clock in the afternoon", "16:00"],
    ["Viertel nach acht", "8:15"],
    ["halb neun", "8:30"],
    ["drei Uhr nachmittags", "15:00"],
    ["下午两点三刻", "14:45"],
    ["08:30", "8:30 am"],
    ["三", "3"],
    ["forty-two", "42"],
    ["two hundred and fifty", "250"],
    ["fünfundzwanzig", "25"],
    ["二十五年", "25年"],
    ["12.5k", "12,500"],
    ["50 %", "fifty percent"],
    ["2 km", "two kilometres"],
  ])("A61 the tracer treats %s and %s as the same words", (one, other) => {
    expect(contentStems(one)).toEqual(contentStems(other));
  });

  it("A61 a clock time is one word, so another minute is another time", () => {
    expect(contentStems("1:52:40")).toEqual(["1:52:40"]);
  });
});

describe("sentences", () => {
  it.each([
    ["Die Operation ist am 3. April 2025. Danach Ruhe.", 2],
    ["Dr. Anand called. St. Ives was full.", 2],
    ['{"name":"Juniper","owner":"Ana","age":"three"}', 3],
  ])("A62 the text “%s” has %i sentences", (text, count) => {
    expect(new Sentences().of(text)).toHaveLength(count);
  });
});

const TRIPS: Told = {
  facts: [
    ["Just back from Latvia, the lakes were freezing.", "Ana was in Latvia, at freezing lakes."],
    ["Greetings from Malta, finally some sun!", "Ana greets from sunny Malta."],
  ],
  question: "Which country did Ana like better?",
  expected: "the warmer one",
  given: UNKNOWN,
  evidence: [0, 1],
};

describe("answers inferred from the evidence", () => {
  it("A63 the tracer follows the names and numbers of each evidence message", () => {
    expect(verdict({ ...TRIPS, missed: [0] })).toBe("RetrievalError search");
    expect(verdict({ ...TRIPS, later: "Ana was away." })).toBe("UpdateError revise");
    expect(verdict(TRIPS)).toBe("ResponseError answer");
  });

  const SHELLFISH: Told = {
    facts: [
      [
        "I cannot eat shellfish, my throat swells up.",
        "Ana cannot eat shellfish, it swells the throat.",
      ],
    ],
    question: "Can Ana eat shellfish?",
    expected: "No",
    given: "Yes",
  };

  it("A64 a yes or no is lost if a unit denies or omits its statement", () => {
    expect(
      verdict({ ...SHELLFISH, later: "Ana can eat shellfish, it does the throat good." }),
    ).toBe("UpdateError revise");
    expect(verdict({ ...SHELLFISH, missed: [0], given: UNKNOWN })).toBe("RetrievalError search");
    expect(verdict(SHELLFISH)).toBe("ResponseError answer");
  });

  it("A64 the annotation of a yes or no is wrong if the evidence states the given answer", () => {
    expect(verdict({ ...SHELLFISH, expected: "Yes", given: "No" })).toBe("AnnotationError null");
  });

  it.each([
    ["That was not mentioned.", "JudgeError null"],
    ["Twelve euros", "ResponseError answer"],
  ])("A65 if no message states the value, the answer “%s” is a %s", (given, expected) => {
    const facts = [["We saw the aquarium on Sunday.", "Ana saw the aquarium."]] as const;
    const question = "What did Ana pay for the aquarium?";
    expect(verdict({ facts, question, expected: "Not mentioned", given })).toBe(expected);
  });

  it("A70 evidence that paraphrases the expected answer is no wrong annotation", () => {
    const facts = [
      [
        "For my birthday nothing with meat, and I want to sit outside.",
        "Ana wants no meat on her birthday, and to sit outside.",
      ],
    ] as const;
    const question = "What restaurant would suit Ana's birthday?";
    const expected = "A vegetarian one with a garden";
    expect(verdict({ facts, question, expected, given: UNKNOWN })).toBe("ResponseError answer");
    const aside = { facts, question, expected, given: UNKNOWN, evidence: [1] };
    expect(verdict(aside)).toBe("AnnotationError null");
  });
});

describe("updates and paraphrases", () => {
  const SHIFT: Told = {
    facts: [["The exam was moved to 14 May 2025.", "Ana's exam was moved to 2025-05-14."]],
    question: "When is Ana's exam?",
    expected: "14 May 2025",
    given: "15 May 2025",
  };

  it("A67 a step that rewrites the first version of a unit updates it", () => {
    const dropped = { ...SHIFT, later: "Ana's exam was moved.", given: UNKNOWN };
    expect(verdict(dropped)).toBe("UpdateError revise");
  });

  it("A68 a day that the tracer resolves is no paraphrase of another day", () => {
    expect(verdict({ ...SHIFT, later: "Ana's exam was moved to 2025-05-15." })).toBe(
      "UpdateError revise",
    );
  });

  it("A68 a word of the wrong given answer is no paraphrase of the word that it replaces", () => {
    const facts = [
      ["My cousin Priya lives in Graz now.", "Ana's cousin Priya resides in Graz nowadays."],
    ] as const;
    const question = "In which town does Ana's cousin live?";
    const later = "Ana's cousin Priya resides in Zwettl nowadays.";
    expect(verdict({ facts, later, question, expected: "Graz", given: "Zwettl" })).toBe(
      "UpdateError revise",
    );
  });

  it("A69 a sentence loses the detail if a word of the detail and another word swap places", () => {
    const facts = [
      [
        "Priya takes over the harbour contract from Lena.",
        "Priya takes over the harbour contract from Lena.",
      ],
    ] as const;
    const later = "Lena takes over the harbour contract from Priya.";
    const question = "Who takes over the harbour contract?";
    expect(verdict({ facts, later, question, expected: "Priya", given: "Lena" })).toBe(
      "UpdateError revise",
    );
  });
});

describe("replaced units", () => {
  it("A66 the step that wrote the replacing units lost the detail, not the deletion of the old units", () => {
    const trace = new Trace();
    const said = ["Our puppy is called Juniper.", "The tram was late again.", "It rains in Graz."];
    const units = said.map((text, index) => {
      const message = trace.message(`m${index}`, "Ana", text);
      const unit = trace.variable(`unit-${index}`, text, { category: "memory" });
      trace.operation(`store-${index}`, "store", [[message, unit]], { category: "extraction" });
      return unit;
    });
    const old = units.slice(0, 2);
    const merged = trace.variable("merged", "Ana had news. The tram was late again.", {
      category: "memory",
    });
    trace.operation(
      "merge",
      "merge",
      old.map((unit) => [unit, merged] as const),
      { category: "update" },
    );
    const mark = trace.variable("gone", "merged", { category: "marker" });
    trace.operation(
      "clean",
      "clean",
      old.map((unit) => [unit, mark] as const),
      { category: "deletion" },
    );
    const question = "What is Ana's puppy called?";
    const query = trace.variable("question", question, { category: "query" });
    const context = trace.variable("context", "Ana had news. The tram was late again.");
    trace.operation(
      "search",
      "search",
      [
        [query, context],
        [merged, context],
      ],
      { category: "retrieval" },
    );
    const answer = trace.variable("reply", UNKNOWN, { category: "answer" });
    trace.operation(
      "answer",
      "answer",
      [
        [query, answer],
        [context, answer],
      ],
      { category: "answer" },
    );
    const { errorType, op } = attribute(trace.build(), {
      ...{ query: question, queryId: query, prediction: UNKNOWN, predictionId: answer },
      ...{ expected: ["Juniper"], evidence: ["m0@1"] },
    });
    expect({ errorType, op }).toEqual({ errorType: "UpdateError", op: "merge" });
  });
});
