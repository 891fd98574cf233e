import { MAX_NAME_CHARS } from "./wire.ts";

/** A text as the service takes names and ids: no control characters, not empty, not too long. */
export function toName(text: string): string;
export function toName(text: string | undefined): string | undefined;
export function toName(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces
  return `${text}`.replace(/[\u0000-\u001f\u007f]+/g, " ").slice(0, MAX_NAME_CHARS) || "unnamed";
}
