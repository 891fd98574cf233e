/** Recognises answers that give the right quantity for another person or thing. */
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { inFigures } from "../../text/numbers.ts";
import { contentStems } from "../../text/words.ts";
import { readValues } from "../answers/answer-reading.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";

/**
 * Whether a sentence of the evidence gives two quantities for two subjects, and the given answer has
 * the expected quantity with the other subject: "the bike cost 85" after "the bike cost 340, the
 * helmet 85". The question must name the right subject, and not the other one.
 */
export function isOfOtherSubject(
  { query, expected, prediction }: FailedCase,
  evidence: readonly Variable[],
  { message }: Pick<MessageCorpus, "message">,
): boolean {
  const [wanted, ...further] = quantities(expected.join("; ").slice(0, MAX_CHARS));
  if (wanted === undefined || further.length > 0 || prediction.length > MAX_CHARS) return false;
  const asked = new Set(contentStems(query));
  const units = new Set(contentStems(expected.join("; ")));
  const given = quantities(prediction);
  const answering = given.find(({ key }) => key === wanted.key);
  if (answering === undefined) return false;
  const said = new Set(given.length > 1 ? answering.before : contentStems(prediction));
  const sentences = evidence.flatMap((each) => message(each).sentences);
  return sentences.some(({ text }) => {
    const told = quantities(text);
    const right = told.find(({ key }) => key === wanted.key);
    if (right === undefined) return false;
    return told.some(({ key, before }) => {
      const [subject] = before;
      if (key === wanted.key || subject === undefined) return false;
      const own = right.before.filter((stem) => !before.includes(stem) && !units.has(stem));
      return (
        own.some((stem) => asked.has(stem)) &&
        !own.some((stem) => said.has(stem)) &&
        said.has(subject) &&
        !asked.has(subject) &&
        !right.before.includes(subject)
      );
    });
  });
}

/** A longer answer is not read: it gives many quantities. */
const MAX_CHARS = 4_000;

interface Quantity {
  /** Equal quantities have equal keys. */
  readonly key: string;
  /** Stems of the content words between the quantity before and this one. */
  readonly before: readonly string[];
}

const NUMBER = /(?<![\p{L}\p{N}.,:/-])\d+(?:[.,:]\d+)*(?![\p{N}/])/gu;

/** Returns the times, durations and numbers of the text, in order, with the words before each. */
function quantities(written: string): Quantity[] {
  const text = inFigures(written);
  const { times, lengths } = readValues(text);
  const days = (time: (typeof times)[number]) => JSON.stringify(time.resolve(0));
  const spans = [
    ...times.map((time) => ({ ...time, key: `time ${days(time)}` })),
    ...lengths.map((each) => ({ ...each, key: `length ${each.days.toFixed(6)}` })),
  ];
  const isFree = (at: number) =>
    !spans.some(({ index, text: said }) => at >= index && at < index + said.length);
  const numbers = [...text.matchAll(NUMBER)]
    .filter(({ index }) => isFree(index))
    .map(({ 0: number, index }) => ({ text: number, index, key: number }));
  let from = 0;
  return [...spans, ...numbers]
    .toSorted((a, b) => a.index - b.index)
    .map(({ key, index, text: said }) => {
      const before = contentStems(text.slice(from, index));
      from = index + said.length;
      return { key, before };
    });
}
