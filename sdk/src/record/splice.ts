/** Sends a changed text as its difference, so a growing memory costs only its growth. */
import { SPLICE_CHARS } from "../core/bounds.ts";
import { wholeCharacters } from "../core/encode.ts";
import type { Splice } from "../core/wire.ts";

/** The replaced range between two texts, or undefined if sending `after` is cheaper. */
export function spliceOf(ref: string, before: string, after: string): Splice | undefined {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at++;
  at = wholeCharacters(before, wholeCharacters(after, at));
  let tail = 1;
  while (tail <= shorter - at && before.at(-tail) === after.at(-tail)) tail++;
  let end = after.length - tail + 1;
  if (tail > 1 && wholeCharacters(after, end) < end) end++;
  const insert = after.slice(at, end);
  if (insert.length + SPLICE_CHARS >= after.length) return undefined;
  return { of: ref, at, remove: before.length - (after.length - end) - at, insert };
}
