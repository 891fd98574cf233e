import { wholeCharacters } from "./encode.ts";
import { MAX_NAME_CHARS } from "./wire.ts";

/**
 * Returns a name or id that the service accepts: not empty, not too long, without control
 * characters and without half a surrogate pair.
 */
export function toName(text: string, max?: number): string;
export function toName(text: string | undefined): string | undefined;
export function toName(text: string | undefined, max = MAX_NAME_CHARS): string | undefined {
  if (text === undefined) return text;
  const given = `${text}`;
  return given.slice(0, wholeCharacters(given, max)).replace(/[\p{Cc}\p{Cs}]+/gu, " ") || "unnamed";
}
