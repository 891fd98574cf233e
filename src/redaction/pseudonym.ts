/** The pseudonyms that replace redacted values: `[email:kqtbvmrdzhfs]`. */

/**
 * HMAC-SHA256 of the text with the project's key, in hexadecimal digits. Passed in, because pure code
 * has no crypto.
 */
export type KeyedHash = (text: string) => string;

/** 48 bits: among a million values of one kind, the chance that any two are confused is 0.2 %. */
const CHARS = 12;
/**
 * Letters for the hexadecimal digits. Without digits no reader takes a pseudonym for a number, and
 * without vowels none takes it for a word.
 */
const LETTERS = "bcdfghjklmnpqrst";
const NAME = "[a-z][a-z0-9-]{0,31}";

/** The kind is part of the hash, so equal texts of two kinds stay apart. */
export function pseudonymOf(kind: string, normal: string, hash: KeyedHash): string {
  const digits = hash(`${kind}:${normal}`).slice(0, CHARS);
  const letters = Array.from(digits, (digit) => LETTERS.charAt(Number.parseInt(digit, 16)));
  return `[${kind}:${letters.join("")}]`;
}

/** A new expression at each call, because it remembers a position. */
export function pseudonyms(): RegExp {
  return new RegExp(`\\[${NAME}:[${LETTERS}]{${CHARS}}\\]`, "g");
}
