/** The ways to compare a text with a detail: required likeness of words, required surroundings. */
import { LETTERS_ALIKE, SURROUNDINGS } from "../thresholds.ts";

export interface MatchProfile {
  /** How alike two words must look to count as one. */
  readonly letters: number;
  /** Share of the words around the detail that make it fully the same statement. */
  readonly surroundings: number;
  /**
   * Requires the whole statement, however short the text and however freely the memory paraphrases.
   */
  readonly whole?: boolean;
  /**
   * How certain it is that a word that no message uses paraphrases the word that it replaces. By
   * default, the value of the step's kind.
   */
  readonly standsFor?: number;
}

/** The view that decides the verdict. */
export const DECIDING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: SURROUNDINGS,
};

/** The deciding profile, if every unsaid word were a paraphrase of the word that it replaces. */
export const FREE_PROFILE: MatchProfile = { ...DECIDING_PROFILE, standsFor: 1 };

/** Tells whether another message repeats the same statement, not only a similar one. */
export const RESTATING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: 1,
  whole: true,
};
