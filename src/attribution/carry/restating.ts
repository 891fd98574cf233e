/**
 * Finds the messages that repeat a whole statement. A fast word index excludes most messages before
 * the slow comparison.
 */
import { chosenOf, type InTurns } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import { type Effort, LINK, SENTENCE } from "../effort.ts";
import type { Need } from "../needs/need.ts";
import { CARRIED } from "../thresholds.ts";
import type { Comparisons } from "./carry.ts";
import { scoreOf } from "./detail-matcher.ts";
import { RESTATING_PROFILE } from "./match-profiles.ts";
import { type NeedWords, weighed } from "./words/need-words.ts";
import { startOf } from "./words/wanted-words.ts";

/**
 * Maps a word start (see `startOf`) to all words with this start. After each word come the indexes
 * of the messages that contain it.
 */
export type WordIndex = ReadonlyMap<number, readonly (readonly [string, readonly number[]])[]>;

/** Pauses after each message, because indexing takes a long time. */
export function* indexWords(
  messages: readonly Variable[],
  sentencesOf: (message: Variable) => readonly Sentence[],
  effort: Effort,
): InTurns<WordIndex> {
  const index = new Map<string, number[]>();
  for (const [place, message] of messages.entries()) {
    for (const { stems } of sentencesOf(message)) {
      for (const stem of stems) {
        const places = index.get(stem);
        if (places === undefined) index.set(stem, [place]);
        else if (places.at(-1) !== place) places.push(place);
      }
    }
    effort.spend(SENTENCE);
    yield effort.sinceLastTurn();
  }
  return Map.groupBy(index, ([word]) => startOf(word));
}

export class Restatements {
  readonly #messages: readonly Variable[];
  readonly #comparisons: Comparisons;
  readonly #effort: Effort;
  readonly #readIndex: () => InTurns<WordIndex>;
  readonly #known = new Map<Need, readonly Variable[]>();

  /**
   * @param readIndex returns the word index of `messages`. The index only excludes messages, and
   * the other messages are then compared with the statement. So it does no harm if the index
   * contains too many words.
   */
  constructor(
    messages: readonly Variable[],
    readIndex: () => InTurns<WordIndex>,
    comparisons: Comparisons,
    effort: Effort,
  ) {
    this.#messages = messages;
    this.#readIndex = readIndex;
    this.#comparisons = comparisons;
    this.#effort = effort;
  }

  /** Returns the messages that repeat the whole statement, in their order. */
  *of(need: Need): InTurns<readonly Variable[]> {
    const known = this.#known.get(need);
    if (known !== undefined) return known;
    const words = this.#comparisons.words(need, RESTATING_PROFILE.letters);
    const candidates = words.hasAny
      ? this.#mayRestate(words, yield* this.#readIndex())
      : this.#messages;
    const repeatsStatement = this.#comparisons.carry(RESTATING_PROFILE);
    const found = yield* chosenOf(
      candidates,
      (message) => repeatsStatement(message, need) >= CARRIED,
    );
    this.#known.set(need, found);
    return found;
  }

  /**
   * Returns the messages that have enough of the statement's words to repeat it. Only these
   * messages need the slow comparison.
   */
  #mayRestate(words: NeedWords, index: WordIndex): Variable[] {
    const { need, aroundTotal } = words;
    const [core, around] = [this.#noBits(), this.#noBits()];
    for (const start of new Set([...need.core, ...need.around].map(({ stem }) => startOf(stem)))) {
      const alike = index.get(start) ?? [];
      this.#effort.spend(LINK * alike.length);
      for (const [word, places] of alike) {
        const bits = words.like(word);
        if (bits.core === 0 && bits.around === 0) continue;
        for (const place of places) {
          core[place] = (core[place] ?? 0) | bits.core;
          around[place] = (around[place] ?? 0) | bits.around;
        }
      }
    }
    const wanted = aroundTotal * RESTATING_PROFILE.surroundings;
    return this.#messages.filter((_, place) => {
      const [inCore, inAround] = [core[place] ?? 0, around[place] ?? 0];
      if (inCore === 0 && inAround === 0) return false;
      return scoreOf(words, weighed(inCore, words.core), inAround, wanted) >= CARRIED;
    });
  }

  #noBits(): Int32Array {
    return new Int32Array(this.#messages.length);
  }
}
