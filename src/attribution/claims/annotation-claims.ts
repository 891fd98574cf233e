/**
 * Checks, by comparing words, what the reason of an `AnnotationError` claims about the messages.
 */
import type { Variable } from "../../graph/model.ts";
import {
  hasCode,
  hasFigures,
  hasInflected,
  mayInflect,
} from "../../text/spelling/other-spellings.ts";
import { contentStems } from "../../text/words.ts";
import type { About } from "../flow/trace-context.ts";
import { SUPPORTS_GIVEN } from "../thresholds.ts";

export interface AnnotationClaims {
  /**
   * Whether an evidence message has all words of an expected answer. A word may have another
   * spelling or another ending.
   */
  readonly evidenceHasExpected: boolean;
  /** Whether an evidence message has most words of the given answer, and all its numbers. */
  readonly evidenceHasGiven: () => boolean;
  /**
   * Returns another message that has all words of an expected answer; undefined if there is none.
   */
  readonly elsewhere: () => Variable | undefined;
}

export function annotationClaims({
  failed,
  evidence,
  roles,
  corpus,
}: Pick<About, "failed" | "evidence" | "roles" | "corpus">): AnnotationClaims {
  const asked = new Set(contentStems(failed.query));
  const wordsOf = (text: string) => new Set(contentStems(text).filter((stem) => !asked.has(stem)));
  const saidIn = (message: Variable) => new Set(contentStems(corpus.message(message).content));
  const expected = failed.expected.map(wordsOf).filter(({ size }) => size > 0);
  const hasExpected = (message: Variable) => {
    const said = saidIn(message);
    const { content } = corpus.message(message);
    const isInflecting = mayInflect(content);
    const isSaid = (stem: string) => said.has(stem) || (isInflecting && hasInflected(stem, said));
    if (expected.some((words) => [...words].every(isSaid))) return true;
    return failed.expected.some((text) => hasCode(content, text));
  };
  const hasGiven = (message: Variable) => {
    const words = wordsOf(failed.prediction);
    if (words.size === 0) return false;
    const said = saidIn(message);
    if (!hasFigures(failed.prediction, new Set([...said, ...asked]))) return false;
    return [...words].filter((stem) => said.has(stem)).length / words.size >= SUPPORTS_GIVEN;
  };
  return {
    evidenceHasExpected: evidence.some(hasExpected),
    evidenceHasGiven: () => evidence.some(hasGiven),
    elsewhere: () =>
      roles.messages.find((message) => !evidence.includes(message) && hasExpected(message)),
  };
}
