/** The common interface of text search and regular expressions. */

/**
 * Values that a matcher returns instead of the end of a match. `NO_MATCH`: there is no match.
 * `TOO_COSTLY`: finding out would cost too much.
 */
export const NO_MATCH = -1;
export const TOO_COSTLY = -2;

export interface Matcher {
  /**
   * Returns the end of the first match, or an earlier position at which the match is already
   * certain. Returns `NO_MATCH` or `TOO_COSTLY` if there is no such position.
   */
  endIn(text: string): number;
  /**
   * Like `endIn`, but for many texts, given by number. Writes each result to `ends` at the text's
   * number plus 1, and returns the number of characters read. If a matcher lacks this method, the
   * caller passes strings to `endIn`.
   */
  endInEach?(texts: ByteTexts, numbers: Int32Array, ends: Int32Array): number;
}

/** Texts in one array, with one or two bytes per character. */
export interface ByteTexts {
  readonly bytes: Uint8Array;
  /**
   * For each text: twice the offset of its end, plus 1 if its characters take two bytes each. Texts
   * with two-byte characters are skipped.
   */
  readonly stops: Uint32Array;
}
