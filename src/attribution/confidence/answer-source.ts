/** The source of the words of an answer, if the answering step is blamed. */
import { isNegated } from "../../text/polarity.ts";
import { timeMentions } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";
import { withoutQuestion } from "../cases/find-query-and-answer.ts";
import type { About } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import { GIVES_ANSWER } from "../thresholds.ts";

interface AnswerSource {
  /** Share of the answer's words that occur in the texts that the answering step read. */
  readonly answerQuotesContext: number;
  /** How clearly the context makes the statement with the given answer in place of the detail. */
  readonly contextStatesAnswer: number;
}

export function answerSource(about: About, need: Need): AnswerSource {
  const { failed, roles, corpus } = about;
  if (isNegated(failed.prediction)) return { answerQuotesContext: 0, contextStatesAnswer: 0 };
  const known = new Set([...contentStems(failed.query), ...corpus.speakers]);
  const text = withoutQuestion(failed.prediction, failed.query);
  const own = [...new Set(contentStems(text))].filter((stem) => !known.has(stem));
  const read = roles.context.flatMap((variable) => [...about.sentences(variable)]);
  const shareIn = (stems: readonly string[]) =>
    own.filter((stem) => stems.includes(stem)).length / Math.max(1, own.length);
  const times = timeMentions(text).map((mention) => mention.text.toLowerCase());
  const statesInstead = read.map((sentence) => {
    const said = new Set(sentence.stems);
    if (need.core.some(({ stem }) => said.has(stem))) return 0;
    const lower = sentence.text.toLowerCase();
    const isTimed = need.days !== undefined && times.some((time) => lower.includes(time));
    const gives = isTimed ? 1 : shareIn(sentence.stems);
    return gives < GIVES_ANSWER ? 0 : gives * shareOf(need.around, said);
  });
  return {
    answerQuotesContext: shareIn([...new Set(read.flatMap(({ stems }) => [...stems]))]),
    contextStatesAnswer: statesInstead.reduce((most, share) => Math.max(most, share), 0),
  };
}

function shareOf(around: Need["around"], said: ReadonlySet<string>): number {
  const total = around.reduce((sum, { weight }) => sum + weight, 0);
  const found = around.reduce((sum, { stem, weight }) => sum + (said.has(stem) ? weight : 0), 0);
  return found / Math.max(1, total);
}
