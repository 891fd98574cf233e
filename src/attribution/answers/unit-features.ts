/** What speaks for and against a text letting its reader answer a question with the expected answer. */
import type { Sentence } from "../../text/sentences.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import { firstDate, timeMentions } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";
import { PART_SAID } from "../thresholds.ts";
import { type AnswerReading, figures, readValues } from "./answer-reading.ts";
import { amountAgreement, type TimeAgreement, timeAgreement } from "./value-agreement.ts";
import { bestLikeness, wordShare } from "./word-share.ts";

export interface UnitFeatures {
  /** The square of the share of what question and answer say together, names aside. */
  readonly joint: number;
  /** The share of the words of the expected answer. */
  readonly words: number;
  /** Its parts that are said, times the share of the least said part. */
  readonly parts: number;
  /** The share of the names in the question: another person's fact is another fact. */
  readonly names: number;
  /** A time is all that is expected; the next three are 0 otherwise. */
  readonly timeAlone: number;
  /** How the times agree, times the share of the question in the best passage. */
  readonly time: number;
  /** How far the times are apart, as a logarithm. */
  readonly timeGap: number;
  /** Lengths of time and counts. */
  readonly amount: number;
  /** The square of the share of the question in the best passage. */
  readonly askedInPassage: number;
}

export interface UnitText {
  readonly text: string;
  readonly sentences: readonly Sentence[];
  /** The day from which its relative times are counted. */
  readonly day: number | undefined;
}

const NEUTRAL = 0.5;
/** Rare words tell more; a word that every text has still tells a little. */
const LEAST_WEIGHT = 0.15;
const NAME = /(?<=\S\s)\p{Lu}[\p{L}\p{N}]+/gu;

export function unitFeatures(
  question: string,
  expected: AnswerReading,
  unit: UnitText,
  rarity: (stem: string) => number,
): { readonly features: UnitFeatures; readonly time: TimeAgreement | undefined } {
  const weight = (stem: string) => LEAST_WEIGHT + rarity(stem);
  const asked = [...new Set(contentStems(question))];
  const names = namesIn(question);
  const topic = asked.filter((stem) => !names.includes(stem));
  const said = new Set(contentStems(unit.text));
  const passages = unit.sentences.map((sentence, index) => [
    ...(unit.sentences[index - 1]?.stems ?? []),
    ...sentence.stems,
    ...(unit.sentences[index + 1]?.stems ?? []),
  ]);
  const share = (wanted: readonly string[], without = 0) =>
    wordShare(wanted, said, weight, without);
  const inPassage = (wanted: readonly string[]) =>
    passages.reduce((most, stems) => Math.max(most, wordShare(wanted, stems, weight)), 0);
  const values = readValues(unit.text);
  const time =
    expected.times.length > 0
      ? withOwnDay(
          timeAgreement(expected.times, timeMentions(unit.text), daysOf(unit)),
          expected,
          unit.day,
        )
      : undefined;
  const timeAlone = expected.own.length === 0 && expected.times.length > 0 ? 1 : 0;
  const parts = expected.parts.map(({ stems }) => share(stems));
  const partShare =
    parts.length > 0 ? parts.filter((each) => each >= PART_SAID).length / parts.length : NEUTRAL;
  const askedInPassage = timeAlone * inPassage(asked);
  const features = {
    joint: share([...new Set([...topic, ...expected.own])]) ** 2,
    words: share(expected.stems),
    parts: partShare * (parts.length > 0 ? Math.min(...parts) : NEUTRAL),
    names: names.length > 0 ? shareOf(names, said) : NEUTRAL,
    timeAlone,
    time: askedInPassage * (time?.share ?? 0),
    timeGap: timeAlone * (time?.gap ?? 0),
    amount: amountAgreement(expected, {
      durations: values.lengths,
      counts: figures(unit.text),
    }),
    askedInPassage: askedInPassage ** 2,
  };
  return { features, time };
}

/** A text may count from its own time, or from a date that it writes out. */
function daysOf({ text, day }: UnitText): number[] {
  const written = firstDate(text);
  return [...new Set([day, written].flatMap((each) => each ?? []))];
}

/** What a text says without a time of its own may have happened on its day. */
const OWN_DAY = 0.6;

/** The agreement by the text's own day, where the times that it names agree less. */
function withOwnDay(
  named: TimeAgreement,
  expected: AnswerReading,
  day: number | undefined,
): TimeAgreement {
  if (day === undefined) return named;
  const own = timeAgreement(expected.times, [dayMention(day)], [day]);
  if (own.share > 0) return named.share >= OWN_DAY ? named : { ...own, share: OWN_DAY };
  return named.days === undefined ? own : named;
}

function dayMention(day: number): TimeMention {
  const days = { first: day, last: day };
  return { text: "its own day", index: 0, relative: false, resolve: () => days };
}

/** Words written like a name, within a sentence. */
function namesIn(question: string): string[] {
  return [...new Set([...question.matchAll(NAME)].flatMap(([name]) => contentStems(name)))];
}

function shareOf(names: readonly string[], said: ReadonlySet<string>): number {
  return names.filter((name) => bestLikeness(name, said) > 0).length / names.length;
}
