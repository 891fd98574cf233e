/**
 * Makes the pseudonyms of redacted values, such as `[email:kqtbvmrdzhfs]`. Words of a project's own
 * lists become words such as `Personkqtbvmrdzhfs`, which still look like names.
 */

/**
 * HMAC-SHA256 with the project's key, in hexadecimal. It is a parameter, because this module must
 * not depend on a runtime's crypto.
 */
export type KeyedHash = (text: string) => string;

/**
 * Letters in a pseudonym: 48 bits of the hash. Among a million values of one kind, two get the same
 * pseudonym with a probability of 0.2%.
 */
const CHARS = 12;
/**
 * Letters that stand for hexadecimal digits. Without digits, no finder takes a pseudonym for a
 * number. Without vowels, nobody takes it for a word.
 */
const LETTERS = "bcdfghjklmnpqrst";
const NAME = "[a-z][a-z0-9-]{0,31}";

export type PseudonymForm = "marked" | "word";

/** The hash includes the kind, so equal texts of two kinds get different pseudonyms. */
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
 * Matches pseudonyms. Each call returns a new expression, because an expression keeps its position.
 */
export function pseudonyms(): RegExp {
  return new RegExp(
    `\\[${NAME}:[${LETTERS}]{${CHARS}}\\]|(?<![\\p{L}\\p{N}])[A-Z][a-z0-9]{0,31}?[${LETTERS}]{${CHARS}}(?![\\p{L}\\p{N}])`,
    "gu",
  );
}
