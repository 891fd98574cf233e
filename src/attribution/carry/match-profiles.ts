/**
 * Profiles for comparing a text with a needed detail. A profile sets how similar words must be, and
 * how many of the surrounding words the text must have.
 */
import { LETTERS_ALIKE, SURROUNDINGS } from "../thresholds.ts";

export interface MatchProfile {
  /** Minimum letter similarity at which two words count as the same word. */
  readonly letters: number;
  /**
   * Minimum share of the words around the detail that a text must have to make the same statement.
   */
  readonly surroundings: number;
  /** True if even a short or freely paraphrased text must have the whole statement. */
  readonly whole?: boolean;
  /**
   * The probability that an unknown word is a paraphrase of the word that it replaces. A word is
   * unknown if it occurs in no message. The default is learned from operations of the same kind.
   */
  readonly substitutionWeight?: number;
}

/** The tracer decides the verdict with this profile. */
export const DECIDING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: SURROUNDINGS,
};

/**
 * Like the deciding profile, but a word that occurs in no message always counts as a paraphrase.
 */
export const FREE_PROFILE: MatchProfile = { ...DECIDING_PROFILE, substitutionWeight: 1 };

/** For finding messages that repeat a statement exactly; a similar statement is not enough. */
export const RESTATING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: 1,
  whole: true,
};
