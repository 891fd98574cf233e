/**
 * Rewrites a needed detail in the words of a text that states it. Later operations may copy these
 * words. With the rewritten detail, the tracer recognises the copies.
 */

import type { Sentence } from "../../text/sentences.ts";
import { isFunctionWord } from "../../text/words.ts";
import { MAX_WORDS, type Need, weighedStems } from "../needs/need.ts";
import { SHARED_WORDING } from "../thresholds.ts";
import type { CarryParts } from "./carry.ts";

export class Wordings {
  readonly #known = new Map<Need, Map<string, Need>>();
  readonly #parts: Pick<CarryParts, "corpus" | "placements">;

  constructor(parts: Pick<CarryParts, "corpus" | "placements">) {
    this.#parts = parts;
  }

  /**
   * The sentences state the detail, perhaps in other words. Returns the detail in the words of
   * these sentences. Returns `need` unchanged if the sentences have the same words as the detail,
   * or too few of its words.
   */
  in(sentences: readonly Sentence[], need: Need): Need {
    const inCore = new Set(need.core.map((word) => word.stem));
    const found = need.order.flatMap((words) => mostAlike(sentences, words, inCore) ?? []);
    const chosen = [...new Set(found)];
    if (chosen.length === 0) return need;
    const same =
      chosen.length === need.order.length &&
      chosen.every((sentence, index) => equal(sentence.words(), need.order[index] ?? []));
    if (same) return need;
    const ofNeed = this.#known.get(need) ?? new Map<string, Need>();
    this.#known.set(need, ofNeed);
    const key = chosen.map((sentence) => sentence.text).join("\n");
    const made = ofNeed.get(key) ?? reworded(need, chosen, this.#parts);
    ofNeed.set(key, made);
    return made;
  }
}

/**
 * Returns the sentence that has the most of `words`. A word in `inCore` counts three times as much
 * as another word. Returns undefined if no sentence has enough of the words.
 */
function mostAlike(
  sentences: readonly Sentence[],
  words: readonly string[],
  inCore: ReadonlySet<string>,
): Sentence | undefined {
  const wanted = new Set(words.filter((word) => !isFunctionWord(word)));
  let best: Sentence | undefined;
  let most = SHARED_WORDING * wanted.size;
  for (const sentence of sentences) {
    if (sentence.stems.length * 3 <= most) continue;
    const shared = new Set<string>();
    let score = 0;
    for (const stem of sentence.stems) {
      if (!wanted.has(stem) || shared.has(stem)) continue;
      shared.add(stem);
      score += inCore.has(stem) ? 3 : 1;
    }
    if (score > most) [best, most] = [sentence, score];
  }
  return best;
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}

function reworded(
  need: Need,
  sentences: readonly Sentence[],
  { corpus, placements }: Pick<CarryParts, "corpus" | "placements">,
): Need {
  const places = sentences.map((sentence) => placements(need, sentence));
  const stems = new Set(sentences.flatMap((sentence) => [...sentence.stems]));
  const standIn = (stem: string) =>
    stems.has(stem)
      ? undefined
      : places.find((place) => place.standIns.has(stem))?.standIns.get(stem);
  const core = need.core.map((word) => ({ ...word, stem: standIn(word.stem) ?? word.stem }));
  const renamedTime =
    places.some((place) => place.isTimeReplaced) &&
    sentences.every((sentence) => sentence.times().length === 0);
  if (renamedTime) {
    for (const word of need.timeWords) {
      const stem = standIn(word);
      if (stem !== undefined) core.push({ stem, weight: 1 });
    }
  }
  const inCore = new Set(core.map((word) => word.stem));
  const around = [...stems].filter((stem) => !inCore.has(stem) && !corpus.speakers.has(stem));
  const { days, ...rest } = need;
  return {
    ...rest,
    ...(days !== undefined && !renamedTime ? { days } : {}),
    core: core.slice(0, MAX_WORDS),
    around: weighedStems(around, corpus),
    sentences: sentences.length,
    order: sentences.map((sentence) => sentence.words()),
    timeWords: renamedTime ? new Set() : need.timeWords,
  };
}
