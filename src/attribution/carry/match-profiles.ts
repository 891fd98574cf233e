/**
 * Defines the match profiles. They are used to compare a text with a needed detail. A profile sets
 * how similar two words must be, and how many of the words around the detail the text must have.
 * The words around a detail are the other words of its statement.
 */
import { LETTERS_ALIKE, MOST_OF_STATEMENT, SURROUNDINGS } from "../thresholds.ts";

export interface MatchProfile {
  /**
   * Two words count as equal if the similarity of their letters (0 to 1) is at least this value.
   */
  readonly letters: number;
  /**
   * A text must have at least this share of the words around the detail. A text with a smaller
   * share makes another statement.
   */
  readonly surroundings: number;
  /**
   * If true, every text needs the share `surroundings`. Otherwise, a lower share is enough for
   * short texts and for the texts of operations that paraphrase freely.
   */
  readonly whole?: boolean;
  /**
   * A text can have a new word where the statement has another word. If no message has the new
   * word, it may be a paraphrase of the other word. This value is the probability that it is a
   * paraphrase. Without this value, the probability is learned from operations of the same kind.
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
 * The match profile that tests whether a message repeats a whole statement. The message must have
 * all words around the detail.
 */
export const RESTATING_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: 1,
  whole: true,
};

/** The match profile that decides whether a single sentence says most of the statement. */
export const STATEMENT_PROFILE: MatchProfile = {
  letters: LETTERS_ALIKE,
  surroundings: MOST_OF_STATEMENT,
  whole: true,
};
