/**
 * Every function that reads external text takes time linear in the text's length, whatever the text
 * contains.
 */
import { expect, test } from "vitest";
import { passagesOf } from "../../src/attribution/answers/passages.ts";
import { asksAtEnd, withoutNote } from "../../src/attribution/evidence/asking.ts";
import { readMessage } from "../../src/attribution/roles/message-text.ts";
import { tellingDetails } from "../../src/attribution/source/wrong-part.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { memoryUnits } from "../../src/graph/memory/memory-units.ts";
import { piecesOf } from "../../src/otlp/events/pieces.ts";
import { fieldsOf } from "../../src/protocol/json/json-fields.ts";
import { durations } from "../../src/text/durations.ts";
import { bareWord, isNegated, polarityOf, saysUnknown } from "../../src/text/polarity.ts";
import { Sentences } from "../../src/text/sentences.ts";
import { shortenedIn } from "../../src/text/spelling/shortened-thousands.ts";
import { inSameHours } from "../../src/text/times/same-hour.ts";
import { firstDate, timeMentions } from "../../src/text/times.ts";
import { contentStems, readable, wordsOf } from "../../src/text/words.ts";
import { leastProcessorMs } from "../suites/processor-time.ts";

const message = (value: string) => readMessage({ ...VARIABLE, value });
const VARIABLE = { id: "m@1", name: "m", fullName: "m", version: 1, at: 0, value: "" } as const;
const units = (name: string) => {
  const event = {
    type: "variable",
    id: "v",
    ref: "v",
    graph: "g",
    at: 0,
    name,
    value: "v",
  } as const;
  const graph = buildGraph("g", [event]);
  return [...graph.variables.values()].map(memoryUnits(graph).isUnit);
};

const READERS: readonly (readonly [string, (text: string) => unknown, readonly string[]])[] = [
  ["pieces of a prompt", piecesOf, ["```", "```json\n", "- ", "[", "Memory: "]],
  ["message", message, ["[", "[1", "Ann [", "Ann (1", '<m a="b"', '<m a="b">', "{"]],
  ["question at the end", asksAtEnd, ["?", "?[", "? [a]"]],
  ["note at the end", withoutNote, ["[", "?[", "[a]"]],
  ["details of an answer", tellingDetails, ["", "1. ", "A", "- "]],
  ["passages of an answer", passagesOf, ["# ", "# a\r", "**", "a:"]],
  ["forms of names", units, ["", "a-", "1-"]],
  ["sentences", (text) => new Sentences().of(text), ["", "A.", "“"]],
  ["words", contentStems, ["", "5 km ", "€", "十"]],
  ["written words", wordsOf, ["", "5 km ", "€", "十"]],
  ["escapes", readable, ["\\", "\\u"]],
  ["durations", durations, ["", "1 day", "一"]],
  ["first date", firstDate, ["", "1 ", "jan", "2023-"]],
  ["hours", (text) => inSameHours("at 1:10, at 2:20", text), ["at 13:10 ", "9 May ", "at one "]],
  ["amounts", (text) => shortenedIn(text, "27000"), ["at 27 ", "27 a", "a 27"]],
  ["times", timeMentions, ["", "in 2023 ", "vor ", "十", "ago "]],
  ["single words", bareWord, ["", "no"]],
  ["yes and no", polarityOf, ["no ", "yes"]],
  ["negations", isNegated, ["", "kein"]],
  ["unknown", saysUnknown, ["not ", "vor ", "no "]],
];

const REPEATED = [
  ...[" ", "\n", "\t", "1", "a", "A", "-", "[", "]", "(", "{", ",", ".", '"', "'", "`", ":", "?"],
  ...[
    "a-",
    "1,",
    "[1",
    "(1",
    "a b ",
    "A ",
    "A. ",
    "\n\n",
    ' a="b"',
    "?[",
    "一",
    "十",
    "not ",
    "vor ",
  ],
];
const CHARS = 24_000;
const TIMES_SHORTER = 4;
/** Shorter times depend more on the machine than on the text, so they are not compared. */
const MEASURABLE_MS = 5;
/** Largest allowed growth. Linear work takes four times as long, quadratic work sixteen times. */
const MOST_GROWTH = 10;
const ROUNDS = 7;
const COMPARISONS = 6;

/**
 * Returns the ratio of the times for the long and the short text; 1 if the times are too short to
 * measure.
 */
function growth(read: (text: string) => unknown, long: string, short: string): number {
  const fastest = (text: string, rounds: number) => leastProcessorMs(rounds, () => read(text));
  const once = fastest(long, 1);
  if (once < MEASURABLE_MS) return 1;
  let least = once / fastest(short, 1);
  // Other processes may slow down the long text in some rounds. Quadratic work is slow in every
  // round.
  for (let again = 0; least > MOST_GROWTH && again < COMPARISONS; again++)
    least = Math.min(least, fastest(long, ROUNDS) / fastest(short, ROUNDS));
  return least;
}

// Other processes may slow down every comparison of one attempt, so retry.
test.each(READERS)(
  "J54 %s: the time grows with the length of the text",
  { retry: 2 },
  (_, read, openings) => {
    read("warm up");
    const slow: string[] = [];
    for (const opening of ["", ...openings]) {
      for (const part of new Set([...REPEATED, opening || "x"])) {
        const textOf = (chars: number) => `${opening}${part.repeat(chars / part.length)}x`;
        const factor = growth(read, textOf(CHARS), textOf(CHARS / TIMES_SHORTER));
        if (factor > MOST_GROWTH) {
          slow.push(`${JSON.stringify([opening, part])} ${factor.toFixed(1)} times`);
        }
      }
    }
    expect(slow).toEqual([]);
  },
);

test("A427 many hours in a long text take little more time than one", { retry: 2 }, () => {
  const hours = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => `at ${first + (i % 9)}:${10 + i}`).join(", ");
  const dates = "On 5 May 2023 we left, and on 6 June we came back. ".repeat(2_000);
  const took = (count: number) =>
    leastProcessorMs(ROUNDS, () => inSameHours(hours(1, count), `${hours(13, count)}. ${dates}`));
  took(1);
  expect(took(30)).toBeLessThan(4 * took(1));
});

test("A427 an hour gets the spelling of the other text where it is in no date", () => {
  const given = "On 9 May we said 21:30, and not 14:10.";
  const [, spelled] = inSameHours("at half past nine, at ten past two", given);
  expect(spelled).toBe("On 9 May we said 9:30, and not 2:10.");
});

test("H283 the parser reads JSON below the deepest level in a message or unit as null", () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const record = (levels: number) =>
    `{"speaker":"Ann","content":"Rex is my dog.","raw":${deep(levels)}}`;
  expect(message(record(3))).toMatchObject({ speaker: "Ann", content: "Rex is my dog." });
  // Far deeper than a recursive parser can handle.
  expect(message(record(100_000))).toMatchObject({ speaker: "Ann", content: "Rex is my dog." });
  expect(fieldsOf(record(300))).toMatchObject({ speaker: "Ann" });
  expect(JSON.stringify(fieldsOf(deep(300)))).toContain("null");
  expect(fieldsOf(JSON.stringify([1]))).toBeUndefined();
});
