/**
 * Recognises an expected answer that its reader must compute from a message: "90 minutes" from
 * "from nine until half past ten", or "ten nights" from "seven nights, then three more".
 */
import type { Variable } from "../../graph/model.ts";
import type { Days } from "../../text/calendar.ts";
import { type Duration, equalDuration, exactDurations } from "../../text/durations.ts";
import type { Sentence } from "../../text/sentences.ts";
import { rangeLengths } from "../../text/times/range-lengths.ts";
import { contentStems } from "../../text/words.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { AnswerPart, ExpectedAnswer } from "../needs/expected-answer.ts";

const MINUTES_A_DAY = 1440;
const FIGURE = /^\d+(?:\.\d+)?$/;
const CLOCK = /^(\d{1,2}):(\d\d)$/;
/**
 * Two numbers count as equal if they differ by at most this share. A division can give many
 * decimals, and the expected answer can have a rounded number.
 */
const ROUNDED = 0.005;

/** Maximum number of figures of a message. The time grows with the square of this number. */
const MAX_FIGURES = 24;

/**
 * Whether the expected answer is the result of one calculation. Either a calculation with figures
 * of the messages gives a part of the answer, or a day plus or minus a duration of the same message
 * gives a time of the answer.
 */
export function isComputedFrom(
  messages: readonly Variable[],
  { parts, times }: ExpectedAnswer,
  corpus: MessageCorpus,
): boolean {
  const text = messages.map((message) => corpus.message(message).content).join("\n");
  const sentences = messages.flatMap((message) => corpus.message(message).sentences);
  if (parts.some((part) => isComputed(part, text, sentences))) return true;
  return messages.some((message) => times.some((time) => isDayFrom(message, time, corpus)));
}

/** Maximum number of messages that `sharingFigure` returns. */
const MAX_SHARING = 8;

/**
 * Returns the other messages that name a figure of this message. Their other figures probably count
 * the same things: "Two of the fourteen have cancelled" after "a boat for 14 people".
 */
export function sharingFigure(
  message: Variable,
  messages: readonly Variable[],
  corpus: MessageCorpus,
): readonly Variable[] {
  const figures = [...corpus.message(message).stems].filter((stem) => FIGURE.test(stem));
  const sharing = new Set(
    figures.slice(0, MAX_FIGURES).flatMap((each) => [...corpus.usersOf(each)]),
  );
  sharing.delete(message.id);
  return messages.filter(({ id }) => sharing.has(id)).slice(0, MAX_SHARING);
}

function isDayFrom(
  message: Variable,
  { mention, days }: ExpectedAnswer["times"][number],
  corpus: MessageCorpus,
): boolean {
  const { sentences, day, times: named } = corpus.message(message);
  const meant = days ?? mention.resolve(day);
  if (meant === undefined) return false;
  const lengths = durationsIn(sentences).filter((each) => each.days >= 1);
  const anchors = [day, ...named().map((each) => each.resolve(day)?.first)];
  return anchors.some((from) => from !== undefined && isAway(meant, from, lengths));
}

/**
 * Whether one of the durations, counted forward or backward from the day `from`, leads to the time.
 */
function isAway(
  { first, last }: Days,
  from: number,
  lengths: readonly { readonly days: number }[],
): boolean {
  return lengths.some(({ days }) => {
    // Allow a difference of one day, because some people count the first day and others do not.
    // Allow more for long durations, because not all months and years have the same length.
    const slack = Math.max(1, 0.02 * days);
    return [from + days, from - days].some((day) => day >= first - slack && day <= last + slack);
  });
}

/**
 * Whether the part of the answer can be computed from the text. Either one calculation with numbers
 * in the text gives a number or a duration of the part, or the text has a range that is as long as
 * a duration of the part.
 */
function isComputed(
  { stems, lengths = [] }: AnswerPart,
  text: string,
  sentences: readonly Sentence[],
): boolean {
  const wanted = stems.filter((stem) => FIGURE.test(stem)).map(Number);
  if (wanted.length + lengths.length === 0) return false;
  const ranges =
    lengths.length === 0
      ? []
      : sentences.flatMap((each) => rangeLengths(each.text, () => each.times()));
  if (lengths.some(({ days }) => ranges.some((each) => equalDuration(each, days)))) return true;
  const words = contentStems(text);
  const said = words.filter((stem) => FIGURE.test(stem) || CLOCK.test(stem)).slice(0, MAX_FIGURES);
  // "Once" counts as the figure 1. It is a function word, so it is not among the stems.
  const once = (text.match(/\bonce\b/gi) ?? []).map(() => 1);
  const figures = [...once, ...said.filter((stem) => FIGURE.test(stem)).map(Number)].slice(
    0,
    MAX_FIGURES,
  );
  const halves = /\bhalf\b/i.test(text) ? figures.map((figure) => figure / 2) : [];
  const results = [sum(figures), ...halves, ...pairs(figures).flatMap(([a, b]) => resultsOf(a, b))];
  const isPercent = words.includes(PERCENT);
  const rests = isPercent ? figures.map((figure) => 100 - figure) : [];
  const shares = isPercent ? pairs(figures).flatMap(([a, b]) => sharesOf(a, b)) : [];
  if (
    wanted.some((each) =>
      [...results, ...rests, ...shares].some((result) => isNearly(each, result)),
    )
  )
    return true;
  const units = lengths.length === 0 ? [] : durationsIn(sentences).flatMap(unitOf);
  const isLength = (days: number) =>
    units.some((unit) => results.some((result) => equalDuration(days, result * unit)));
  if (lengths.some(({ days }) => isLength(days))) return true;
  if (lengths.length === 0 || !said.some((stem) => CLOCK.test(stem))) return false;
  const spans = pairs(said.flatMap(minutesOf)).map(([a, b]) => Math.abs(a - b));
  return lengths.some(({ days }) => spans.some((span) => isNearly(span, days * MINUTES_A_DAY)));
}

const PERCENT = "percent";

/** Reads each sentence separately, because the time grows with the square of a text's length. */
function durationsIn(sentences: readonly Sentence[]): readonly Duration[] {
  return sentences.flatMap(({ text }) => exactDurations(text)).slice(0, MAX_FIGURES);
}

/**
 * Returns the number of days in one unit of the duration. For example, the unit of "three hours" is
 * an hour, so the result is 1/24. The result is empty if the text has no number.
 */
function unitOf({ text, days }: { readonly text: string; readonly days: number }): number[] {
  const figure = contentStems(text).find((stem) => FIGURE.test(stem));
  return figure === undefined || Number(figure) === 0 ? [] : [days / Number(figure)];
}

function resultsOf(a: number, b: number): number[] {
  return [a + b, Math.abs(a - b), a * b, a / b, b / a];
}

/**
 * It is unknown which of the two figures is a percentage. Takes each as a percentage of the other,
 * and returns this share and the rest. For example, "310" and "80 percent" give 248 and 62.
 */
function sharesOf(a: number, b: number): number[] {
  return [(a * b) / 100, (a * (100 - b)) / 100, (b * (100 - a)) / 100];
}

function pairs(of: readonly number[]): [number, number][] {
  return of.flatMap((a, index) => of.slice(index + 1).map((b): [number, number] => [a, b]));
}

/**
 * Returns the minutes from midnight to a clock time, as a list with one element. A number up to 24
 * counts as a full hour. For any other text, the list is empty.
 */
function minutesOf(stem: string): number[] {
  const [, hour = stem, minute = "0"] = CLOCK.exec(stem) ?? [];
  return Number(hour) <= 24 ? [Number(hour) * 60 + Number(minute)] : [];
}

function sum(of: readonly number[]): number {
  return of.length < 2 ? Number.NaN : of.reduce((total, each) => total + each, 0);
}

function isNearly(wanted: number, result: number): boolean {
  return Math.abs(wanted - result) <= ROUNDED * wanted;
}
