/** The kinds of values that are redacted, and the fields of a found value. */

/**
 * The built-in kinds. Each of a project's own patterns and word lists is one more kind, which has
 * the name of the pattern or list.
 */
export const KINDS = ["email", "phone", "card", "iban", "ip", "secret"] as const;
export type Kind = (typeof KINDS)[number];

/** A value to replace, by its position in the text that was searched. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** The normalised value. It is equal for all spellings of one value. */
  readonly normal: string;
  /** Whether the pseudonym must read like a name. */
  readonly isWord?: true;
}

export type Finder = (text: string) => Iterable<Found>;

/**
 * This character replaces found values in the text, so that later finders do not find them again.
 * No finder matches this character.
 */
export const MASK = "\u0000";
