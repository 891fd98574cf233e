/**
 * The profiles by which a text is compared with a detail: required similarity of words, required
 * surroundings.
 */
import { LETTERS_ALIKE, SURROUNDINGS } from "../thresholds.ts";

export interface MatchProfile {
  /** Minimum letter similarity at which two words count as one. */
  readonly letters: number;
  /** Share of the surrounding words that makes it fully the same statement. */
  readonly surroundings: number;
  /**
   * Requires the whole statement, however short the text and however freely the memory paraphrases.
   */
  readonly whole?: boolean;
  /**
   * How surely a word that no message uses paraphrases the word that it replaces. Default: the
   * value learned for the kind of step.
   */
  readonly standsFor?: number;
}

/** The profile that decides the verdict. */
export const DECIDING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: SURROUNDINGS,
};

/**
 * The deciding profile, under the assumption that every word that no message uses is a paraphrase.
 */
export const FREE_PROFILE: MatchProfile = { ...DECIDING_PROFILE, standsFor: 1 };

/** Requires that another message repeats the same statement, not only a similar one. */
export const RESTATING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: 1,
  whole: true,
};
