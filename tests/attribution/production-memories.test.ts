/** Memories of task lists, tables, wikis, caches and logs that keep, change or swap a fact. */
import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { type OneQuestion, verdictOn } from "./support/one-question.ts";
import { searchAndAnswer } from "./support/search-and-answer.ts";
import { Trace } from "./support/trace.ts";

const KEPT = "ResponseError an";
const LOST = "ExtractionError x2";

function found(case_: OneQuestion): string {
  const verdict = verdictOn(case_);
  return verdict.outcome === "undecided" ? "undecided" : `${verdict.errorType} ${verdict.op}`;
}

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

it("A294 words of the question in two contrasted clauses do not affirm it", () => {
  const verdict = verdictOn({
    ...{ question: "Does Petra want the window seat?", expected: "No", answer: "Yes" },
    message: "Petra wants the aisle seat, the window seat makes her sick",
  });
  expect(verdict.errorType).not.toBe("AnnotationError");
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
    {
      ...{ question: "Which buffer worked?", expected: "the buffer without magnesium" },
      ...{ answer: "the one with it", message: "The buffer without magnesium worked in the lab" },
      unit: "The buffer with magnesium worked in the lab",
    },
    {
      ...{ question: "When does the bakery open on Sundays?", expected: "at eight" },
      answer: "at six",
      message: "The bakery opens at six on weekdays and at eight on Sundays",
      unit: "Opening hours of the bakery: 8:00 on weekdays, 6:00 on Sundays",
    },
    {
      ...{ question: "Which tap drips?", expected: "the left tap", answer: "the right tap" },
      message: "The left tap in the washroom drips, the right one is fine",
      unit: "Washroom: right tap drips (left tap fine)",
    },
    {
      ...{ question: "Which colour has the door of the boathouse?", expected: "red" },
      ...{ answer: "white", message: "We painted the boathouse door red, the frame stays white" },
      unit: "The boathouse has a white door with a red frame",
    },
    {
      ...{ question: "Which skill of Aiko is weaker?", expected: "listening", answer: "reading" },
      message: "The listening of Aiko is two levels below the reading",
      unit: "Aiko: the reading is two levels below the listening",
    },
    {
      ...{ question: "Who taught whom to sail?", expected: "Ines taught Jonas" },
      ...{ answer: "Jonas taught Ines", message: "Ines taught Jonas to sail on the lake of Como" },
      unit: "On the lake of Como, Jonas taught Ines to sail",
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

  it.each([
    ["To whom does Leocadia owe money?", "Wim", "To nobody."],
    ["Who owes money for the concert tickets?", "Leocadia", "Wim."],
  ])(
    "A295 a unit that turns round who owes whom has lost the fact: %s",
    (question, expected, prediction) => {
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
      const verdict = searchAndAnswer(trace, {
        ...{ question, expected },
        ...{ unit: units[0] ?? "", context: texts[0]?.[1] ?? "" },
        ...{ prediction, evidence: ["m0@1"] },
      });
      expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "x0" });
    },
  );
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
  const verdict = searchAndAnswer(trace, {
    ...{ question: "How much does the new cox weigh?", expected: "48 kilos" },
    rewritten: "price of new oars paid by the county",
    ...{ unit: units[1] ?? "", context: told[1] ?? "" },
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
