/**
 * Finds other spellings of a clock time. "At seven" can be "7:00", or "19:00" if the text names no
 * part of the day.
 */
import { clockMentions, inClockTimes } from "../clock-times.ts";
import { timeMentions } from "../times.ts";
import { allStems } from "../words.ts";

/**
 * Matches a part of the day, as in "7:00 tonight". This pattern is needed only for clock times in
 * figures, such as "7:00". For other clock times, `clockMentions` says whether the text names a
 * part of the day.
 */
const PART_OF_DAY =
  /\b(?:\d ?[ap]\.?m|morning|afternoon|evening|tonight|night|noon|midday)\b|\b(?:morgens|vormittags|nachmittags|abends|nachts)\b/i;
/** Words before a number that make it a clock time. */
const BEFORE_HOUR = new Set(
  "at by until till before after from to since around about past between".split(" "),
);
const CLOCK = /^(\d{1,2}):(\d\d)$/;
const HOUR = /^\d{1,2}$/;
const NOON = 12;

/**
 * If the stem is a clock time in the text, returns the other spellings of this time. For the "7" in
 * "we met at 7", these are `7:00` and `19:00`. Returns an empty list for any other stem.
 * @param words stems of all words of the text, in order
 */
export function otherHours(stem: string, text: string, words: readonly string[]): string[] {
  const [, written, minute = "00"] = CLOCK.exec(stem) ?? [];
  const isHour =
    HOUR.test(stem) && words.some((word, at) => word === stem && isAfter(words[at - 1]));
  if (written === undefined && !isHour) return [];
  const hour = Number(written ?? stem);
  const spelled = `${hour}:${minute}`;
  const twin = twinClock(spelled) ?? spelled;
  const isEither = words.includes(twin) || isOpen(hour, spelled, text);
  const short = written !== undefined && minute === "00" ? [`${hour}`] : [];
  return [...(isEither ? [spelled, twin] : [spelled]), ...short].filter((each) => each !== stem);
}

/**
 * Prepares two texts for a comparison of their clock times. "Half past two" can mean 2:30 or 14:30.
 * So if the first text says "half past two" and the second says "2:30 pm", the results have "2:30"
 * in both places. If no time of the second text must be changed in this way, both texts are
 * returned unchanged.
 */
export function inSameHours(first: string, second: string): [string, string] {
  const [one, other] = [first, second].map(inClockTimes);
  if (one === undefined || other === undefined) return [first, second];
  if (!/\d/.test(one) && !/\d/.test(other)) return [first, second];
  const [own, given] = [hoursIn(one, first), hoursIn(other, second)];
  const spelled = given.reduce((text, { stem, others }) => {
    if (own.some((each) => each.stem === stem)) return text;
    const same = own.find((each) => each.others.includes(stem) || others.includes(each.stem));
    return same === undefined ? text : withHour(text, stem, same.stem);
  }, other);
  return spelled === other ? [first, second] : [one, spelled];
}

/** Maximum number of clock times of one text that are compared. */
const MAX_HOURS = 32;

interface Hour {
  readonly stem: string;
  /** Other spellings of the clock time, see `otherHours`. */
  readonly others: readonly string[];
}

/**
 * Returns the clock times in a text.
 * @param text the text with its clock times in figures, such as "at 2:30"
 * @param said the same text as somebody wrote it, such as "at half past two"
 */
function hoursIn(text: string, said: string): Hour[] {
  const words = allStems(text);
  return [...new Set(words)]
    .filter((word) => HOUR.test(word) || CLOCK.test(word))
    .slice(0, MAX_HOURS)
    .map((stem) => ({ stem, others: otherHours(stem, said, words) }));
}

/** Replaces the figure by the clock time, except in a date: the "9" in "9 May" is no hour. */
function withHour(text: string, figure: string, clock: string): string {
  const times = timeMentions(text);
  const isInTime = (at: number) =>
    times.some((time) => at >= time.index && at < time.index + time.text.length);
  let isDone = false;
  return text.replace(wholeFigure(figure), (written: string, at: number) => {
    if (isDone || isInTime(at)) return written;
    isDone = true;
    return clock;
  });
}

/** Matches the figure where it is no part of a longer figure. */
function wholeFigure(stem: string): RegExp {
  return new RegExp(`(?<![\\p{N}:.,])0?${stem}(?!\\p{N}|[:.,]\\p{N})`, "gu");
}

/**
 * Returns the clock time twelve hours before or after, as `words.ts` writes it. Returns undefined if
 * the word is no clock time.
 */
export function twinClock(word: string): string | undefined {
  const [, hour, minute] = CLOCK.exec(word) ?? [];
  return hour === undefined ? undefined : `${(Number(hour) + NOON) % 24}:${minute}`;
}

/** Whether the text leaves open which half of the day the clock time is in. */
function isOpen(hour: number, clock: string, text: string): boolean {
  if (hour === 0 || hour >= NOON) return false;
  const mention = clockMentions(text).find(({ time }) => time === clock);
  return mention?.isVague ?? !PART_OF_DAY.test(text);
}

function isAfter(word: string | undefined): boolean {
  return word !== undefined && BEFORE_HOUR.has(word);
}
