import { isNegated } from "../../text/polarity.ts";
import { contentStems } from "../../text/words.ts";
import { saysNothing } from "../answers/answers.ts";
import { wrongWords } from "../answers/wrong-words.ts";
import { withoutQuestion } from "../cases/find-query-and-answer.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { About, CaseTrace } from "../flow/trace-context.ts";

/**
 * Returns the share (0 to 1) of the given answer's words that occur in the texts that the answering
 * operation read. Words of the question and names of speakers do not count. For a negative answer,
 * returns 0.
 */
export function answerQuotesContext(about: About): number {
  const { failed, roles, corpus } = about;
  if (isNegated(failed.prediction)) return 0;
  const known = new Set([...contentStems(failed.query), ...corpus.speakers]);
  const text = withoutQuestion(failed.prediction, failed.query);
  const own = [...new Set(contentStems(text))].filter((stem) => !known.has(stem));
  const read = new Set(
    roles.context.flatMap((variable) =>
      [...about.sentences(variable)].flatMap(({ stems }) => stems),
    ),
  );
  return own.filter((stem) => read.has(stem)).length / Math.max(1, own.length);
}

/**
 * Returns the stems of the given answer's wrong words. These are the words that are neither in the
 * question nor in the expected answer. If the answer only says "unknown", returns none. If the
 * answer repeats the question, the repeated text is not read.
 */
export function statedWrongWords({ failed }: Pick<CaseTrace, "failed">): readonly string[] {
  if (saysNothing(failed)) return [];
  return [...wrongWords(failed, withoutQuestion(failed.prediction, failed.query))];
}

/** Returns the share (0 to 1) of `statedWrongWords` that the text of the blamed operation has. */
export function writtenWrongWords(about: About, { link }: LossFinding): number {
  const target = link === null ? undefined : about.graph.links.get(link)?.to;
  const after = target === undefined ? undefined : about.graph.variables.get(target);
  if (after === undefined) return 0;
  const own = statedWrongWords(about);
  const written = new Set([...about.sentences(after)].flatMap(({ stems }) => stems));
  return own.filter((stem) => written.has(stem)).length / Math.max(1, own.length);
}
