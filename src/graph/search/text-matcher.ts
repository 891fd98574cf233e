/** The common interface of text search and regular expressions. */

/** Values instead of a match's end: there is no match; the time limit allows no answer. */
export const NO_MATCH = -1;
export const TOO_COSTLY = -2;

export interface Matcher {
  /** The end of the first match, or the position after the character that decides it. */
  endIn(text: string): number;
  /**
   * `endIn` for many texts by number. Writes each result to `ends` at the number plus 1 and returns
   * the count of characters read. Without this method, texts are read as strings.
   */
  endInEach?(texts: ByteTexts, numbers: Int32Array, ends: Int32Array): number;
}

/** Texts in one array, with one or two bytes per character. */
export interface ByteTexts {
  readonly bytes: Uint8Array;
  /**
   * Per text: twice its end offset, plus 1 if its characters take two bytes. Two-byte texts are
   * skipped.
   */
  readonly stops: Uint32Array;
}
