/** The ways to compare a text with a detail: how alike words must look, how much around it is asked for. */
import { LETTERS_ALIKE, SURROUNDINGS } from "../thresholds.ts";

export interface View {
  /** How alike two words must look to count as one. */
  readonly letters: number;
  /** Share of the words around the detail that make it fully the same statement. */
  readonly surroundings: number;
  /** Asks for the whole statement, however short the text and however freely the memory words it. */
  readonly whole?: boolean;
  /** How surely a word that nobody said stands for the one in its place; else as the step's kind tells. */
  readonly standsFor?: number;
}

/** The view that decides. */
export const DECIDING_VIEW: View = { letters: LETTERS_ALIKE, surroundings: SURROUNDINGS };

/** The deciding view, if every word that nobody said stood for the one in whose place it is. */
export const FREE_VIEW: View = { ...DECIDING_VIEW, standsFor: 1 };

/** For telling whether another message says the same again, and not just something like it. */
export const RESTATING_VIEW: View = {
  letters: LETTERS_ALIKE,
  surroundings: 1,
  whole: true,
};
