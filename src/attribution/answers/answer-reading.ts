/** Parses a short answer into values that can be compared: times, durations, items, yes or no. */
import { type Duration, durations } from "../../text/durations.ts";
import { withoutTitles } from "../../text/languages/labels/courtesy-titles.ts";
import { deniesOrDoubts, type Polarity, polarityOf, saysUnknown } from "../../text/polarity.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import { timeMentions } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";
import { readExpected } from "../needs/expected-answer.ts";

export interface AnswerReading {
  readonly text: string;
  readonly times: readonly TimeMention[];
  readonly durations: readonly Duration[];
  /**
   * Stems of the answer's content words:
   * - `stems`: all
   * - `said`: all except those in times and durations
   * - `own`: like `said`, but without titles such as "Dr" and without words of the question. If the
   *   answer has only words of the question and no time or duration, these words stay.
   */
  readonly stems: readonly string[];
  readonly said: readonly string[];
  readonly own: readonly string[];
  /**
   * The items of the answer. An answer that is no list has at most one item. The `stems` of an item
   * omit words of the question.
   */
  readonly parts: readonly { readonly text: string; readonly stems: readonly string[] }[];
  /** The numbers in the answer, as digits. Numbers in times and durations are left out. */
  readonly counts: readonly string[];
  readonly polarity: Polarity | undefined;
  /** Whether the first sentence says "I do not know" or similar, without a yes or no. */
  readonly isUnknown: boolean;
  /** The first sentence, which usually states the answer. */
  readonly lead: string;
  /** Whether the first sentence denies something or says "unknown". */
  readonly leadDenies: boolean;
}

const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])/u;
/**
 * `timeMentions` also returns durations such as "for five years". This pattern recognises them by
 * their first word, so that they do not count as times.
 */
const UP_TO_NOW = /^(?:for|over)\s/i;

/** Stems of words that say how exact a value is, such as "nearly". */
const APPROXIMATELY = new Set(
  "nearly almost approximately roughly around about exactly etwa ungefähr fast"
    .split(" ")
    .flatMap(contentStems),
);

/** @param asked stems of the question */
export function readAnswer(text: string, asked: ReadonlySet<string>): AnswerReading {
  const { times, lengths, rest } = readValues(text);
  const stems = [...new Set(contentStems(text))];
  const said = [...new Set(contentStems(rest))].filter((stem) => !APPROXIMATELY.has(stem));
  const beyond = said.filter((stem) => !asked.has(stem));
  const isValue = times.length + lengths.length > 0;
  const own = withoutTitles(beyond.length > 0 || isValue ? beyond : said);
  const lead = leadOf(text);
  const expected = readExpected([text], asked);
  return {
    ...{ text, times, stems, said, own, lead, durations: lengths },
    parts: expected.parts.filter((part) => part.stems.some((stem) => own.includes(stem))),
    counts: figures(rest),
    polarity: polarityOf(text),
    isUnknown: isUnknown(lead),
    leadDenies: deniesOrDoubts(lead) || polarityOf(lead) === "no",
  };
}

export function beginsUnknown(text: string): boolean {
  return isUnknown(leadOf(text));
}

function leadOf(text: string): string {
  return text.split(SENTENCE_END)[0] ?? text;
}

function isUnknown(lead: string): boolean {
  return saysUnknown(lead) && polarityOf(lead) === undefined;
}

export interface AnswerValues {
  readonly times: readonly TimeMention[];
  readonly lengths: readonly Duration[];
  /** The text without its times and durations. */
  readonly rest: string;
}

export function readValues(text: string): AnswerValues {
  const times = timeMentions(text).filter((mention) => !UP_TO_NOW.test(mention.text));
  const overlaps = (a: Span, b: Span) =>
    a.index < b.index + b.text.length && b.index < a.index + a.text.length;
  const lengths = durations(text).filter((each) => !times.some((time) => overlaps(time, each)));
  const spans: Span[] = [...times, ...lengths].sort((a, b) => b.index - a.index);
  const rest = spans.reduce(
    (left, { index, text: said }) => `${left.slice(0, index)} ; ${left.slice(index + said.length)}`,
    text,
  );
  return { times, lengths, rest };
}

interface Span {
  readonly index: number;
  readonly text: string;
}

/** Returns the stems that are numbers. */
export function figures(text: string): string[] {
  return contentStems(text).filter((stem) => /^\d/.test(stem));
}
