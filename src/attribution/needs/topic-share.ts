import type { Variable } from "../../graph/model.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import { coverage } from "./expected-answer.ts";
import type { NeedsInput } from "./need.ts";

/**
 * Returns the share of the question's words that are in the message or in its speaker's name. Rare
 * words weigh more.
 */
export function topicShare(
  message: Variable,
  { queryStems, corpus }: Pick<NeedsInput, "queryStems" | "corpus">,
): number {
  return coverage(queryStems, stemsOf(message, corpus), corpus.rarity);
}

/** Returns the stems of the message and of its speaker's name. */
export function stemsOf(message: Variable, corpus: MessageCorpus): Set<string> {
  const { stems, speakerStems } = corpus.message(message);
  return new Set([...stems, ...speakerStems]);
}
