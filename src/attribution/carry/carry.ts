/**
 * Tests whether a text states a detail that the expected answer needs. The test compares words. A
 * match profile (`match-profiles.ts`) sets how similar the words must be.
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
import { NeedWords } from "./need-words.ts";
import type { MemoryParaphrase, Paraphrase, StepParaphrase } from "./paraphrase-rate.ts";
import { type Placements, placements } from "./placement.ts";

/** Returns which share of the needed detail the variable's visible text states, from 0 to 1. */
export type CarryTest = (variable: Variable, need: Need) => number;

export interface CarryParts {
  readonly corpus: MessageCorpus;
  readonly effort: Effort;
  readonly shown: Shown;
  readonly isMemory: (variable: Variable) => boolean;
  /** Returns the sentences of the variable's visible text. */
  readonly sentences: (variable: Variable) => readonly Sentence[];
  readonly paraphrase: MemoryParaphrase;
  /**
   * For a step from one variable to another, returns the kind of their link, and how freely
   * operations paraphrase on links of this kind.
   */
  readonly paraphraseOf: (step: Readonly<Record<"op" | "from" | "to", string>>) => StepParaphrase;
  /**
   * Whether a relative time in the variable must get its day from the variable's own text or
   * metadata. True for memory units, messages and the context.
   */
  readonly ownDates: (variable: Variable) => boolean;
  /**
   * Aligns the words of a needed detail's statement with the words of a sentence. All match
   * profiles share these alignments, so that each is computed only once.
   */
  readonly placements: Placements;
  /** Whether the memory is written in another language than the messages. */
  readonly isMemoryTranslated: boolean;
}

export interface Statement {
  readonly share: number;
  /**
   * The sentences that state the needed detail; empty if `share` is 0. If the detail is a time, the
   * list also has the neighbouring sentences, because they sometimes name the day.
   */
  readonly sentences: readonly Sentence[];
}

const UNSTATED: Statement = { share: 0, sentences: [] };

/**
 * Measures which share of a needed detail a text states. A `Standard` sets how closely the text
 * must agree with the detail's statement.
 */
export interface StatementTest {
  /** Reads the whole visible text of the variable. */
  readonly whole: (variable: Variable, need: Need) => Statement;
  /** Reads only these sentences of the variable. */
  readonly among: (variable: Variable, need: Need, sentences: readonly Sentence[]) => Statement;
}

/**
 * Compares texts with the details that the expected answer of one case needs. If two match profiles
 * lead to equal standards, both use one test with one cache.
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

  /**
   * @param paraphrase if absent, a word that occurs in no message does not count as a paraphrase
   */
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
   * Prepares the words of a needed detail and of its statement for comparison. Two words count as
   * equal if their letter similarity is at least `letters` (0 to 1).
   */
  words(need: Need, letters: number): NeedWords {
    const alike = this.#words.get(letters) ?? new Map<Need, NeedWords>();
    this.#words.set(letters, alike);
    const known = alike.get(need) ?? new NeedWords(need, letters);
    alike.set(need, known);
    return known;
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
 * Returns the text of the variable that later operations can read. For a memory unit, this is the
 * text of its visible fields.
 */
export function shownText(
  variable: Variable,
  { isMemory, shown }: Pick<CarryParts, "isMemory" | "shown">,
): string {
  return isMemory(variable) ? shown(variable) : variable.value;
}

/**
 * Returns which share of the needed detail a plain text states, from 0 to 1. The text must repeat
 * words as closely as the match profile says.
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

/** The `Paraphrase` values for a text that must repeat the words of the detail. */
const VERBATIM = { kept: 1, substitutionWeight: 0 };

/** Returns the day that the metadata of a variable names, in days since 1970. */
export function metadataDay(metadata: Readonly<Record<string, unknown>>): number | undefined {
  for (const key of ["timestamp", "time", "date", "created_at"]) {
    const value = metadata[key];
    if (typeof value === "string") return firstDate(value);
  }
  return undefined;
}
