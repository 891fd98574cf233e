/** Memories of task lists, tables, wikis, caches and logs that keep, change or swap a fact. */
import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { exactLengths } from "../../src/text/durations.ts";
import { timeMentions } from "../../src/text/times.ts";
import { contentStems } from "../../src/text/words.ts";
import { type OneQuestion, verdictOn } from "./support/one-question.ts";
import { Trace } from "./support/trace.ts";

const KEPT = "ResponseError an";
const LOST = "ExtractionError x2";

function found(case_: OneQuestion): string {
  const verdict = verdictOn(case_);
  return verdict.outcome === "undecided" ? "undecided" : `${verdict.errorType} ${verdict.op}`;
}

describe("days and amounts", () => {
  const MONDAY = Date.UTC(2025, 6, 14) / 86_400_000;

  it.each([
    ["The shearers can't come before the 24th.", "2025-07-24"],
    ["The test is postponed to the 20th, the room is flooded.", "2025-07-20"],
    ["The proofs are due by Friday week.", "2025-07-25"],
    ["The test is a week on Thursday.", "2025-07-24"],
  ])("A291 the tracer reads the day in “%s”", (text, day) => {
    const [mention] = timeMentions(text);
    const days = mention?.resolve(MONDAY);
    expect(new Date((days?.first ?? 0) * 86_400_000).toISOString().slice(0, 10)).toBe(day);
    expect(days?.last).toBe(days?.first);
  });

  it.each(["the 3rd floor", "to the 20th floor", "by the 5th attempt", "on the 2nd try"])(
    "A291 “%s” is no day",
    (text) => {
      expect(timeMentions(text)).toEqual([]);
    },
  );

  it("A291 an expected date without a year counts from the day of the message", () => {
    const trace = new Trace();
    const said = trace.message(
      "m",
      "Ines",
      "We stay longer, so we leave on Wednesday.",
      "2025-04-06",
    );
    const other = trace.message("n", "Ines", "The pool is closed for cleaning.", "2025-04-05");
    const units = [
      [said, "Ines leaves on Wednesday, 9 April 2025"],
      [other, "The pool is closed for cleaning"],
    ].map(([from = "", text = ""], index) => {
      const unit = trace.variable(`unit-${index}`, text, { category: "memory" });
      trace.operation(`x${index}`, "extract", [[from, unit]], { category: "extraction" });
      return unit;
    });
    const query = trace.variable("q", "On what day does Ines leave?", { class: "query" });
    const context = trace.variable("c", "The pool is closed for cleaning", {
      category: "retrieved",
    });
    trace.operation(
      "s",
      "search",
      [
        [query, context],
        [units[1] ?? "", context],
      ],
      {
        category: "retrieval",
      },
    );
    const answer = trace.variable("a", "I do not know.", { class: "prediction" });
    trace.operation(
      "an",
      "answer",
      [
        [query, answer],
        [context, answer],
      ],
      { category: "response" },
    );
    const verdict = attribute(trace.build(), {
      ...{ query: "On what day does Ines leave?", queryId: query, predictionId: answer },
      ...{ prediction: "I do not know.", expected: ["Wednesday, 9 April"], evidence: [] },
    });
    expect(verdict).toMatchObject({ errorType: "RetrievalError", op: "s" });
  });

  it.each([
    ["three fifths of the bill", "60% of the bill"],
    ["one third", "33 percent"],
    ["900 kilos", "900 kg"],
    ["10 mils", "10 ml"],
    ["4.40 in the morning", "4:40"],
    ["indoors", "inside"],
  ])("A292 the tracer treats “%s” and “%s” as the same words", (one, other) => {
    expect(contentStems(one)).toEqual(contentStems(other));
  });

  it("A292 a person or a part of one unit is no share", () => {
    expect(contentStems("the third child")).not.toContain("percent");
    expect(contentStems("three quarters of an hour")).not.toContain("percent");
  });

  it.each([
    ["twice a year", "every six months"],
    ["four and a quarter hours", "255 minutes"],
  ])("A292 “%s” and “%s” are equally long", (one, other) => {
    const [[first = 0] = [], [second = 1] = []] = [exactLengths(one), exactLengths(other)];
    expect(Math.abs(first - second)).toBeLessThan(0.02 * first);
  });

  it("A292 a memory that writes a range of hours as clock times has not lost the range", () => {
    const told = (hours: string) => `The hot water in the east wing is off ${hours} tomorrow`;
    const asked = { question: "During which hours is the hot water off?", answer: "At night." };
    const case_ = { ...asked, expected: "from ten to noon", message: told("from ten to noon") };
    expect(found({ ...case_, unit: told("10:00–12:00") })).toBe(KEPT);
  });
});

describe("errors outside the memory", () => {
  it.each([
    ["The old firm; Lund & Sons are too expensive.", "Lund & Sons", false],
    ["We avoid Lund & Sons.", "Lund & Sons", false],
    ["The old firm rather than Lund & Sons.", "Lund & Sons", false],
    ["Lund & Sons; their office opens at nine.", "Lund & Sons", true],
  ])("A293 the answer “%s” states “%s”: %j", (given, expected, isStated) => {
    const question = "Which firm has its office open for the fog machine?";
    expect(statesWholeAnswer(question, expected, given)).toBe(isStated);
  });

  it("A293 an answer that is only a number has the unit of the question", () => {
    const question = "How many hours did the tandem take?";
    expect(statesWholeAnswer(question, "five and a half hours", "5.5")).toBe(true);
    expect(statesWholeAnswer(question, "five and a half hours", "4.5")).toBe(false);
  });

  it.each([
    ["one hour", "I practised 25 minutes on Monday and 35 on Wednesday", "35 minutes"],
    ["one third", "The insurer paid only two thirds of the fire damage", "two thirds"],
    ["320", "The demo bike was sold for 640, he paid half in cash", "640"],
    ["62", "The dentist charged 310, the insurance takes over four fifths", "310"],
  ])("A294 “%s” follows from “%s”, so the annotation is right", (expected, message, answer) => {
    const verdict = verdictOn({
      question: "How much was it in the end?",
      expected,
      answer,
      message,
    });
    expect(verdict.errorType).not.toBe("AnnotationError");
  });
});

describe("swapped facts", () => {
  const cases: readonly OneQuestion[] = [
    {
      ...{ question: "Which material does Leif like for maths?", expected: "wooden blocks" },
      ...{
        answer: "Worksheets",
        message: "I like doing maths with the wooden blocks, not quickly.",
      },
      unit: "Leif prefers worksheets over wooden blocks for maths",
    },
    {
      ...{
        question: "Which appointment in the spa did the captain give up?",
        expected: "the massage",
      },
      ...{
        answer: "The sauna",
        message: "Please cancel the massage in the spa, the sauna stays in place",
      },
      unit: "Sauna cancelled, massage in the spa kept",
    },
    {
      ...{ question: "How is the kindergarten billed?", expected: "60,000" },
      answer: "95 an hour",
      message: "We bill the library at 95 an hour and the kindergarten at 60,000",
      unit: "Bills: kindergarten 95 an hour, library 60,000",
    },
    {
      ...{ question: "Which food does the clinic need?", expected: "ready-to-use paste" },
      answer: "milk powder",
      message: "Send no more milk powder. Ready-to-use paste is what the clinic needs.",
      unit: "The clinic asks for milk powder; ready-to-use paste is not needed",
    },
    {
      ...{ question: "Which boat does the club borrow?", expected: "the Dolphin" },
      answer: "the Heron",
      message: "We borrow the Dolphin for the regatta because the Heron is bent",
      unit: "For the regatta the club borrows the Heron since the Dolphin is bent",
    },
  ];
  it.each(cases)("A295 the unit “$unit” has lost the fact of “$message”", (case_) => {
    expect(found(case_)).toBe(LOST);
    expect(found({ ...case_, unit: case_.message ?? "" })).toBe(KEPT);
  });

  it.each([
    ["the left hind foot", "the right hind foot"],
    ["the eastern field", "the western field"],
    ["the white detergent", "the blue detergent"],
  ])("A296 “%s” is lost if a unit says “%s” instead", (expected, stored) => {
    const told = (which: string) => `After the storm the lodger Ottavio looked at ${which} again`;
    const asked = {
      question: "What did the lodger Ottavio look at?",
      expected,
      answer: "Nothing.",
    };
    expect(found({ ...asked, message: told(expected), unit: told(stored) })).toBe(LOST);
    expect(found({ ...asked, message: told(expected) })).toBe(KEPT);
  });

  it("A295 a unit that turns round who owes whom has lost the fact", () => {
    const trace = new Trace();
    const texts = [
      [
        "I owe my colleague Wim 65 for the concert tickets.",
        "Wim owes Leocadia 65 for the tickets",
      ],
      ["We moved the piano on Sunday.", "Leocadia moved the piano on Sunday"],
    ];
    const units = texts.map(([text = "", stored = ""], index) => {
      const said = trace.message(`m${index}`, "Leocadia", text);
      const unit = trace.variable(`unit-${index}`, stored, { category: "memory" });
      trace.operation(`x${index}`, "extract", [[said, unit]], { category: "extraction" });
      return unit;
    });
    const question = "To whom does Leocadia owe money?";
    const query = trace.variable("q", question, { class: "query" });
    const context = trace.variable("c", texts[0]?.[1] ?? "", { category: "retrieved" });
    trace.operation(
      "s",
      "search",
      [
        [query, context],
        [units[0] ?? "", context],
      ],
      {
        category: "retrieval",
      },
    );
    const answer = trace.variable("a", "To nobody.", { class: "prediction" });
    trace.operation(
      "an",
      "answer",
      [
        [query, answer],
        [context, answer],
      ],
      { category: "response" },
    );
    const verdict = attribute(trace.build(), {
      ...{ query: question, queryId: query, prediction: "To nobody.", predictionId: answer },
      ...{ expected: ["Wim"], evidence: ["m0@1"] },
    });
    expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "x0" });
  });
});

describe("graphs without known labels", () => {
  it("A297 values with the labels of a unit that was read are units too", () => {
    const trace = new Trace();
    const pages = [
      ["Trench C", "The charcoal was dated to AD 320", "Trench C: charcoal dated to AD 320"],
      ["Finds", "The fibula lay in square 14", "Finds: fibula from square 14"],
      ["Team", "Solveig eats no wheat", "Team: Solveig eats no wheat"],
    ].map(([name = "", text = "", stored = ""], index) => {
      const said = trace.message(`m${index}`, "Imke", text);
      const page = trace.variable(name, stored, { class: "page" });
      trace.operation(`ed${index}`, "edit_page", [[said, page]]);
      return page;
    });
    const ask = (k: number, text: string, read: string, given: string) => {
      const query = trace.variable(`q${k}`, text, { class: "query" });
      const context = trace.variable(`ctx${k}`, read, {});
      const page = pages.find((_, index) =>
        read.startsWith(["Trench", "Finds", "Team"][index] ?? ""),
      );
      trace.operation(`s${k}`, "open_pages", [
        [query, context],
        [page ?? "", context],
      ]);
      const answer = trace.variable(`a${k}`, given, { class: "prediction" });
      trace.operation(`an${k}`, "reply", [
        [query, answer],
        [context, answer],
      ]);
      return { queryId: query, predictionId: answer };
    };
    ask(0, "What was dated?", "Trench C: charcoal dated to AD 320", "The charcoal.");
    const query = "How old is the charcoal?";
    const ids = ask(1, query, "Finds: fibula from square 14", "I cannot tell.");
    const verdict = attribute(trace.build(), {
      ...{ query, ...ids, prediction: "I cannot tell.", expected: ["AD 320"], evidence: ["m0@1"] },
    });
    expect(verdict).toMatchObject({ errorType: "RetrievalError", op: "s1" });
  });
});

it("A298 a rewritten question that shares only a common word is about another topic", () => {
  const trace = new Trace();
  const told = [
    "The new cox weighs 48 kilos.",
    "New oars cost 3,120 and the county pays half of the price.",
    "The new trailer stands behind the boathouse.",
  ];
  const units = told.map((text, index) => {
    const said = trace.variable(`m${index}`, text, { category: "message" });
    const unit = trace.variable(`unit-${index}`, text, { category: "memory" });
    trace.operation(`x${index}`, "extract", [[said, unit]], { category: "extraction" });
    return unit;
  });
  const question = "How much does the new cox weigh?";
  const query = trace.variable("q", question, { class: "query" });
  const words = trace.variable("words", "price of new oars paid by the county", {});
  trace.operation("rw", "rewrite", [[query, words]], { category: "retrieval" });
  const context = trace.variable("c", told[1] ?? "", { category: "retrieved" });
  trace.operation(
    "s",
    "search",
    [
      [words, context],
      [units[1] ?? "", context],
    ],
    {
      category: "retrieval",
    },
  );
  const answer = trace.variable("a", "No weight is mentioned.", { class: "prediction" });
  trace.operation(
    "an",
    "answer",
    [
      [query, answer],
      [context, answer],
    ],
    { category: "response" },
  );
  const verdict = attribute(trace.build(), {
    ...{ query: question, queryId: query, predictionId: answer, expected: ["48 kilos"] },
    ...{ prediction: "No weight is mentioned.", evidence: ["m0@1"] },
  });
  expect(verdict).toMatchObject({ errorType: "RetrievalError", op: "rw" });
});

it("A299 a text that states a large figure of the answer beside the question's words gives it", () => {
  const verdict = verdictOn({
    question: "How many sheep had their feet trimmed?",
    expected: "135",
    answer: "75",
    message: "Foot trimming of the sheep: did 60 before lunch and 75 after it.",
    unit: "135 sheep had their feet trimmed",
  });
  expect(verdict).toMatchObject({ errorType: "ResponseError", op: "an" });
});
