/**
 * Makes the pseudonyms that replace redacted values, such as `[email:kqtbvmrdzhfs]`. A word of a
 * project's own list is replaced by a word such as `Personkqtbvmrdzhfs`, because names must still
 * read like names.
 */

/**
 * HMAC-SHA256 of the text with the project's key, in hexadecimal digits. The caller passes this
 * function in, because this module must not depend on the crypto of a runtime.
 */
export type KeyedHash = (text: string) => string;

/**
 * Number of letters in a pseudonym: 48 bits of the hash. Among a million values of one kind, the
 * probability that any two get the same pseudonym is 0.2%.
 */
const CHARS = 12;
/**
 * Letters that stand for the hexadecimal digits. Without digits, no finder takes a pseudonym for a
 * number; without vowels, nobody takes it for a word.
 */
const LETTERS = "bcdfghjklmnpqrst";
const NAME = "[a-z][a-z0-9-]{0,31}";

export type PseudonymForm = "marked" | "word";

/**
 * Returns the pseudonym of a value. The kind is part of the hash, so equal texts of two kinds get
 * different pseudonyms.
 */
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

/**
 * Returns an expression that matches pseudonyms. Each call returns a new expression, because an
 * expression remembers its position.
 */
export function pseudonyms(): RegExp {
  return new RegExp(
    `\\[${NAME}:[${LETTERS}]{${CHARS}}\\]|(?<![\\p{L}\\p{N}])[A-Z][a-z0-9]{0,31}?[${LETTERS}]{${CHARS}}(?![\\p{L}\\p{N}])`,
    "gu",
  );
}
