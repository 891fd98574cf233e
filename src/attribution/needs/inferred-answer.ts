import type { Variable } from "../../graph/model.ts";
import { type Days, sameTime, sayDay } from "../../text/calendar.ts";
import type { AskedKind } from "../../text/languages/asking-words.ts";
import { contentStems } from "../../text/words.ts";
import { coverage } from "./expected-answer.ts";
import type { AskedQuestion } from "./need.ts";

export interface InferredValue {
  readonly text: string;
  readonly days?: Days;
}

/**
 * Returns the times or numbers in the message. The more words of the question a sentence has, the
 * earlier its values come.
 */
export function valuesIn(
  message: Variable,
  kind: AskedKind,
  { corpus, queryStems }: AskedQuestion,
): InferredValue[] {
  const { sentences, day } = corpus.message(message);
  return sentences
    .map((sentence) => ({
      sentence,
      topic: coverage(queryStems, new Set(sentence.stems), corpus.rarity),
    }))
    .toSorted((a, b) => b.topic - a.topic)
    .flatMap(({ sentence }): InferredValue[] => {
      if (kind === "time")
        return sentence.times().map((time) => {
          const days = time.resolve(day);
          if (days === undefined) return { text: time.text };
          return { text: sayDay(days) ?? time.text, days };
        });
      const numbers = sentence.stems.filter((stem) => /^\d+$/.test(stem));
      return numbers.map((text) => ({ text }));
    });
}

export function isSameValue(a: InferredValue, b: InferredValue): boolean {
  return a.days !== undefined && b.days !== undefined
    ? sameTime(a.days, b.days)
    : a.text === b.text;
}

/** Returns the message's sentence with the most words of the question and the answer. */
export function statementOf(
  message: Variable,
  answer: string | undefined,
  { corpus, queryStems }: AskedQuestion,
): string {
  const wanted = [...queryStems, ...contentStems(answer ?? "")];
  const ranked = corpus
    .message(message)
    .sentences.map(({ text, stems }) => ({
      text,
      share: coverage(wanted, new Set(stems), corpus.rarity),
    }))
    .toSorted((a, b) => b.share - a.share);
  return ranked[0]?.text ?? message.value;
}
