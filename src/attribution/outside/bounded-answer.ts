/** Compares an answer that is only a limit, such as "less than half an hour", with the exact value. */
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { boundOf, isBelow } from "../../text/denial/contrast-words.ts";
import { equalDuration, exactDurations } from "../../text/durations.ts";
import { inFigures } from "../../text/numbers.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";

/**
 * Returns the expected answer with its quantity as the given answer states it, if one of the answers
 * is a limit and the other is a value within it. The evidence must state this value. Two limits must
 * be equal: "less than half an hour" and "under 30 minutes". If only the given answer is a limit, it must be near the value: "under 30 minutes" is right for 25 minutes, but
 * not for 5. Otherwise, returns undefined.
 */
export function boundedExpected(
  { expected, prediction }: FailedCase,
  evidence: readonly Variable[],
  { message }: Pick<MessageCorpus, "message">,
): string | undefined {
  const [wanted, given] = [expected.join("; "), prediction].map(quantityIn);
  if (wanted === undefined || given === undefined || wanted.isLength !== given.isLength)
    return undefined;
  const isAgreed =
    wanted.bound !== undefined && given.bound !== undefined
      ? isBelow(wanted.bound) === isBelow(given.bound) && isSame(wanted, given)
      : isWithin(wanted, given) && evidence.some((each) => states(message(each), wanted, given));
  return isAgreed
    ? `${wanted.whole.slice(0, wanted.from)}${given.text}${wanted.whole.slice(wanted.to)}`
    : undefined;
}

/** Whether exactly one of the two is a limit, and the other one is within this limit. */
function isWithin(wanted: Quantity, given: Quantity): boolean {
  const [limit, exact] = wanted.bound === undefined ? [given, wanted] : [wanted, given];
  if (limit.bound === undefined) return false;
  const share = Math.min(exact.value, limit.value) / Math.max(exact.value, limit.value);
  if (limit === given && share < NEAR) return false;
  return isBelow(limit.bound) ? exact.value < limit.value : exact.value > limit.value;
}

/** Whether the message states the one of the two quantities that is no limit. */
function states(message: ReturnType<MessageCorpus["message"]>, one: Quantity, other: Quantity) {
  const exact = one.bound === undefined ? one : other;
  return message.sentences.some((sentence) => {
    const said = quantityIn(sentence.text);
    return (
      said !== undefined &&
      said.bound === undefined &&
      said.isLength === exact.isLength &&
      isSame(said, exact)
    );
  });
}

/** Minimum ratio of the value and a given limit. */
const NEAR = 0.75;

interface Quantity {
  /** The whole text. If the quantity is no duration, its number words are replaced by digits. */
  readonly whole: string;
  /** The text of the limit word and the quantity. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** Whether the quantity is a duration. Then the value is in days. */
  readonly isLength: boolean;
  /** The word of a limit before the quantity, such as "less than". */
  readonly bound: string | undefined;
}

function isSame(one: Quantity, other: Quantity): boolean {
  return one.isLength ? equalDuration(one.value, other.value) : one.value === other.value;
}

const NUMBER = /(?<![\p{L}\p{N}.,:/-])\d+(?:\.\d+)?(?![\p{N}:/]|[.,]\d)/gu;

/** Returns the quantity of the text. Returns undefined if there are none or several. */
function quantityIn(written: string): Quantity | undefined {
  const lengths = exactDurations(written);
  const text = lengths.length > 0 ? written : inFigures(written);
  const numbers = [...text.matchAll(NUMBER)].map((match) => ({
    ...{ text: match[0], index: match.index, days: Number(match[0]) },
  }));
  const [found, ...others] = lengths.length > 0 ? lengths : numbers;
  if (found === undefined || others.length > 0) return undefined;
  const bound = boundOf(text.slice(0, found.index));
  const from = bound?.index ?? found.index;
  const to = found.index + found.text.length;
  return {
    ...{ whole: text, text: text.slice(from, to), from, to, value: found.days },
    ...{ isLength: lengths.length > 0, bound: bound?.text },
  };
}
