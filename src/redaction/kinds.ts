/** The built-in kinds. Each pattern or word list of a project is one more kind, named after it. */
export const KINDS = ["email", "phone", "card", "iban", "ip", "secret"] as const;
export type Kind = (typeof KINDS)[number];

/** A value to replace, with its position in the searched text. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** All spellings of one value have the same normalised value. */
  readonly normal: string;
  /**
   * True for an entry of a project's own word list. Such an entry is usually a name, so its
   * pseudonym must look like a name too.
   */
  readonly isWord?: true;
}

export type Finder = (text: string) => Iterable<Found>;

/**
 * Each character of a found value is replaced by this character. No finder matches it, so later
 * finders skip the value.
 */
export const MASK = "\u0000";
