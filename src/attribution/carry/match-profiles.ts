/** The ways to compare a text with a detail: how alike words must look, how much around it is asked for. */

/** A share from here on counts as carried. */
export const CARRIED = 0.6;

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
  letters: 0.72,
  surroundings: 0.75,
};
export const OTHER_VIEWS: readonly View[] = [
  { name: "stems", letters: 1, surroundings: 0.75 },
  { name: "letters", letters: 0.6, surroundings: 0.75 },
  { name: "loose statement", letters: 0.72, surroundings: 0.5 },
  { name: "whole statement", letters: 0.72, surroundings: 0.95 },
];

/** The deciding view, if every word that nobody said stood for the one in whose place it is. */
export const FREE_VIEW: View = { ...DECIDING_VIEW, name: "free wording", standsFor: 1 };

/** For telling whether another message says the same again, and not just something like it. */
export const RESTATING_VIEW: View = {
  name: "restatement",
  letters: 0.72,
  surroundings: 1,
  whole: true,
};
