/** Names and words that are nearly spelled alike, or that exclude each other. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import type { Attribution } from "../../src/protocol/api/attribution.ts";
import { excludeEachOther } from "../../src/text/denial/exclusive-words.ts";
import { contentStems } from "../../src/text/words.ts";
import { verdictOn } from "./support/one-question.ts";
import { Trace } from "./support/trace.ts";

const QUESTION = "Who repairs the organ in the chapel?";

/** Records two persons. `x1` stores who repairs the organ; the search finds this unit. */
function organ(repairer: string, other: string, unit: string, answer: string): Attribution {
  const trace = new Trace();
  const facts = [
    [`Yesterday ${other} brought us a crate of quinces.`, `${other} gave a crate of quinces.`],
    [`The organ in the chapel gets repaired by ${repairer}, starting in May.`, unit],
    ["The roof leaks above the vestry.", "There is a leak over the vestry."],
    ["Choir practice moved to Tuesdays.", "The choir now practises on Tuesdays."],
  ] as const;
  const units = facts.map(([said, stored], index) => {
    const message = trace.message(`m${index}`, "Ines", said);
    const written = trace.variable(`unit-${index}`, stored, { category: "memory" });
    trace.operation(`x${index}`, "extract", [[message, written]], { category: "extraction" });
    return written;
  });
  const query = trace.variable("query", QUESTION, { class: "query" });
  const results = trace.variable("results", unit, { category: "retrieved" });
  const found = [query, units[1] ?? ""].map((from) => [from, results] as const);
  trace.operation("se", "search", found, { category: "retrieval" });
  const given = trace.variable("answer", answer, { class: "prediction" });
  const read = [query, results].map((from) => [from, given] as const);
  trace.operation("an", "answer", read, { category: "response" });
  return attribute(trace.build(), {
    ...{ query: QUESTION, queryId: query, prediction: answer, predictionId: given },
    ...{ expected: [repairer], evidence: ["m1@1"] },
  });
}

describe("persons with similar names", () => {
  it.each([
    ["Jolan", "Jolanda"],
    ["Christina", "Christine"],
  ])("A350 %s and %s are two persons if messages have both names", (repairer, other) => {
    const { errorType, op } = organ(repairer, other, `${other} repairs the organ.`, `${other}.`);
    expect({ errorType, op }).toEqual({ errorType: "ExtractionError", op: "x1" });
  });

  it("A350 the name of the other person does not state the detail", () => {
    const unit = "A craftsman whom Jolanda knows repairs the chapel organ from May on.";
    const { errorType, op } = organ("Jolan", "Jolanda", unit, "A craftsman, without a name.");
    expect({ errorType, op }).toEqual({ errorType: "ExtractionError", op: "x1" });
  });

  it("A350 a short form of a name is the same person", () => {
    const { errorType } = organ("Nick", "Nicky", "Nick repairs the organ.", "Nicky.");
    expect(errorType).toBe("JudgeError");
  });

  it("A350 another spelling is the same person if no message names somebody else", () => {
    const { errorType } = organ("Christina", "Bob", "Christine repairs the organ.", "Christine.");
    expect(errorType).toBe("JudgeError");
  });
});

it.each([
  [
    "Who waters the plants in the greenhouse?",
    { expected: "Ruben", answer: "Ida" },
    "In the greenhouse and in the yard the plants get dry. Ruben waters the former, Ida the latter.",
    "Plants: greenhouse, done by Ida; yard, done by Ruben",
  ],
  [
    "Who waters the plants in the greenhouse?",
    { expected: "Ruben", answer: "Ida" },
    "2024-05-06 Ida > The plants in the greenhouse and in the yard get dry. Ruben waters the former, I the latter.",
    "Plants: greenhouse, done by Ida; yard, done by Ruben",
  ],
])(
  "A351 “%s”: a clause after a comma gives no other answer alone",
  (question, answers, message, unit) => {
    const { errorType, op } = verdictOn({ question, ...answers, message, unit });
    expect({ errorType, op }).toEqual({ errorType: "ExtractionError", op: "x2" });
  },
);

it.each([
  ["sinistra", "destro"],
  ["izquierdo", "derecha"],
  ["esquerda", "direita"],
  ["gauche", "droit"],
  ["linken", "rechts"],
  ["左側", "右側"],
  ["왼쪽", "오른쪽"],
])("A352 %s and %s exclude each other", (left, right) => {
  const [[one = ""], [other = ""]] = [contentStems(left), contentStems(right)] as const;
  expect([excludeEachOther(one, other), excludeEachOther(one, one)]).toEqual([true, false]);
});

it("A352 a unit with the opposite side does not paraphrase the side", () => {
  const { errorType, op } = verdictOn({
    question: "De que lado fica a torneira partida do tanque?",
    ...{ expected: "à esquerda", answer: "À direita." },
    message: "Atenção que a torneira do tanque que está partida fica à esquerda.",
    unit: "Tanque: torneira do lado direito partida",
  });
  expect({ errorType, op }).toEqual({ errorType: "ExtractionError", op: "x2" });
});

it("A354 a compound states the word of its first part", () => {
  const { errorType } = verdictOn({
    question: "Wogegen ist Malte empfindlich, wenn ich koche?",
    ...{ expected: "Pilze", answer: "Gegen Milch." },
    message: "Übrigens, Pilze kann der Malte nicht essen, da wird ihm ganz elend.",
    unit: "Malte hat eine starke Pilzunverträglichkeit; Milch ist für ihn unbedenklich.",
  });
  expect(errorType).toBe("ResponseError");
});
