/** The ways to compare a text with a detail: required likeness of words, required surroundings. */
import { LETTERS_ALIKE, SURROUNDINGS } from "../thresholds.ts";

export interface View {
  /** How alike two words must look to count as one. */
  readonly letters: number;
  /** Share of the words around the detail that make it fully the same statement. */
  readonly surroundings: number;
  /**
   * Requires the whole statement, however short the text and however freely the memory paraphrases.
   */
  readonly whole?: boolean;
  /**
   * How surely an unsaid word paraphrases the word that it replaces; by default, as for the step's
   * kind.
   */
  readonly standsFor?: number;
}

/** The view that decides the verdict. */
export const DECIDING_VIEW: View = { letters: LETTERS_ALIKE, surroundings: SURROUNDINGS };

/** The deciding view, if every unsaid word were a paraphrase of the word that it replaces. */
export const FREE_VIEW: View = { ...DECIDING_VIEW, standsFor: 1 };

/** Tells whether another message repeats the same statement, not only a similar one. */
export const RESTATING_VIEW: View = {
  letters: LETTERS_ALIKE,
  surroundings: 1,
  whole: true,
};
