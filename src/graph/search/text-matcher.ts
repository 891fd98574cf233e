/** What tells where texts match, whatever is looked for. */

/** In place of a match's end: there is no match; or no answer is possible in bounded time. */
export const NO_MATCH = -1;
export const TOO_COSTLY = -2;

export interface Matcher {
  /** Where the first match ends, give or take the character that settles it. */
  endIn(text: string): number;
  /**
   * The same for many texts, by their numbers, into `ends` at the number plus 1; answers with the
   * characters that it read. Without it, texts are read as strings.
   */
  endInEach?(texts: ByteTexts, numbers: Int32Array, ends: Int32Array): number;
}

/** Texts one after the other, of one byte a character, or two. */
export interface ByteTexts {
  readonly bytes: Uint8Array;
  /** Per text: twice the offset at which it stops, plus 1 if its characters take two bytes. Such texts are skipped. */
  readonly stops: Uint32Array;
}
