/** Finds the sentences of a message that state a time of the expected answer. */
import type { Variable } from "../../graph/model.ts";
import { type Days, sameTime, spansOf } from "../../text/calendar.ts";
import { beginningOf, durations } from "../../text/durations.ts";
import { bareWeekdays, isWeekday, onlyWeekday } from "../../text/times/only-weekday.ts";
import { contentStems } from "../../text/words.ts";
import { coverage, type ExpectedAnswer } from "./expected-answer.ts";
import type { Need, NeedsInput } from "./need.ts";
import { keySentences, statement, withTopic } from "./need-statement.ts";
import { topicShare } from "./topic-share.ts";

/**
 * Matches an expected answer that says when something began, such as "since May". For such an
 * answer, durations in messages are read too: "for two months" also tells the beginning.
 */
const SINCE = /(?<!\p{L})(?:since|seit|desde|depuis|sinds)(?!\p{L})|自从|以来|から|부터/iu;

/**
 * Returns the parts of the expected answer that are only the name of a weekday, as times. A part is
 * left out if no evidence message says which day it means, as in "every Thursday".
 */
export function weekdayTimes(input: NeedsInput): ExpectedAnswer["times"] {
  return input.expected.parts.flatMap(({ text }) => {
    const mention = onlyWeekday(text);
    if (mention === undefined) return [];
    const time = { text, mention, days: undefined };
    return input.evidence.some((message) => tellsWeekday(message, time, input)) ? [time] : [];
  });
}

function tellsWeekday(
  message: Variable,
  { mention }: ExpectedAnswer["times"][number],
  { corpus }: NeedsInput,
): boolean {
  const { sentences, day } = corpus.message(message);
  const days = mention.resolve(day);
  if (days === undefined) return false;
  return sentences.some((sentence) =>
    [...sentence.times(), ...bareWeekdays(sentence.text)].some((said) => {
      const meant = isWeekday(said.text) ? said.resolve(day) : undefined;
      return meant !== undefined && sameTime(meant, days);
    }),
  );
}

/**
 * Returns the details that the evidence message gives for a time of the expected answer. A greater
 * `fit` means that the sentence with the time has more words of the question.
 */
export function timeNeed(
  message: Variable,
  time: ExpectedAnswer["times"][number],
  input: NeedsInput,
): { need: Need; fit: number }[] {
  const { corpus } = input;
  const { sentences, day } = corpus.message(message);
  const days = time.days ?? time.mention.resolve(day);
  if (days === undefined) return [];
  const topic = topicShare(message, input);
  const found: { need: Need; fit: number }[] = [];
  const isStart = SINCE.test(input.answer);
  for (const [index, sentence] of sentences.entries()) {
    const begun = isStart ? durations(sentence.text).map(beginningOf) : [];
    // A message can name the weekday without "on": "it was moved to Thursday".
    const weekdays = isWeekday(time.text) ? bareWeekdays(sentence.text) : [];
    for (const mention of [...sentence.times(), ...begun, ...weekdays]) {
      const meant = mention.resolve(day);
      if (meant === undefined || !sameTime(meant, days)) continue;
      const key = withTopic(sentences, index, input);
      const need = {
        ...statement(message, key, [], mention.text, input),
        days: overlap(meant, days),
        timeWords: new Set(contentStems(mention.text)),
      };
      const words = new Set(sentence.stems);
      found.push({ need, fit: 1 + topic + coverage(input.queryStems, words, corpus.rarity) });
    }
  }
  if (
    found.length === 0 &&
    day !== undefined &&
    sameTime({ first: day, last: day }, days) &&
    topic > 0
  ) {
    const key = keySentences(sentences, input.queryStems, input);
    found.push({ need: { ...statement(message, key, [], time.text, input), days }, fit: topic });
  }
  return found;
}

function overlap(a: Days, b: Days): Days {
  if (a.isEither && b.isEither && a.first === b.first) return a;
  const shared = spansOf(a).flatMap((one) => spansOf(b).map((other) => commonDays(one, other)));
  return shared.find(({ first, last }) => first <= last) ?? commonDays(a, b);
}

function commonDays(a: Days, b: Days): Days {
  return { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
}
