/** Names, ids and texts as the service takes them. */
import { cutText, wholeCharacters } from "./encode.ts";
import { MAX_NAME_CHARS } from "./wire.ts";

/**
 * A text as the service takes names and ids: no control characters, no half of a surrogate pair,
 * not empty, not too long.
 */
export function toName(text: string, max?: number): string;
export function toName(text: string | undefined): string | undefined;
export function toName(text: string | undefined, max = MAX_NAME_CHARS): string | undefined {
  if (text === undefined) return undefined;
  const given = `${text}`;
  return given.slice(0, wholeCharacters(given, max)).replace(/[\p{Cc}\p{Cs}]+/gu, " ") || "unnamed";
}

interface Described {
  name?: string | undefined;
  category?: string | undefined;
  user?: string | undefined;
  system?: string | undefined;
  comment?: string | undefined;
  strict?: boolean | undefined;
  metadata?: Record<string, unknown> | undefined;
}

/** What an event takes over from the app, as the service takes it. */
export function cleaned<D extends Described>(described: D): Described & Pick<D, "name" & keyof D>;
export function cleaned(described: Described): Described {
  const { name, category, user, system, comment, strict, metadata } = described;
  return {
    ...{ name: toName(name), category: toName(category), user: toName(user) },
    ...{ system: toName(system), comment: cutText(comment), strict, metadata },
  };
}
