/**
 * The evidence search finds messages that state the expected answer in other words, or only
 * together with a computation.
 */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { firstDate, timeMentions } from "../../src/text/times.ts";
import { Trace } from "./support/trace.ts";

type Said = readonly [speaker: string, text: string];

const TALK: readonly Said[] = [
  ["Ines", "Good morning, the kitchen smells of fresh paint."],
  ["Karl", "We repaired the gutter and drank too much coffee."],
  ["Ines", "My sister likes her nursing school."],
  ["Karl", "Somebody left an umbrella in the hall."],
];

/** Asks about messages of which the memory keeps a copy, and answers wrongly. */
function verdictOn(messages: readonly Said[], query: string, expected: string, prediction: string) {
  const trace = new Trace();
  const said = [...TALK, ...messages].map(([speaker, text], index) => {
    const message = trace.message(`m${index}`, speaker, text, "2024-05-12");
    const unit = trace.variable(`unit${index}`, `${speaker}: ${text}`, { category: "memory" });
    trace.operation(`store${index}`, "store", [[message, unit]], { category: "extraction" });
    return { message, unit };
  });
  const asked = trace.variable("question", query, { category: "query" });
  const results = trace.variable("results", said.map(({ unit }) => unit).join("\n"));
  const read = said.map(({ unit }): [string, string] => [unit, results]);
  trace.operation("search", "search", [[asked, results], ...read], { category: "retrieval" });
  const reply = trace.variable("reply", prediction, { category: "answer" });
  const answered: [string, string][] = [
    [asked, reply],
    [results, reply],
  ];
  trace.operation("answer", "answer", answered, { category: "answer" });
  const failed = { query, expected: [expected], prediction, evidence: [] };
  const verdict = attribute(trace.build(), failed);
  return {
    ...{ errorType: verdict.errorType },
    evidence: verdict.evidence.map((id) => said.findIndex(({ message }) => message === id)),
  };
}

const FIRST = TALK.length;
const UNKNOWN = "I do not know.";

/** Rows of message, question and expected answer. */
type Row = readonly [message: string, query: string, expected: string];

const TIMES: readonly Row[] = [
  ["Otto wants his piano back by the 28th.", "When must we return the piano?", "28 June 2024"],
  ["Das Klavier will Otto bis zum 28.", "Wann geben wir das Klavier ab?", "28. Juni 2024"],
  ["Otto vuole il piano entro il 28.", "Quando si restituisce il piano?", "28 giugno 2024"],
  ["The piano comes the day before the concert.", "When does the piano come?", "3 July 2024"],
  ["Le piano est livré la veille du concert.", "Quand arrive le piano ?", "3 juillet 2024"],
  ["Das Klavier kommt am Tag nach dem Konzert.", "Wann liefert man das Klavier?", "5. Juli 2024"],
  ["The piano is tuned forty days after the move.", "When is the piano tuned?", "2 August 2024"],
  ["El piano llega tres semanas después.", "¿Cuándo traen el piano?", "25 de julio de 2024"],
];

describe("a search for evidence that gives the expected answer indirectly", () => {
  it.each(TIMES)("A360 %j can be the evidence for %j: %j", (message, query, expected) => {
    const verdict = verdictOn([["Karl", message]], query, expected, UNKNOWN);
    expect(verdict).not.toMatchObject({ errorType: "AnnotationError" });
    expect(verdict.evidence).toEqual([FIRST]);
  });

  it.each([
    ["The piano was moved two days ago.", "When is the piano tuned?", "2 August 2024"],
    ["The piano was moved yesterday.", "When is the piano tuned?", "2 August 2024"],
    ["The organ is tuned forty days after the move.", "Wann kommt Tante Berta?", "2. August 2024"],
  ])("A360 %j is no evidence for %j: %j", (message, query, expected) => {
    expect(verdictOn([["Karl", message]], query, expected, UNKNOWN)).toMatchObject({
      errorType: "AnnotationError",
    });
  });

  it.each([
    [
      "We have 90 chairs in the hall, and 25 of them are broken.",
      "How many chairs can we use?",
      "65",
    ],
    ["The hall holds 12 rows of 15 chairs.", "How many chairs does the hall hold?", "180"],
  ])("A361 %j can be the evidence for %j: %j", (message, query, expected) => {
    const verdict = verdictOn([["Karl", message]], query, expected, UNKNOWN);
    expect(verdict).not.toMatchObject({ errorType: "AnnotationError" });
    expect(verdict.evidence).toEqual([FIRST]);
  });

  it("A361 two messages that share a figure can give the answer together", () => {
    const messages: Said[] = [
      ["Karl", "I ordered 30 chairs for the hall."],
      ["Ines", "Four of the thirty are broken."],
    ];
    const verdict = verdictOn(messages, "How many chairs can we use in the hall?", "26", "30");
    expect(verdict).not.toMatchObject({ errorType: "AnnotationError" });
  });

  it("A362 a message with all words of the expected answer can state it with other question words", () => {
    const said: Said = ["Karl", "Grandma's glasses now lie behind the copper kettle. Tell Ines."];
    const query = "Where should Ines look for Adele's spectacles?";
    const verdict = verdictOn([said], query, "behind the copper kettle", UNKNOWN);
    expect(verdict).not.toMatchObject({ errorType: "AnnotationError" });
    expect(verdict.evidence).toEqual([FIRST]);
  });

  it("A362 a clock time of the expected answer can have another spelling in the message", () => {
    const said: Said = ["Otto", "I can take the dog, but I must be off by four."];
    const query = "Until what time is somebody with the dog?";
    const verdict = verdictOn([said], query, "until four o'clock", UNKNOWN);
    expect(verdict).not.toMatchObject({ errorType: "AnnotationError" });
    expect(verdict.evidence).toEqual([FIRST]);
  });

  it("A363 searched evidence beside the question does not make the annotation wrong", () => {
    const query = "How many gifts did Ines mention?";
    const verdict = verdictOn([], query, "three", "The memories do not mention that.");
    expect(verdict).not.toMatchObject({ errorType: "AnnotationError" });
  });

  it("A169 a message about another subject does not make an inferred answer wrong", () => {
    const messages: Said[] = [
      ["Karl", "You can lean on me at any time."],
      ["Ines", "The jam needs a conserve pan."],
    ];
    const query = "Which way would Karl likely lean with his tips?";
    expect(verdictOn(messages, query, "conservative", UNKNOWN)).not.toMatchObject({
      errorType: "AnnotationError",
    });
  });

  it("A363 no message needs to state a duration", () => {
    const said: Said = ["Karl", "The tiler has started in the bathroom."];
    const query = "How long did the tiler work in the bathroom?";
    const verdict = verdictOn([said], query, "six weeks", UNKNOWN);
    expect(verdict).not.toMatchObject({ errorType: "AnnotationError" });
  });

  it.each(["2025/04/14", "2025.4.14", "2025年4月14日"])("A364 %j is a day", (written) => {
    const day = Date.UTC(2025, 3, 14) / 86_400_000;
    expect(firstDate(`${written} 佐藤「雨」`)).toBe(day);
    expect(timeMentions(written)[0]?.resolve(undefined)).toEqual({ first: day, last: day });
  });
});
