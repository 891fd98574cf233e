import { MAX_NAME_CHARS } from "./wire.ts";

/**
 * A text as the service takes names and ids: no control characters, no half of a surrogate pair
 * (as cutting may leave one), not empty, not too long.
 */
export function toName(text: string, max?: number): string;
export function toName(text: string | undefined): string | undefined;
export function toName(text: string | undefined, max = MAX_NAME_CHARS): string | undefined {
  if (text === undefined) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces
  return `${text}`.slice(0, max).replace(/[\u0000-\u001f\u007f\p{Cs}]+/gu, " ") || "unnamed";
}
