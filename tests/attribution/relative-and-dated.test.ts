/** Weekdays and other relative times in the expected answer, and dates in units and given answers. */
import { describe, expect, it } from "vitest";
import { timeMentions } from "../../src/text/times.ts";
import { searchAndAnswer } from "./support/search-and-answer.ts";
import { Trace } from "./support/trace.ts";

interface Told {
  /** What a message says on Monday, 3 June 2024. */
  readonly said: string;
  readonly question?: string;
  readonly expected: string;
  readonly unit?: string;
  readonly answer?: string;
}

const OTHERS = ["Pia plays the cello.", "The garage door is red.", "Oskar likes plum cake."];

function verdictOn({ said, question, expected, unit = said, answer = "I do not know." }: Told) {
  const trace = new Trace();
  const stored = [said, ...OTHERS].map((text, i) => {
    const message = trace.message(`m${i}`, "Pia", text, "2024-06-03");
    const kept = trace.variable(`u${i}`, i === 0 ? unit : text, { category: "memory" });
    trace.operation(`x${i}`, "extract", [[message, kept]], { category: "extraction" });
    return kept;
  });
  return searchAndAnswer(trace, {
    ...{ question: question ?? "When is the boiler inspection?", expected },
    ...{ unit: stored[0] ?? "", context: unit, prediction: answer, evidence: ["m0@1"] },
  });
}

const ON_WEDNESDAY = { said: "The boiler inspection is on Wednesday, the caretaker wrote." };
const AM_FREITAG = {
  ...{ said: "Die Kesselprüfung ist am Freitag, schrieb der Hausmeister." },
  question: "Wann ist die Kesselprüfung?",
};
const MOVED = { said: "The boiler inspection was moved to Wednesday, the caretaker wrote." };
const VIERNES = {
  ...{ said: "La revisión de la caldera es el viernes.", question: "¿Cuándo es la revisión?" },
};
const YESTERDAY = {
  ...{ said: "The boiler inspection was yesterday.", question: "When was the boiler inspection?" },
};

describe("a date in the given answer for a relative time in the expected answer", () => {
  it.each([
    { ...ON_WEDNESDAY, expected: "on Wednesday", answer: "It is on Wednesday, June 5, 2024." },
    { ...ON_WEDNESDAY, expected: "Wednesday", answer: "The inspection is on 5 June 2024." },
    { ...ON_WEDNESDAY, expected: "Wednesday", answer: "It is on Wednesday, 5 June." },
    { ...MOVED, expected: "Wednesday", answer: "The boiler inspection is on 5 June 2024." },
    { ...AM_FREITAG, expected: "Freitag", answer: "Sie ist am 7. Juni 2024." },
    { ...AM_FREITAG, expected: "am Freitag", answer: "Sie ist am Freitag, 7. Juni 2024." },
    { ...VIERNES, expected: "el viernes", answer: "Es el viernes 7 de junio de 2024." },
    { ...YESTERDAY, expected: "yesterday", answer: "It was on 2 June 2024." },
  ])("A421 «$expected» and «$answer» are the same day", (told) => {
    expect(verdictOn(told)).toMatchObject({ errorType: "JudgeError" });
  });

  it.each([
    { ...ON_WEDNESDAY, expected: "on Wednesday", answer: "It is on Wednesday, June 12, 2024." },
    { ...ON_WEDNESDAY, expected: "Wednesday", answer: "It is on Wednesday, June 19, 2024." },
    { ...ON_WEDNESDAY, expected: "Wednesday", answer: "It is on Wednesday, 12 June." },
    { ...AM_FREITAG, expected: "Freitag", answer: "Sie ist am Freitag, 14. Juni 2024." },
    { ...VIERNES, expected: "el viernes", answer: "Es el viernes 14 de junio de 2024." },
  ])("A421 «$expected» and «$answer» are different days", (told) => {
    expect(verdictOn(told)).toMatchObject({ errorType: "ResponseError", op: "an" });
  });

  it("A421 a date of something else proves nothing", () => {
    const answer = "On 3 June 2024 you said that it is on Wednesday.";
    const verdict = verdictOn({ ...ON_WEDNESDAY, expected: "on Wednesday", answer });
    expect(verdict).toMatchObject({ errorType: "JudgeError" });
  });
});

describe("a date in a unit for the weekday of the message", () => {
  it.each([
    { ...ON_WEDNESDAY, expected: "Wednesday", unit: "Boiler inspection: 5 June 2024, caretaker." },
    { ...MOVED, expected: "Wednesday", unit: "The boiler inspection is on 2024-06-05." },
    { ...AM_FREITAG, expected: "Freitag", unit: "Kesselprüfung am 7. Juni 2024." },
  ])("A422 «$unit» states «$expected»", (told) => {
    expect(verdictOn(told)).toMatchObject({ errorType: "ResponseError", op: "an" });
  });

  it.each([
    {
      ...{ ...ON_WEDNESDAY, expected: "Wednesday" },
      unit: "The boiler inspection is on Wednesday, June 12, 2024.",
    },
    {
      ...{ ...AM_FREITAG, expected: "Freitag" },
      unit: "Die Kesselprüfung ist am Freitag, 14. Juni 2024.",
    },
  ])("A422 «$unit» states another day than «$expected»", (told) => {
    expect(verdictOn(told)).toMatchObject({ errorType: "ExtractionError", op: "x0" });
  });

  it("A422 a weekday of every week is no single day", () => {
    const said = "The boiler man comes every Wednesday.";
    const unit = "The boiler man comes on Wednesdays.";
    const question = "On which day does the boiler man come?";
    const verdict = verdictOn({ said, unit, question, expected: "Wednesday" });
    expect(verdict).toMatchObject({ errorType: "ResponseError", op: "an" });
  });
});

it.each([
  ["on Tuesday, 4 June", 1],
  ["el martes 4 de junio", 1],
  ["on Tuesday and on 6 June", 2],
])("A406 a weekday and the date without a year beside it are one time: «%s»", (text, times) => {
  expect(timeMentions(text)).toHaveLength(times);
});
