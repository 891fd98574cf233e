/** The ways to compare a text with a detail: how alike words must look, how much around it is asked for. */
import {
  LETTERS_ALIKE,
  LOOSE_LETTERS,
  LOOSE_SURROUNDINGS,
  STRICT_SURROUNDINGS,
  SURROUNDINGS,
} from "../thresholds.ts";

export interface View {
  readonly name: string;
  /** How alike two words must look to count as one. */
  readonly letters: number;
  /** Share of the words around the detail that make it fully the same statement. */
  readonly surroundings: number;
  /** Asks for the whole statement, however short the text and however freely the memory words it. */
  readonly whole?: boolean;
  /** How surely a word that nobody said stands for the one in its place; else as the step's kind tells. */
  readonly standsFor?: number;
}

/** The view that decides, and the others whose agreement makes it sure. */
export const DECIDING_VIEW: View = {
  name: "stems and letters",
  letters: LETTERS_ALIKE,
  surroundings: SURROUNDINGS,
};
export const OTHER_VIEWS: readonly View[] = [
  { name: "stems", letters: 1, surroundings: SURROUNDINGS },
  { name: "letters", letters: LOOSE_LETTERS, surroundings: SURROUNDINGS },
  { name: "loose statement", letters: LETTERS_ALIKE, surroundings: LOOSE_SURROUNDINGS },
  { name: "whole statement", letters: LETTERS_ALIKE, surroundings: STRICT_SURROUNDINGS },
];

/** The deciding view, if every word that nobody said stood for the one in whose place it is. */
export const FREE_VIEW: View = { ...DECIDING_VIEW, name: "free wording", standsFor: 1 };

/** For telling whether another message says the same again, and not just something like it. */
export const RESTATING_VIEW: View = {
  name: "restatement",
  letters: LETTERS_ALIKE,
  surroundings: 1,
  whole: true,
};
