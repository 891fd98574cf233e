/** Cases whose annotation or given answer is right, although a comparison of words doubts it. */
import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { contentStems } from "../../src/text/words.ts";
import { verdictOn } from "./support/one-question.ts";
import { ask, converse, UNIT } from "./support/store-agent.ts";
import { Trace } from "./support/trace.ts";

describe("a given answer with the figure of the expected answer", () => {
  const asked = {
    question: "What does the translator charge?",
    expected: "2,340 dollars before taxes",
    message: "The translator charges 2,340 dollars before taxes",
    unit: "The translator offers legal texts",
  };

  it("A383 is hardly wrong, so the confidence is at most 0.7", () => {
    const verdict = verdictOn({ ...asked, answer: "The translator wants a fee of $2,340." });
    expect(verdict.confidence).toBeLessThanOrEqual(0.7);
  });

  it("A383 may also have another figure", () => {
    const verdict = verdictOn({ ...asked, answer: "She wants $2,340, well below $3,000." });
    expect(verdict.confidence).toBeLessThanOrEqual(0.7);
  });

  it.each(["The translator wants a fee of $2,430.", "The fee is unknown."])(
    "A383 %j has another figure or none",
    (answer) => {
      expect(verdictOn({ ...asked, answer }).confidence).toBeGreaterThan(0.7);
    },
  );
});

describe("an answer that computes the expected figure", () => {
  const asked = "What does the fence cost in total?";

  it.each([
    ["250 euros", "180 euros now plus 70 later, so 250 euros."],
    ["250 Euro", "Zuerst 180 Euro und später 70 mehr, also 250 Euro."],
    ["70 euros", "Of the 250 euros, 180 are paid, so 70 euros."],
  ])("A453 states %j: %j", (expected, answer) => {
    expect(statesWholeAnswer(asked, expected, answer)).toBe(true);
  });

  it.each([
    ["250 euros", "250 euros minus 180 leaves 70 euros."],
    ["250 euros", "180 euros now plus 90 later, so 250 euros."],
  ])("A453 does not state %j: %j", (expected, answer) => {
    expect(statesWholeAnswer(asked, expected, answer)).toBe(false);
  });
});

describe("a year that both answers have", () => {
  it("A383 does not lower the confidence", () => {
    const message = "The regatta was on 2 May 2023";
    const asked = { question: "When was the regatta?", expected: "2 May 2023", message };
    const verdict = verdictOn({ ...asked, answer: "The regatta was on 9 August 2023." });
    expect(verdict.confidence).toBeGreaterThan(0.7);
  });
});

describe("counters of people", () => {
  it.each([
    ["48人", "48名です"],
    ["参加者は15名", "参加者は15人"],
    ["共12人", "共12名"],
  ])("A384 %j has the words of %j", (one, other) => {
    expect(contentStems(one)).toEqual(contentStems(other));
  });

  it("A384 other numbers of people differ", () => {
    expect(statesWholeAnswer("何人ですか?", "48人", "84名です。")).toBe(false);
  });
});

/** Returns the verdict on a talk in which Oskar moves. The memory keeps only his old place. */
function verdictOnMove(query: string, talk: readonly string[], expected: string, answer: string) {
  const trace = new Trace();
  const messages = talk.map((text, index) => trace.message(`m${index}`, "Oskar", text));
  const units = messages.map((message, index) => {
    const unit = trace.variable(`unit${index}`, index === 0 ? (talk[0] ?? "") : `note ${index}`, {
      category: "memory",
    });
    trace.operation(`x${index}`, "extract", [[message, unit]], { category: "extraction" });
    return unit;
  });
  const question = trace.variable("query", query, { class: "query" });
  const results = trace.variable("results", talk[0] ?? "", { category: "retrieved" });
  trace.operation(
    "se",
    "search",
    [question, ...units].map((unit) => [unit, results]),
    {
      category: "retrieval",
    },
  );
  const given = trace.variable("answer", answer, { class: "prediction" });
  const read = [question, results].map((from): [string, string] => [from, given]);
  trace.operation("an", "answer", read, { category: "response" });
  return attribute(trace.build(), {
    ...{ query, queryId: question, prediction: answer, predictionId: given },
    ...{ expected: [expected], evidence: [] },
  });
}

describe("a question about what is true now", () => {
  it.each([
    [
      "Where does Oskar live at the moment?",
      ["I live in Trieste and repair clocks there.", "Big news: last week I moved to Bergen."],
      ...["In Bergen", "Oskar lives in Trieste."],
    ],
    [
      "Wo wohnt Oskar derzeit?",
      [
        "Ich wohne in Trier und repariere dort Uhren.",
        "Übrigens, letzte Woche ging es nach Bergen.",
      ],
      ...["In Bergen", "Oskar wohnt in Trier."],
    ],
  ] as const)("A385 %s", (query, talk, expected, answer) => {
    const verdict = verdictOnMove(query, talk, expected, answer);
    expect(verdict.errorType).not.toBe("AnnotationError");
  });

  it("A385 without a word for now, the expected answer of another question is a wrong annotation", () => {
    const agent = converse(UNIT);
    const roof = ["We repaired the roof of the barn."];
    const failed = ask(agent, ["unit-1@1"], roof, "It was blue.");
    const other = { ...failed, expected: ["the cello"], evidence: [] };
    expect(attribute(agent.trace.build(), other).errorType).toBe("AnnotationError");
  });
});
