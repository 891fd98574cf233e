/** What tells where texts match, whatever is looked for. */

/** In place of where a match ends: there is none; it cannot be told in bounded time. */
export const NO_MATCH = -1;
export const TOO_COSTLY = -2;

export interface Matcher {
  /** Where the first match ends, give or take the character that settles it. */
  endIn(text: string): number;
  /** The same for many texts, into `ends`; without it, texts are read as strings. */
  endInEach?(texts: ByteTexts, ends: Int32Array): void;
}

/** Texts of one byte a character, each from its start to its stop. */
export interface ByteTexts {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly stops: Uint32Array;
}
