/** What is redacted, and the form of the pseudonyms that replace it. */

/** The kinds of values that redaction knows. Own patterns and word lists add kinds by their names. */
export const KINDS = ["email", "phone", "card", "iban", "ip", "secret"] as const;
export type Kind = (typeof KINDS)[number];

/** A value to replace, by its position in the text that was searched. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** Equal for all spellings of one value. */
  readonly normal: string;
  /** Whether the pseudonym must read like a name. */
  readonly isWord?: true;
}

export type Finder = (text: string) => Iterable<Found>;

/** Takes the place of found values, so that later finders do not see them. No finder matches it. */
export const MASK = "\u0000";
