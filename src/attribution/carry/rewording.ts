/**
 * The memory's own words for a detail. Steps that read the memory repeat the unit's wording, not
 * the message's, so lists and contexts are also compared with the unit's wording.
 */

import type { Reading } from "../evidence/message-corpus.ts";
import type { Need } from "../needs/need.ts";

/** The need, identified by the words next to the detail in the unit's text. */
export function reworded(need: Need, text: string, reading: Reading): Need | undefined {
  const wanted = new Set([...need.core, ...need.around].map((word) => word.stem));
  const core = new Set(need.core.map((word) => word.stem));
  const sentences = reading.sentencesOf(text);
  let best: { index: number; score: number } = { index: -1, score: 0 };
  for (const [index, sentence] of sentences.entries()) {
    const score =
      new Set(sentence.stems.filter((s) => wanted.has(s))).size +
      (sentence.stems.some((s) => core.has(s)) ? 2 : 0);
    if (score > best.score) best = { index, score };
  }
  const sentence = sentences[best.index];
  if (sentence === undefined) return undefined;
  const around = [...new Set(sentence.stems)]
    .filter((s) => !core.has(s) && !reading.speakers.has(s))
    .map((s) => ({ stem: s, weight: reading.rarity(s) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 30);
  return { ...need, around, sentences: 1 };
}
