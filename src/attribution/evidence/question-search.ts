import type { InTurns } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { askedKind } from "../../text/languages/asking-words.ts";
import { contentStems } from "../../text/words.ts";
import { saysNothing } from "../answers/answers.ts";
import { coverage } from "../needs/expected-answer.ts";
import { valuesIn } from "../needs/inferred-answer.ts";
import type { AskedQuestion } from "../needs/need.ts";
import { candidatesOf } from "./candidates.ts";
import { QUESTION_WEIGHTS, type QuestionFeatures, weighted } from "./search-weights.ts";

export interface LikelyMessage {
  readonly message: Variable;
  /** Probability that this message answers the question. */
  readonly share: number;
}

/**
 * Returns the messages that possibly answer the question of a case without an expected answer, most
 * probable first.
 */
export function* searchByQuestion(
  messages: readonly Variable[],
  question: AskedQuestion,
  failed: FailedCase,
): InTurns<LikelyMessage[]> {
  const { corpus, queryStems } = question;
  const { candidates, read } = yield* candidatesOf(messages, question, queryStems);
  const kind = askedKind(failed.query);
  const known = new Set([...queryStems, ...corpus.speakers]);
  const given = saysNothing(failed) ? [] : contentStems(failed.prediction);
  const claimed = given.filter((stem) => !known.has(stem));
  const scored = candidates.map((message) => {
    const { replied, context, rankOfQuestion, speakerAsked, repliesToIt, long } = read.features(
      message,
      {},
    );
    const features: QuestionFeatures = {
      ...{ replied, context, rankOfQuestion, speakerAsked, repliesToIt, long },
      hasValue: kind !== undefined && valuesIn(message, kind, question).length > 0 ? 1 : 0,
      hasGiven: coverage(claimed, corpus.message(message).stems, corpus.rarity),
    };
    return { message, weight: Math.exp(weighted(features, QUESTION_WEIGHTS)) };
  });
  const total = scored.reduce((sum, { weight }) => sum + weight, 0);
  return scored
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ message, weight }) => ({ message, share: weight / total }));
}
