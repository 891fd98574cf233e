/** The messages to start from if no evidence is given: BM25 over the messages of the graph. */

import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { contentStems } from "../../text/words.ts";
import { Effort } from "../effort.ts";
import { rolesOf } from "../roles/roles.ts";
import { type Reading, readingOf } from "./message-corpus.ts";

/** Term saturation and length correction of BM25, at their customary values. */
const K1 = 1.5;
const B = 0.75;

/** The best-ranking messages for the words, best first. */
export function rankMessages(
  words: readonly string[],
  messages: readonly Variable[],
  reading: Reading,
): Variable[] {
  const documents = messages.map((message) => {
    const { content } = reading.message(message);
    const counts = new Map<string, number>();
    let length = 0;
    for (const sentence of reading.sentencesOf(content)) {
      for (const stem of sentence.stems) {
        counts.set(stem, (counts.get(stem) ?? 0) + 1);
        length += 1;
      }
    }
    return { message, counts, length };
  });
  const mean = documents.reduce((sum, d) => sum + d.length, 0) / Math.max(1, documents.length);
  const wanted = new Set(words);
  const frequency = new Map(
    [...wanted].map((w) => [w, documents.filter((d) => d.counts.has(w)).length]),
  );
  const scored = documents.map((document, index) => {
    let score = 0;
    for (const word of wanted) {
      const count = document.counts.get(word) ?? 0;
      if (count === 0) continue;
      const n = frequency.get(word) ?? 0;
      const idf = Math.log(1 + (documents.length - n + 0.5) / (n + 0.5));
      score +=
        (idf * count * (K1 + 1)) /
        (count + K1 * (1 - B + (B * document.length) / Math.max(1, mean)));
    }
    return { message: document.message, score, index };
  });
  return scored
    .filter((s) => s.score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map((s) => s.message);
}

/**
 * The rank, from 1, of each message in a search by question and expected answer; Infinity if the
 * search does not find it.
 */
export function startingRanks(
  graph: EvolutionGraph,
  failed: FailedCase,
  wanted: readonly string[],
): number[] {
  const { messages } = rolesOf(graph, failed);
  const words = contentStems([failed.query, ...failed.expected].join(" "));
  const ranked = rankMessages(words, messages, readingOf(graph, messages, new Effort()));
  return wanted.map((id) => {
    const index = ranked.findIndex((message) => message.id === id);
    return index < 0 ? Number.POSITIVE_INFINITY : index + 1;
  });
}
