/** Memory units in a terse form: records, table rows, triples, and one statement in two units. */
import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { spansOf } from "../../src/text/calendar.ts";
import { clauseWith } from "../../src/text/denial/denied-words.ts";
import { timeMentions } from "../../src/text/times.ts";
import { verdictOn } from "./support/one-question.ts";
import { searchAndAnswer } from "./support/search-and-answer.ts";
import { Trace } from "./support/trace.ts";

const SHIFTS = {
  question: "Who works on Thursday night?",
  ...{ expected: "Ines", answer: "Pavel does." },
  message: "Night shifts: Pavel does Tuesday, Uma is away so Ines takes Thursday.",
};

describe("terse memory units", () => {
  it.each([
    '{"plan":"night shifts","tuesday":"Ines","thursday":"Pavel"}',
    "plan: night shifts | Tuesday: Ines | Thursday: Pavel",
    "Night shifts; Tuesday: Ines, Thursday: Pavel",
  ])("A366 each value of “%s” belongs to its key", (unit) => {
    const { errorType, op } = verdictOn({ ...SHIFTS, unit });
    expect({ errorType, op }).toEqual({ errorType: "ExtractionError", op: "x2" });
  });

  it.each([
    '{"plan":"night shifts","tuesday":"Pavel","thursday":"Ines"}',
    "plan: night shifts | Tuesday: Pavel | Thursday: Ines",
  ])("A366 “%s” gives the right values to the keys", (unit) => {
    expect(verdictOn({ ...SHIFTS, unit }).errorType).toBe("ResponseError");
  });

  it("A366 a JSON object with lists is read as a whole", () => {
    const { errorType } = verdictOn({
      question: "What is Ann's hobby?",
      ...{ expected: "tennis", answer: "Golf." },
      message: "Ann gave up golf, she plays tennis and chess now.",
      unit: '{"name":"Ann","hobby":["tennis","chess"],"old hobby":"golf"}',
    });
    expect(errorType).toBe("ResponseError");
  });

  it("A366 the cells of a row are about the same thing", () => {
    const { errorType } = verdictOn({
      question: "Which lorry does tour 12 need?",
      ...{ expected: "the DAF", answer: "Any lorry for Oslo." },
      message: "Tour 12 to Oslo needs side doors. Take the DAF, the Scania hasn't got any.",
      unit: "| tour 12 | Oslo | open | lorry with openings on the flank: DAF, not Scania |",
    });
    expect(errorType).toBe("ResponseError");
  });

  it("A367 the units of one step are read together", () => {
    const trace = new Trace();
    const said = "<Petra> Ann is chasing the invoice, so I'll repair the garden pump.";
    const message = trace.variable("m", said, { category: "message" });
    const texts = ["Ann repairs the garden pump", "Petra looks after the overdue bill"];
    const units = texts.map((text, at) =>
      trace.variable(`unit-${at}`, text, { category: "memory" }),
    );
    const links = units.map((unit) => [message, unit] as const);
    trace.operation("x", "extract", links, { category: "extraction" });
    const verdict = searchAndAnswer(trace, {
      ...{ question: "Who repairs the pump?", expected: "Petra", prediction: "Ann" },
      ...{ unit: units[0] ?? "", context: texts.join("\n"), evidence: [message] },
    });
    expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "x" });
  });

  it("A368 the brackets of a triple are no remarks", () => {
    const { errorType } = verdictOn({
      question: "Which firmware does the upper lock run?",
      ...{ expected: "27", answer: "31" },
      message: "The lower lock moves to firmware 31; the upper lock stays on 27.",
      unit: "(upper lock) -[REMAINS_ON]-> (firmware 27)",
    });
    expect(errorType).toBe("ResponseError");
  });

  it("A369 a search that finds nothing about the subject missed a paraphrase of the detail", () => {
    const trace = new Trace();
    const facts = [
      [
        "Line 41 stood still, the cause was a blocked outlet.",
        "(line 41) -[STOPPED_BY]-> (outlet through which nothing passed)",
      ],
      ["Line 44 stood still: the customs again.", "(line 44) -[STOPPED_BY]-> (customs)"],
      ["The gate is closed at night.", "The gate is closed at night."],
      ["The scale was repaired in March.", "The scale was repaired in March."],
      ["The blue van needs new tyres.", "The blue van needs new tyres."],
      ["Rui orders the labels on Monday.", "Rui orders the labels on Monday."],
    ];
    const made = facts.map(([said = "", text = ""], at) => {
      const message = trace.message(`m${at}`, "Rui", said);
      const unit = trace.variable(`unit-${at}`, text, { category: "memory" });
      trace.operation(`x${at}`, "extract", [[message, unit]], { category: "extraction" });
      return { message, unit, text };
    });
    const verdict = searchAndAnswer(trace, {
      ...{ question: "Why did line 41 stop?", expected: "a blocked outlet" },
      ...{ unit: made[1]?.unit ?? "", context: made[1]?.text ?? "" },
      ...{ prediction: "Perhaps the customs.", evidence: [made[0]?.message ?? ""] },
    });
    expect(verdict).toMatchObject({ errorType: "RetrievalError", op: "s" });
    expect(verdict.confidence).toBeLessThanOrEqual(0.7);
    expect(verdict.reason).toContain("which may state “a blocked outlet” in other words");
  });
});

describe("a unit about another subject", () => {
  it("A370 limits the confidence if only units without the question's subject state the detail", () => {
    const trace = new Trace();
    const facts = [
      ["Zoe Brandt now looks after the Harbour account.", "Quay: account manager Zoe Brandt"],
      ["Harbour pays at the end of the month.", "Harbour: pays at the end of the month"],
      ["Quay moved to new offices.", "Quay: new offices"],
    ];
    const made = facts.map(([said = "", text = ""], at) => {
      const message = trace.message(`m${at}`, "Rui", said);
      const unit = trace.variable(`unit-${at}`, text, { category: "memory" });
      trace.operation(`x${at}`, "extract", [[message, unit]], { category: "extraction" });
      return { message, unit, text };
    });
    const [right, returned] = made;
    const { errorType, confidence, notes } = searchAndAnswer(trace, {
      ...{ question: "Who is the manager of Harbour?", expected: "Zoe Brandt" },
      ...{ prediction: "I have no name.", unit: returned?.unit ?? "" },
      ...{ context: returned?.text ?? "", evidence: [right?.message ?? ""] },
    });
    expect(errorType).toBe("RetrievalError");
    expect(confidence).toBeLessThanOrEqual(0.6);
    expect(notes?.join(" ")).toContain("under another subject");
  });
});

describe("days and clock times", () => {
  it.each(["The council votes on the 24th.", "Not before the 24th."])(
    "A365 “%s” can mean the last or the next such day",
    (text) => {
      const days = timeMentions(text)[0]?.resolve(Date.UTC(2025, 4, 6) / 86_400_000);
      const meant = days ? spansOf(days).map(({ first }) => new Date(first * 86_400_000)) : [];
      expect(meant).toEqual([new Date(Date.UTC(2025, 3, 24)), new Date(Date.UTC(2025, 4, 24))]);
    },
  );

  it("A365 a day that the last month lacks is in the month before it", () => {
    const days = timeMentions("It closed on the 31st.")[0]?.resolve(
      Date.UTC(2025, 6, 10) / 86_400_000,
    );
    const meant = days ? spansOf(days).map(({ first }) => new Date(first * 86_400_000)) : [];
    expect(meant).toEqual([new Date(Date.UTC(2025, 4, 31)), new Date(Date.UTC(2025, 6, 31))]);
  });

  it("A174 the colon of a clock time does not divide an answer", () => {
    const given = "The sale starts on 9 June 2024 at 17:30.";
    expect(statesWholeAnswer("When does the sale start?", "9 June 2024, 17:30", given)).toBe(true);
  });

  it("A64 a name that looks like a foreign function word belongs to its clause", () => {
    const text = "lorry with side doors: MAN, not Scania";
    expect(clauseWith(text, new Set(["man"])).trim()).toBe("MAN");
  });
});
