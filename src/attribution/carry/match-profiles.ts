/**
 * Defines the match profiles for comparing a text with a needed detail. A profile sets how similar
 * two words must be. It also sets how many of the words around the detail (the other words of its
 * statement) the text must have.
 */
import { LETTERS_ALIKE, MOST_OF_STATEMENT, SURROUNDINGS } from "../thresholds.ts";

export interface MatchProfile {
  /** Minimum letter similarity at which two words count as the same word. */
  readonly letters: number;
  /**
   * Minimum share of the words around the detail. A text with at least this share makes the
   * detail's statement.
   */
  readonly surroundings: number;
  /**
   * True if the share `surroundings` is required even of a short text and of a text that
   * paraphrases freely.
   */
  readonly whole?: boolean;
  /**
   * The probability that an unknown word is a paraphrase of the word that it replaces. A word is
   * unknown if it occurs in no message. If absent, the probability is learned from operations of
   * the same kind.
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

/**
 * The match profile for finding messages that repeat a statement exactly. A similar statement is
 * not enough.
 */
export const RESTATING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: 1,
  whole: true,
};

/** The match profile for a sentence that makes most of the statement by itself. */
export const STATEMENT_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: MOST_OF_STATEMENT,
  whole: true,
};
