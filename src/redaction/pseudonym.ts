/**
 * The pseudonyms that replace redacted values: `[email:kqtbvmrdzhfs]`, and for words of own lists a word
 * such as `Personkqtbvmrdzhfs`, because names must still read like names.
 */

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

export type PseudonymForm = "marked" | "word";

/** The kind is part of the hash, so equal texts of two kinds stay apart. */
export function pseudonymOf(
  kind: string,
  normal: string,
  form: PseudonymForm,
  hash: KeyedHash,
): string {
  const digits = hash(`${kind}:${normal}`).slice(0, CHARS);
  const code = Array.from(digits, (digit) => LETTERS.charAt(Number.parseInt(digit, 16))).join("");
  if (form === "marked") return `[${kind}:${code}]`;
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("-", "")}${code}`;
}

/** A new expression at each call, because it remembers a position. */
export function pseudonyms(): RegExp {
  return new RegExp(
    `\\[${NAME}:[${LETTERS}]{${CHARS}}\\]|(?<![\\p{L}\\p{N}])[A-Z][a-z0-9]{0,31}?[${LETTERS}]{${CHARS}}(?![\\p{L}\\p{N}])`,
    "gu",
  );
}
