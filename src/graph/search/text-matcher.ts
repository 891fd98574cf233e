/** The interface that text search and regular expressions share. */

/**
 * Results that a matcher returns instead of a position. `NO_MATCH`: the text does not match.
 * `TOO_COSTLY`: the search would take too long.
 */
export const NO_MATCH = -1;
export const TOO_COSTLY = -2;

export interface Matcher {
  /**
   * Returns the position at which the first match ends. A matcher may also return an earlier
   * position, at which a match is already certain. Returns `NO_MATCH` if the text has no match, and
   * `TOO_COSTLY` if the search would take too long.
   */
  endIn(text: string): number;
  /**
   * Like `endIn`, but for many texts in one call. Returns the number of characters read. The result
   * for the text with index n goes to `ends[n + 1]`. If a matcher does not have this method,
   * callers pass each text to `endIn`.
   */
  endInEach?(texts: ByteTexts, numbers: Int32Array, ends: Int32Array): number;
}

/** Texts in one shared array, with one or two bytes per character. */
export interface ByteTexts {
  readonly bytes: Uint8Array;
  /**
   * Tells where each text ends in `bytes`. The entry of a text is twice the offset of its end. If
   * the text is stored with two bytes per character, 1 is added to the entry. A matcher skips such
   * texts.
   */
  readonly stops: Uint32Array;
}
