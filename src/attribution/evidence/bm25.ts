/** Searches the graph's messages with BM25, for cases that name no evidence. */

import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { atOnce, costOf, type InTurns } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import type { Sentence } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { Effort } from "../effort.ts";
import { rolesOf } from "../roles/roles.ts";
import { corpusOf, type MessageCorpus } from "./message-corpus.ts";

/**
 * The constants of BM25, with their usual values. A larger `K1` lets repeated words count more. A
 * larger `B` lets words in long texts count less.
 */
const K1 = 1.5;
const B = 0.75;

/** Returns the messages with any of the words, best match first. */
export function* rankMessages(
  words: readonly string[],
  messages: readonly Variable[],
  corpus: MessageCorpus,
): InTurns<Variable[]> {
  const sentencesOf = (message: Variable) => corpus.message(message).sentences;
  return yield* rankByWords(words, messages, sentencesOf);
}

/** Returns the variables whose text has any of the words, best match first. */
export function* rankByWords(
  words: readonly string[],
  variables: readonly Variable[],
  sentencesOf: (variable: Variable) => readonly Sentence[],
): InTurns<Variable[]> {
  const wanted = new Set(words);
  const documents: Document[] = [];
  for (const variable of variables) {
    const document = documentOf(variable, wanted, sentencesOf(variable));
    documents.push(document);
    yield costOf(1) + document.length;
  }
  const mean = documents.reduce((sum, d) => sum + d.length, 0) / Math.max(1, documents.length);
  yield costOf(variables.length);
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
    return { variable: document.variable, score, index };
  });
  return scored
    .filter((s) => s.score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map((s) => s.variable);
}

interface Document {
  readonly variable: Variable;
  /** Maps each searched stem to its number of occurrences in the text. */
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

function documentOf(
  variable: Variable,
  wanted: ReadonlySet<string>,
  sentences: readonly Sentence[],
): Document {
  const counts = new Map<string, number>();
  let length = 0;
  for (const { stems } of sentences) {
    length += stems.length;
    for (const stem of stems) {
      if (wanted.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    }
  }
  return { variable, counts, length };
}

/**
 * Returns the rank of each wanted message in a search for the question and the expected answer. The
 * best rank is 1; a message that is not found has Infinity.
 */
export function startingRanks(
  graph: EvolutionGraph,
  failed: FailedCase,
  wanted: readonly string[],
): number[] {
  const { messages } = rolesOf(graph, failed);
  const words = contentStems([failed.query, ...failed.expected].join(" "));
  const corpus = atOnce(corpusOf(graph, messages, new Effort()));
  const ranked = atOnce(rankMessages(words, messages, corpus));
  return wanted.map((id) => {
    const index = ranked.findIndex((message) => message.id === id);
    return index < 0 ? Number.POSITIVE_INFINITY : index + 1;
  });
}
