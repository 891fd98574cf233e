/**
 * Profiles for comparing a text with a detail. Each profile sets how similar words must be, and how
 * many of the surrounding words the text must have.
 */
import { LETTERS_ALIKE, SURROUNDINGS } from "../thresholds.ts";

export interface MatchProfile {
  /** Minimum letter similarity at which two words count as the same word. */
  readonly letters: number;
  /** Minimum share of the surrounding words at which two statements count as the same statement. */
  readonly surroundings: number;
  /** Requires the whole statement, even if the text is short or the memory paraphrases freely. */
  readonly whole?: boolean;
  /**
   * The probability that a word that occurs in no message is a paraphrase of the word that it
   * replaces. The default is the value that was learned for the kind of step.
   */
  readonly substitutionWeight?: number;
}

/** The profile that decides the verdict. */
export const DECIDING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: SURROUNDINGS,
};

/**
 * The deciding profile, except that every word that occurs in no message counts as a paraphrase.
 */
export const FREE_PROFILE: MatchProfile = { ...DECIDING_PROFILE, substitutionWeight: 1 };

/** Finds messages that repeat the same statement; a similar statement is not enough. */
export const RESTATING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: 1,
  whole: true,
};
