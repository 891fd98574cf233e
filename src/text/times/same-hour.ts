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
  return HOUR.test(stem) || CLOCK.test(stem) ? hourReader(text, words)(stem) : [];
}

/**
 * Returns a function that does the same as `otherHours` for one text. The function reads the text
 * only once, even if it is called for many stems.
 */
function hourReader(text: string, words: readonly string[]): (stem: string) => string[] {
  const hours = new Set(words.filter((word, at) => HOUR.test(word) && isAfter(words[at - 1])));
  const all = new Set(words);
  let mentions: ReturnType<typeof clockMentions> | undefined;
  let hasPart: boolean | undefined;
  const isOpen = (hour: number, clock: string) => {
    if (hour === 0 || hour >= NOON) return false;
    mentions ??= clockMentions(text);
    const mention = mentions.find(({ time }) => time === clock);
    hasPart ??= PART_OF_DAY.test(text);
    return mention?.isVague ?? !hasPart;
  };
  return (stem) => {
    const [, written, minute = "00"] = CLOCK.exec(stem) ?? [];
    if (written === undefined && !hours.has(stem)) return [];
    const hour = Number(written ?? stem);
    const spelled = `${hour}:${minute}`;
    const twin = twinClock(spelled) ?? spelled;
    const isEither = all.has(twin) || isOpen(hour, spelled);
    const short = written !== undefined && minute === "00" ? [`${hour}`] : [];
    return [...(isEither ? [spelled, twin] : [spelled]), ...short].filter((each) => each !== stem);
  };
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
  const clocks = new Map(
    given.flatMap(({ stem, others }) => {
      if (own.some((each) => each.stem === stem)) return [];
      const same = own.find((each) => each.others.includes(stem) || others.includes(each.stem));
      return same === undefined ? [] : [[stem, same.stem] as const];
    }),
  );
  const spelled = withHours(other, clocks);
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
  const othersOf = hourReader(said, words);
  return [...new Set(words)]
    .filter((word) => HOUR.test(word) || CLOCK.test(word))
    .slice(0, MAX_HOURS)
    .map((stem) => ({ stem, others: othersOf(stem) }));
}

/**
 * Replaces each figure by its clock time in `clocks`, but only once in the text. Skips figures
 * inside time expressions: the "9" in "9 May" is no hour.
 */
function withHours(text: string, clocks: ReadonlyMap<string, string>): string {
  if (clocks.size === 0) return text;
  const times = timeMentions(text);
  const done = new Set<string>();
  let next = 0;
  return text.replace(
    wholeFigures(clocks.keys()),
    (written: string, figure: string, at: number) => {
      for (let time = times[next]; time && time.index + time.text.length <= at; ) {
        next += 1;
        time = times[next];
      }
      if (done.has(figure) || (times[next]?.index ?? at + 1) <= at) return written;
      done.add(figure);
      return clocks.get(figure) ?? written;
    },
  );
}

/** Matches the figures where they are no part of a longer figure. */
function wholeFigures(stems: Iterable<string>): RegExp {
  return new RegExp(`(?<![\\p{N}:.,])0?(${[...stems].join("|")})(?!\\p{N}|[:.,]\\p{N})`, "gu");
}

/**
 * Returns the clock time twelve hours before or after, as `words.ts` writes it. Returns undefined
 * if the word is no clock time.
 */
export function twinClock(word: string): string | undefined {
  const [, hour, minute] = CLOCK.exec(word) ?? [];
  return hour === undefined ? undefined : `${(Number(hour) + NOON) % 24}:${minute}`;
}

/** Whether the word makes the number after it a clock time. */
function isAfter(word: string | undefined): boolean {
  return word !== undefined && BEFORE_HOUR.has(word);
}
