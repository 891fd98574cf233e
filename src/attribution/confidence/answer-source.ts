import { isNegated } from "../../text/polarity.ts";
import { contentStems } from "../../text/words.ts";
import { withoutQuestion } from "../cases/find-query-and-answer.ts";
import type { About } from "../flow/trace-context.ts";

/**
 * Returns the share (0 to 1) of the answer's words that occur in the texts that the answering
 * operation read.
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
