/**
 * Defines the match profiles for comparing a text with a needed detail. A profile sets how similar
 * two words must be, and how many words around the detail a text needs. These are the other words
 * of the detail's statement.
 */
import { LETTERS_ALIKE, SURROUNDINGS } from "../thresholds.ts";

export interface MatchProfile {
  /** Minimum letter similarity at which two words count as equal. */
  readonly letters: number;
  /**
   * Minimum share of the words around the detail. A text with this share makes the detail's
   * statement.
   */
  readonly surroundings: number;
  /** Whether short texts and free paraphrases also need the share `surroundings`. */
  readonly whole?: boolean;
  /**
   * Probability that a word that occurs in no message is a paraphrase of the word that it replaces.
   * If absent, it is learned from operations of the same kind.
   */
  readonly substitutionWeight?: number;
}

/** The match profile that decides the verdict. */
export const DECIDING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: SURROUNDINGS,
};

/** Like `DECIDING_PROFILE`, but a word that occurs in no message always counts as a paraphrase. */
export const FREE_PROFILE: MatchProfile = { ...DECIDING_PROFILE, substitutionWeight: 1 };

/** For finding messages that repeat a whole statement exactly. */
export const RESTATING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: 1,
  whole: true,
};
