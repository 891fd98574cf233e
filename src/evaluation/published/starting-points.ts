/** Chooses the messages at which the published graph search starts. */

import { Effort } from "../../attribution/effort.ts";
import { rankMessages } from "../../attribution/evidence/bm25.ts";
import { corpusOf } from "../../attribution/evidence/message-corpus.ts";
import { fused, rankedByVectors } from "../../attribution/evidence/rank-fusion.ts";
import { rolesOf } from "../../attribution/roles/roles.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { atOnce } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import type { Model } from "../../protocol/model.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { contentStems } from "../../text/words.ts";
import type { PublishedOptions } from "./published-options.ts";

/**
 * The search by words and the search by meaning each give a ranking of the messages. To choose `k`
 * starting points, the best `CANDIDATES_PER_POINT` × `k` messages of each ranking are combined into
 * one ranking.
 */
const CANDIDATES_PER_POINT = 2;
const MAX_EMBEDDED_CHARS = 4_000;

export async function startingPoints(
  graph: EvolutionGraph,
  failed: FailedCase,
  { start, k }: Pick<PublishedOptions, "start" | "k">,
  embed: Model["embed"],
): Promise<Result<readonly string[], string>> {
  if (start === "none") return success([]);
  if (start === "given") return success(failed.evidence);
  const messages = messagesOf(graph, failed);
  const asked = [failed.query, ...failed.expected].join(" ");
  const byWords = start === "dense" ? [] : rankedByWords(graph, messages, asked);
  const byMeaning = start === "sparse" ? success([]) : await ranked(messages, asked, embed);
  if (!byMeaning.ok) return byMeaning;
  const candidates = [byWords, byMeaning.value].map((list) =>
    list.slice(0, CANDIDATES_PER_POINT * k),
  );
  return success(
    fused(candidates)
      .slice(0, k)
      .map(({ id }) => id),
  );
}

/**
 * Returns the variables with the category `message`. If there are none, returns the variables that
 * are messages according to the graph's structure.
 */
function messagesOf(graph: EvolutionGraph, failed: FailedCase): readonly Variable[] {
  const named = [...graph.variables.values()].filter(({ category }) => category === "message");
  return named.length > 0 ? named : rolesOf(graph, failed).messages;
}

function rankedByWords(
  graph: EvolutionGraph,
  messages: readonly Variable[],
  asked: string,
): Variable[] {
  const corpus = atOnce(corpusOf(graph, messages, new Effort()));
  return atOnce(rankMessages([...new Set(contentStems(asked))], messages, corpus));
}

async function ranked(
  messages: readonly Variable[],
  asked: string,
  embed: Model["embed"],
): Promise<Result<Variable[], string>> {
  if (embed === undefined) return failure("No embedding model is configured.");
  const cut = (text: string) => text.slice(0, MAX_EMBEDDED_CHARS) || " ";
  const all = await embed(messages.map(({ value }) => cut(value)));
  if (!all.ok) return failure(all.message);
  const question = await embed([cut(asked)]);
  if (!question.ok) return failure(question.message);
  return success(rankedByVectors(question.vectors[0] ?? [], messages, all.vectors));
}
