/** Splits the expected answer into times and parts. A part is one item of a list. */

import type { FailedCase } from "../../protocol/api/attribution.ts";
import type { Days } from "../../text/calendar.ts";
import { deniesWithoutNot } from "../../text/denial/denial-without-not.ts";
import { durations, equalDuration, exactDurations } from "../../text/durations.ts";
import { withoutTitles } from "../../text/languages/labels/courtesy-titles.ts";
import { listItems } from "../../text/lists.ts";
import { bareWord, HEDGES, type Polarity, polarityOf, saysUnknown } from "../../text/polarity.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import { isWeekday } from "../../text/times/only-weekday.ts";
import { twinClock } from "../../text/times/same-hour.ts";
import { timeMentions } from "../../text/times.ts";
import { contentStems, isFunctionWord, letterLikeness, plainStems } from "../../text/words.ts";
import { LETTERS_ALIKE } from "../thresholds.ts";

export interface AnswerPart {
  readonly text: string;
  /**
   * The stems of the part that the question does not have. If the question has every stem of the
   * part, this field has every stem too.
   */
  readonly stems: readonly string[];
  /** The durations in the part. A text can state them in another unit. */
  readonly lengths?: readonly Length[];
}

/** A duration in a part of an answer. `stems` are the stems of the words for this duration. */
export interface Length {
  readonly days: number;
  readonly stems: readonly string[];
}

export interface ExpectedAnswer {
  readonly times: readonly {
    readonly text: string;
    readonly mention: TimeMention;
    readonly days: Days | undefined;
  }[];
  readonly parts: readonly AnswerPart[];
  readonly polarity: Polarity | undefined;
  /**
   * Whether the answer says how certain a yes or no is, such as "probably yes". Somebody inferred
   * such an answer, so no message states it.
   */
  readonly isHedged: boolean;
  /**
   * Whether the answer is only a number. Such a number can be a count: for "How often did Ann go
   * swimming?", somebody counted the messages about swimming. Then no message states the number.
   */
  readonly isNumber: boolean;
  readonly isUnknown: boolean;
}

/** Matches the stem of a number, and the stem "time" as in "three times". */
const COUNTING = /^(?:\d+|time)$/;

export function isBarePolarity({ polarity, parts, times }: ExpectedAnswer): boolean {
  return polarity !== undefined && parts.length === 0 && times.length === 0;
}

/**
 * Whether the expected answer has a part, a time, a yes or no, or "unknown". Otherwise, messages
 * cannot be compared with it.
 */
export function isComparable({ parts, times, polarity, isUnknown }: ExpectedAnswer): boolean {
  return parts.length > 0 || times.length > 0 || polarity !== undefined || isUnknown;
}

/**
 * Whether the answer is only a duration. Messages can give a duration by its first and last day.
 */
export function isOnlyDuration({ parts, times }: ExpectedAnswer): boolean {
  return (
    times.length === 0 &&
    parts.length > 0 &&
    parts.every(({ stems, lengths = [] }) =>
      stems.every((stem) => lengths.some((length) => length.stems.includes(stem))),
    )
  );
}

/** Whether the case has an expected answer that can be compared with messages. */
export function isExpectedKnown({ query, expected }: FailedCase): boolean {
  return isComparable(readExpected(expected, new Set(contentStems(query))));
}

/** Maximum number of entries in `parts`, and in `times`. Further entries are left out. */
const MAX_PARTS = 16;

/**
 * A piece of the answer with at most this number of stems can be a mere repetition of a "no", such
 * as "她婉拒了" ("she politely declined").
 */
const REFUSAL_STEMS = 3;

const NOTHING = {
  ...{ times: [], parts: [], polarity: undefined },
  ...{ isHedged: false, isNumber: false },
};

/**
 * Splits the expected answers of a case into times and parts.
 * @param queryStems stems of the question's content words
 */
export function readExpected(
  expected: readonly string[],
  queryStems: ReadonlySet<string>,
): ExpectedAnswer {
  if (expected.length > 0 && expected.every(saysUnknown)) return { ...NOTHING, isUnknown: true };
  const times: { text: string; mention: TimeMention; days: Days | undefined }[] = [];
  const parts: AnswerPart[] = [];
  const polarity = expected.map(polarityOf).find((each) => each !== undefined);
  const isHedge = (word: string) => polarity !== undefined && HEDGES.has(word);
  for (const text of expected) {
    const mentions = timeMentions(text);
    const isDated = mentions.length === 1 && isOneDay(mentions[0]);
    let rest = text;
    for (const mention of mentions.toReversed()) {
      rest = `${rest.slice(0, mention.index)} ; ${rest.slice(mention.index + mention.text.length)}`;
      times.unshift({ text: mention.text, mention, days: mention.resolve(undefined) });
    }
    for (const piece of itemsOf(rest)) {
      const stems = [...new Set(stemsOfPiece(piece))].filter((each) => !isHedge(each));
      if (bareWord(piece) !== undefined || (isDated && isWeekday(piece))) continue;
      // In "No, she declined", the second piece only repeats the "no". It does not count as a part,
      // because a memory can use any other verb for it.
      if (polarity === "no" && stems.length <= REFUSAL_STEMS && deniesWithoutNot(piece)) continue;
      const own = withoutLabels(withoutTitles(stems.filter((stem) => !queryStems.has(stem))));
      if (own.length > 0 || (stems.length > 0 && mentions.length === 0)) {
        const told = own.length > 0 ? own : stems;
        parts.push({ text: piece.trim(), stems: told, ...lengthsIn(piece, told) });
      }
    }
  }
  const beyond = parts.filter((part) => part.stems.some((stem) => !queryStems.has(stem)));
  const told = beyond.length > 0 || times.length > 0 ? beyond : parts;
  const stems = told.flatMap((part) => part.stems);
  const isNumber =
    times.length === 0 &&
    stems.some((each) => /^\d/.test(each)) &&
    stems.every((each) => COUNTING.test(each));
  return {
    times: times.slice(0, MAX_PARTS),
    parts: told.slice(0, MAX_PARTS),
    ...{ polarity, isNumber, isUnknown: false },
    isHedged: expected.flatMap(contentStems).some(isHedge),
  };
}

/** Stems of words that only announce or count a figure, as in "number 7" and "three times". */
const FIGURE_LABELS = new Set(
  contentStems("number times nr nummer numéro número numero mal fois veces volte vezes keer"),
);

function withoutLabels(stems: readonly string[]): readonly string[] {
  return stems.some((stem) => /^\d/.test(stem))
    ? stems.filter((stem) => !FIGURE_LABELS.has(stem))
    : stems;
}

/** Splits the text into the items of a list. "An hour and a half" stays in one item. */
function itemsOf(text: string): string[] {
  const lengths = durations(text).toSorted((a, b) => a.index - b.index);
  let [marked, end] = ["", 0];
  for (const [at, { index, text: said }] of lengths.entries()) {
    if (index < end) continue;
    marked += `${text.slice(end, index)}${MARK}${at}${MARK}`;
    end = index + said.length;
  }
  return listItems(marked + text.slice(end)).map((item) =>
    item.replace(MARKED, (_, at: string) => lengths[Number(at)]?.text ?? ""),
  );
}

/** A character that no text has. It marks the place of a duration. */
const MARK = "\uE000";
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`, "gu");

function lengthsIn(piece: string, stems: readonly string[]): Pick<AnswerPart, "lengths"> {
  const lengths = exactDurations(piece).map(({ text, days }) => {
    const own = new Set(contentStems(text));
    return { days, stems: stems.filter((stem) => own.has(stem)) };
  });
  return lengths.length === 0 ? {} : { lengths };
}

/** Matches a single word that begins with a capital letter. */
const CAPITALISED = /^\p{Lu}\p{Ll}+$/u;

/**
 * Returns the stems of the piece's content words. A name such as "Côme" counts even if it looks like
 * a function word of another language.
 */
function stemsOfPiece(piece: string): string[] {
  const stems = contentStems(piece);
  const isName = stems.length === 0 && CAPITALISED.test(piece.trim());
  return isName ? plainStems(piece.trim()).filter((each) => !isFunctionWord(each)) : stems;
}

/** Whether the time means a single day, such as "5 May" or "yesterday". "May" means a month. */
function isOneDay(mention: TimeMention | undefined): boolean {
  const days = mention?.resolve(0);
  return days !== undefined && days.first === days.last;
}

/** Returns the weighted share (0 to 1) of the `wanted` stems that `given` contains. */
export function coverage(
  wanted: readonly string[],
  given: ReadonlySet<string>,
  weight: (stem: string) => number,
): number {
  let total = 0;
  let found = 0;
  for (const stem of wanted) {
    total += weight(stem);
    if (given.has(stem) || hasAlike(stem, given)) found += weight(stem);
  }
  return total === 0 ? 0 : found / total;
}

/**
 * Returns the stems of those `lengths` that are also in `said`. The text can state them in another
 * unit: "two weeks" equals "14 days".
 * @param said the durations that the text states, in days
 */
export function lengthStems(
  lengths: readonly Length[] | undefined,
  said: readonly number[],
): readonly string[] {
  if (lengths === undefined || said.length === 0) return [];
  return lengths.flatMap(({ days, stems }) =>
    said.some((each) => equalDuration(each, days)) ? stems : [],
  );
}

/** Whether `given` has a stem with nearly the same letters, such as "celiaca" for "celiaco". */
export function hasAlike(stem: string, given: ReadonlySet<string>): boolean {
  const twin = twinClock(stem);
  if (twin !== undefined) return given.has(twin);
  for (const other of given) if (letterLikeness(stem, other) >= LETTERS_ALIKE) return true;
  return false;
}
