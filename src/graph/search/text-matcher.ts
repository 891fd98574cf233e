/** The interface that text search and regular expressions share. */

/**
 * Results in place of a position. `NO_MATCH`: the text does not match. `TOO_COSTLY`: the search
 * would cost too much.
 */
export const NO_MATCH = -1;
export const TOO_COSTLY = -2;

export interface Matcher {
  /**
   * Returns the end of the first match, or an earlier position at which a match is certain;
   * `NO_MATCH` or `TOO_COSTLY` if there is none.
   */
  endIn(text: string): number;
  /**
   * Like `endIn`, but for many texts in one call. The result for index n goes to `ends[n+1]`.
   * Returns the number of characters read. Without this method, callers pass each text to `endIn`.
   */
  endInEach?(texts: ByteTexts, numbers: Int32Array, ends: Int32Array): number;
}

/** Texts in one shared array, with one or two bytes per character. */
export interface ByteTexts {
  readonly bytes: Uint8Array;
  /**
   * For each text: the offset of its end times 2, plus 1 if its characters take two bytes each. A
   * matcher skips texts with two-byte characters.
   */
  readonly stops: Uint32Array;
}
