/**
 * Tests whether texts of the case give the expected answer. If the texts give it, the annotation is
 * probably right.
 */
import type { Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import type { About } from "../flow/trace-context.ts";
import { GIVEN_SOMEWHERE, GIVES_AGAIN } from "../thresholds.ts";

/**
 * Whether the context of the answering step gives the whole expected answer. Then the expected
 * answer is probably not invented.
 */
export function isGivenInContext(about: About): boolean {
  return gives(about.roles.context, about.failed.expected.join("; "), GIVES_AGAIN, about);
}

/** Whether the messages and units together give each part of the expected answer. */
export function isGivenSomewhere(about: About): boolean {
  const { failed, question, roles, store } = about;
  const { parts } = question.expected;
  const pieces = parts.length > 1 ? parts.map(({ text }) => text) : [failed.expected.join("; ")];
  const texts = [...roles.messages, ...store];
  return pieces.every((piece) => gives(texts, piece, GIVEN_SOMEWHERE, about));
}

/**
 * Whether no text states the parts of the expected answer that the given answer lacks: no message
 * has a word of these parts, and no text gives them.
 * @param isOpen whether the given answer also lacks something that a message states
 */
export function lacksWhatNobodySaid(about: About, isOpen: boolean): boolean {
  const { needs, corpus, roles, store, isExpectedKnown, question } = about;
  const { unsupported } = needs;
  if (!isExpectedKnown || isOpen || needs.needs.length === 0 || unsupported.length === 0)
    return false;
  // No message needs to state an inference.
  if (question.isInferred) return false;
  const texts = [...roles.messages, ...store];
  return unsupported.every(
    (part) =>
      contentStems(part).every((stem) => !corpus.isSpoken(stem)) &&
      !gives(texts, part, GIVEN_SOMEWHERE, about),
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
