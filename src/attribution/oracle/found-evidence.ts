/**
 * Finds the messages that state the expected answer, for a case that names no evidence. A model
 * reads likely messages and quotes those that state it.
 */
import type { Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import type { Run } from "../effort.ts";
import { rankMessages } from "../evidence/bm25.ts";
import { fused } from "../evidence/rank-fusion.ts";
import type { About } from "../flow/trace-context.ts";
import type { Meaning } from "./meaning.ts";
import type { Answers } from "./stage-answers.ts";
import { MAX_MESSAGES, messageStage } from "./stages.ts";

/** Maximum number of questions to the model. */
const MAX_ROUNDS = 2;

/**
 * Returns the messages that the model quotes; undefined if none states the answer. In the first
 * round, the model also reads the messages that the tracer chose.
 */
export async function evidenceByAnswers(
  about: About,
  answers: Answers,
  meaning: Meaning | undefined,
  run: Run,
): Promise<readonly Variable[] | undefined> {
  const { failed, evidence, corpus, roles } = about;
  const asked = `${failed.query} ${failed.expected.join(" ")}`;
  const words = [...new Set(contentStems(asked))];
  const byWords = await run(rankMessages(words, roles.messages, corpus));
  const contentOf = (message: Variable) => corpus.message(message).content;
  const byMeaning = (await meaning?.rank(asked, roles.messages, contentOf)) ?? [];
  const ranked = [
    ...new Set([...evidence.slice(0, MAX_MESSAGES / 2), ...fused([byWords, byMeaning])]),
  ];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const some = ranked.slice(round * MAX_MESSAGES, (round + 1) * MAX_MESSAGES);
    if (some.length === 0) return undefined;
    const answer = await answers.ask(messageStage(some, about));
    if (answer?.telling !== "expected") continue;
    const quoted = new Set(answer.quoted);
    return some.filter(({ id }) => quoted.has(id));
  }
  return undefined;
}
