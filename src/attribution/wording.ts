/** A need in the words in which one text states it. */
import type { CarryParts } from "./carry.ts";
import type { Need } from "./needs.ts";
import type { Reading } from "./reading.ts";
import type { Sentence } from "./text/sentences.ts";

const known = new WeakMap<Need, Map<Sentence, Need>>();
/** The most words that are compared. */
const MAX_AROUND = 30;
/** A sentence that shares fewer words of the statement is not it. */
const SHARED = 0.25;

/** The need as the sentences word it; itself where they use its own words. */
export function wordingIn(
  sentences: readonly Sentence[],
  need: Need,
  { reading, placements }: Pick<CarryParts, "reading" | "placements">,
): Need {
  const [own] = need.order;
  if (own === undefined || need.order.length > 1) return need;
  const wanted = new Set([...need.core, ...need.around].map((word) => word.stem));
  const inCore = new Set(need.core.map((word) => word.stem));
  let best: { sentence: Sentence; score: number } | undefined;
  for (const sentence of sentences) {
    const least = best?.score ?? SHARED * wanted.size;
    if (sentence.stems.length * 3 <= least) continue;
    const shared = new Set<string>();
    let score = 0;
    for (const stem of sentence.stems) {
      if (!wanted.has(stem) || shared.has(stem)) continue;
      shared.add(stem);
      score += inCore.has(stem) ? 3 : 1;
    }
    if (score > least) best = { sentence, score };
  }
  if (best === undefined) return need;
  const { sentence } = best;
  const words = sentence.words();
  if (words.length === own.length && words.every((word, index) => word === own[index])) return need;
  const made = known.get(need)?.get(sentence) ?? reworded(need, sentence, reading, placements);
  const ofNeed = known.get(need) ?? new Map<Sentence, Need>();
  known.set(need, ofNeed.set(sentence, made));
  return made;
}

function reworded(
  need: Need,
  sentence: Sentence,
  reading: Reading,
  placements: CarryParts["placements"],
): Need {
  const { standIns, time } = placements(need, sentence);
  const core = need.core.map((word) => ({ ...word, stem: standIns.get(word.stem) ?? word.stem }));
  const renamedTime = time === "replaced" && sentence.times().length === 0;
  if (renamedTime) {
    for (const word of need.timeWords) {
      const stem = standIns.get(word);
      if (stem !== undefined) core.push({ stem, weight: 1 });
    }
  }
  const inCore = new Set(core.map((word) => word.stem));
  const around = [...new Set(sentence.stems)]
    .filter((stem) => !inCore.has(stem) && !reading.speakers.has(stem))
    .map((stem) => ({ stem, weight: reading.rarity(stem) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_AROUND);
  const { days, ...rest } = need;
  return {
    ...rest,
    ...(days !== undefined && !renamedTime ? { days } : {}),
    core,
    around,
    sentences: 1,
    order: [sentence.words()],
    timeWords: renamedTime ? new Set() : need.timeWords,
  };
}
