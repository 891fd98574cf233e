/**
 * Tests whether a text states a needed detail. The test compares words; a match profile sets how
 * similar they must be.
 */

import type { Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import { firstDate } from "../../text/times.ts";
import { type Effort, SENTENCE } from "../effort.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { Need } from "../needs/need.ts";
import type { Shown } from "../roles/visible-fields.ts";
import { DetailMatcher, type Standard, standardOf } from "./detail-matcher.ts";
import type { MatchProfile } from "./match-profiles.ts";
import type { MemoryParaphrase, Paraphrase, StepParaphrase } from "./paraphrase-rate.ts";
import { type Placements, placements } from "./placement.ts";
import { NeedWords } from "./words/need-words.ts";

/** Returns the share (0 to 1) of the needed detail that the variable's visible text states. */
export type CarryTest = (variable: Variable, need: Need) => number;

export interface CarryParts {
  readonly corpus: MessageCorpus;
  readonly effort: Effort;
  readonly shown: Shown;
  readonly isMemory: (variable: Variable) => boolean;
  readonly sentences: (variable: Variable) => readonly Sentence[];
  readonly paraphrase: MemoryParaphrase;
  /**
   * Returns the kind of the step, and how freely steps of this kind paraphrase: how often they
   * write another word instead of a word of their input.
   */
  readonly paraphraseOf: (step: Readonly<Record<"op" | "from" | "to", string>>) => StepParaphrase;
  /**
   * Whether a relative time such as "yesterday" is resolved only with a day in the variable's own
   * text or metadata. This is true for memory units, messages and the context. In any other
   * variable, the day of the message that states the detail can be used too.
   */
  readonly ownDates: (variable: Variable) => boolean;
  /** Aligns a detail's statement with a sentence. All match profiles share these alignments. */
  readonly placements: Placements;
  /** Whether the memory is written in another language than the messages. */
  readonly isMemoryTranslated: boolean;
}

export interface Statement {
  readonly share: number;
  /**
   * The sentences that state the detail; empty if `share` is 0. If the detail has a time, the
   * sentences before and after them are included, because they can name the day.
   */
  readonly sentences: readonly Sentence[];
}

const UNSTATED: Statement = { share: 0, sentences: [] };

/**
 * Measures how much of a needed detail a text states. `whole` reads the whole text of a variable,
 * `among` only the given sentences.
 */
export interface StatementTest {
  readonly whole: (variable: Variable, need: Need) => Statement;
  readonly among: (variable: Variable, need: Need, sentences: readonly Sentence[]) => Statement;
}

/**
 * Compares texts with the needed details of one case. A match profile leads to a `Standard`, by
 * which texts are compared. If two profiles lead to the same `Standard`, they share one test, so
 * that no text is compared twice.
 */
export class Comparisons {
  readonly #parts: CarryParts;
  readonly #tests = new Map<string, StatementTest>();
  readonly #words = new Map<number, Map<Need, NeedWords>>();

  constructor(parts: CarryParts) {
    this.#parts = parts;
  }

  carry(profile: MatchProfile): CarryTest {
    const { whole } = this.by(profile);
    return (variable, need) => whole(variable, need).share;
  }

  /** @param paraphrase if absent, no word counts as a paraphrase of another word */
  by(
    profile: MatchProfile,
    paraphrase: Paraphrase = { kept: this.#parts.paraphrase.kept, substitutionWeight: 0 },
  ): StatementTest {
    const standard = standardOf(profile, paraphrase);
    const key = Object.values(standard).join(" ");
    const known = this.#tests.get(key) ?? this.#testBy(standard);
    this.#tests.set(key, known);
    return known;
  }

  /**
   * Prepares the words of a detail's statement for comparison. Two words count as equal if the
   * similarity of their letters (0 to 1) is at least `letters`.
   */
  words(need: Need, letters: number): NeedWords {
    const alike = this.#words.get(letters) ?? new Map<Need, NeedWords>();
    this.#words.set(letters, alike);
    const known = alike.get(need) ?? new NeedWords(need, letters);
    alike.set(need, known);
    return known;
  }

  /** Whether a sentence of the variable says the opposite of the statement. */
  contradicts(variable: Variable, need: Need, letters: number): boolean {
    return this.words(need, letters).againstAny(this.#parts.sentences(variable)) > 0;
  }

  #testBy(standard: Standard): StatementTest {
    const matchers = new Map<Need, DetailMatcher>();
    const matcherOf = (need: Need) => {
      const known =
        matchers.get(need) ??
        new DetailMatcher(this.words(need, standard.letters), standard, this.#parts);
      matchers.set(need, known);
      return known;
    };
    const among: StatementTest["among"] = (variable, need, sentences) => {
      this.#parts.effort.spend(SENTENCE * (1 + sentences.length));
      const own = this.#parts.ownDates(variable);
      const said = own && variable.metadata ? metadataDay(variable.metadata) : undefined;
      const { share, from, to } = matcherOf(need).best(sentences, own, said);
      if (share === 0) return UNSTATED;
      const margin = need.days === undefined ? 0 : 1;
      return { share, sentences: sentences.slice(Math.max(0, from - margin), to + margin) };
    };
    const statements = new Map<Need, Map<string, Statement>>();
    const whole: StatementTest["whole"] = (variable, need) => {
      const ofNeed = statements.get(need) ?? new Map<string, Statement>();
      statements.set(need, ofNeed);
      const known = ofNeed.get(variable.id);
      if (known !== undefined) return known;
      const made = among(variable, need, this.#parts.sentences(variable));
      ofNeed.set(variable.id, made);
      return made;
    };
    return { whole, among };
  }
}

/**
 * Returns the text that later operations can read. For a memory unit, this is the text of its
 * visible fields.
 */
export function shownText(
  variable: Variable,
  { isMemory, shown }: Pick<CarryParts, "isMemory" | "shown">,
): string {
  return isMemory(variable) ? shown(variable) : variable.value;
}

/**
 * Returns the share (0 to 1) of the needed detail that a text states. Use this for a text that is
 * not a variable of the graph. The text must repeat the words of the detail; paraphrases do not
 * count.
 */
export function shareIn(
  text: string,
  need: Need,
  profile: MatchProfile,
  corpus: MessageCorpus,
): number {
  const parts = { corpus, placements: placements(corpus, new Set()), isMemoryTranslated: false };
  const words = new NeedWords(need, profile.letters);
  const matcher = new DetailMatcher(words, standardOf(profile, VERBATIM), parts);
  return matcher.best(corpus.sentencesOf(text), true, undefined).share;
}

/** With these values, a text must repeat the words themselves. Paraphrases do not count. */
const VERBATIM = { kept: 1, substitutionWeight: 0 };

/** Returns the day in the metadata, in days since 1970. */
export function metadataDay(metadata: Readonly<Record<string, unknown>>): number | undefined {
  for (const key of ["timestamp", "time", "date", "created_at"]) {
    const value = metadata[key];
    if (typeof value === "string") return firstDate(value);
  }
  return undefined;
}
