/**
 * Tests whether the messages, the memory units or the context give the expected answer. If they do,
 * the annotation is probably right.
 */
import type { Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import type { About } from "../flow/trace-context.ts";
import { GIVEN_SOMEWHERE, GIVES_AGAIN } from "../thresholds.ts";

/** Whether a text in the context gives the whole expected answer. */
export function isGivenInContext(about: About): boolean {
  return gives(about.roles.context, about.failed.expected.join("; "), GIVES_AGAIN, about);
}

/**
 * Whether messages and memory units give all parts of the expected answer. Different texts may give
 * different parts.
 */
export function isGivenSomewhere(about: About): boolean {
  const { failed, question, roles, store } = about;
  const { parts } = question.expected;
  const pieces = parts.length > 1 ? parts.map(({ text }) => text) : [failed.expected.join("; ")];
  const texts = [...roles.messages, ...store];
  return pieces.every((piece) => gives(texts, piece, GIVEN_SOMEWHERE, about));
}

/**
 * Whether the evidence lacks parts of the expected answer, and nobody stated any of these parts.
 * Nobody stated a part if no message has any of its words, and no message or memory unit gives the
 * part as an answer.
 * @param isOpen true if the given answer also lacks a detail that a message does state. Then the
 * result is false.
 */
export function lacksWhatNobodySaid(about: About, isOpen: boolean): boolean {
  const { needs, corpus, roles, store, isExpectedKnown, question } = about;
  const { unsupported } = needs;
  if (!isExpectedKnown || isOpen || needs.needs.length === 0 || unsupported.length === 0)
    return false;
  // An inference can be right although no message states it.
  if (question.isInferred) return false;
  const texts = [...roles.messages, ...store];
  return unsupported.every(
    (part) =>
      (contentStems(part).every((stem) => !corpus.isSpoken(stem)) || isOtherTime(part, about)) &&
      !gives(texts, part, GIVEN_SOMEWHERE, about),
  );
}

/**
 * Whether the part has a clock time and another word that nobody said, and the given answer has a
 * clock time that the evidence states. Without such a word, the time may be computed.
 */
function isOtherTime(part: string, { corpus, evidence, failed }: About): boolean {
  const clocks = (text: string) => contentStems(text).filter((stem) => /^\d+:\d\d$/.test(stem));
  const [wanted, given] = [clocks(part), clocks(failed.prediction)];
  const stated = new Set(evidence.flatMap((message) => [...corpus.message(message).stems]));
  const others = contentStems(part).filter((stem) => !/\d/.test(stem));
  return (
    wanted.some((stem) => !corpus.isSpoken(stem)) &&
    others.some((stem) => !corpus.isSpoken(stem)) &&
    given.some((stem) => !wanted.includes(stem) && stated.has(stem))
  );
}

function gives(
  texts: readonly Variable[],
  answer: string,
  least: number,
  { givesText }: Pick<About, "givesText">,
): boolean {
  return texts.some((text) => givesText(text, answer) >= least);
}
