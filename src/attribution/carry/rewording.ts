/**
 * The memory's own words for a detail. Steps that read the memory repeat the unit's wording, not
 * the message's, so lists and contexts are also compared with the unit's wording.
 */

import type { MessageCorpus } from "../evidence/message-corpus.ts";
import { type Need, weighedStems } from "../needs/need.ts";

/** The need, identified by the words next to the detail in the unit's text. */
export function reworded(need: Need, text: string, corpus: MessageCorpus): Need | undefined {
  const wanted = new Set([...need.core, ...need.around].map((word) => word.stem));
  const core = new Set(need.core.map((word) => word.stem));
  const sentences = corpus.sentencesOf(text);
  let best: { index: number; score: number } = { index: -1, score: 0 };
  for (const [index, sentence] of sentences.entries()) {
    const score =
      new Set(sentence.stems.filter((s) => wanted.has(s))).size +
      (sentence.stems.some((s) => core.has(s)) ? 2 : 0);
    if (score > best.score) best = { index, score };
  }
  const sentence = sentences[best.index];
  if (sentence === undefined) return undefined;
  const around = [...new Set(sentence.stems)].filter(
    (s) => !core.has(s) && !corpus.speakers.has(s),
  );
  return { ...need, around: weighedStems(around, corpus), sentences: 1 };
}
