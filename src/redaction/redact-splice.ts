/**
 * Redacts a splice, which changes a part of a value. Its positions refer to the original value, and
 * are converted to positions in the stored value, which contains pseudonyms. The text around the
 * change is searched again: together with the new text, it can form a value such as an e-mail
 * address.
 */
import type { Splice } from "../protocol/events/events.ts";
import { pseudonyms } from "./pseudonym.ts";
import type { Redactor, Replacement } from "./redactor.ts";

/** A value as stored, and where it differs from the original. */
export interface RedactedValue {
  readonly text: string;
  readonly replaced: readonly Replacement[];
}

export interface RedactedSplice {
  readonly splice: Splice;
  /** The stored value after the change. */
  readonly value: RedactedValue;
}

/**
 * A value to redact can be partly in the inserted text and partly in the text next to it. So this
 * number of characters before and after the change are searched again.
 */
const READ_AGAIN = 512;
/**
 * Every pseudonym, such as `[email:kqtbvmrdzhfs]`, is shorter than this. The name of the kind has
 * at most 32 characters. Twelve letters, two brackets and a colon are added.
 */
const MAX_PSEUDONYM_CHARS = 64;
/**
 * Matches the start of an inserted text. A pseudonym can have replaced the beginning of a value,
 * such as a key. The matched characters can then be the rest of this value.
 */
const CONTINUES = /^[\w+/=.@%-]{1,4096}/;
const ENDS_SENTENCE = /^[.](?:$|[^\w])/;

export function redactSplice(
  base: RedactedValue,
  { of, at, remove, insert }: Splice,
  redactor: Redactor,
): RedactedSplice {
  const from = storedPlace(base, at);
  const to = Math.max(from, storedPlace(base, at + remove));
  const { kept, written, joined } = continuation(base, from, at, insert, redactor);
  const start = Math.max(0, kept - READ_AGAIN);
  const stop = Math.min(base.text.length, to + READ_AGAIN);
  const around = base.text.slice(start, kept) + written + base.text.slice(to, stop);
  const read = redactor.redact(around);
  const text = base.text.slice(0, start) + read.text + base.text.slice(stop);
  const moved = movedReplacements(base.replaced, { at, remove, insert }, joined);
  const own = read.replaced.map(([place, was, now]): Replacement => {
    const original = originalPlace(moved, start + place);
    return [original, originalPlace(moved, start + place + was) - original, now];
  });
  const replaced = [...moved, ...own].sort((a, b) => a[0] - b[0]);
  const change = difference(base.text.slice(start, stop), read.text);
  return { splice: { of, ...change, at: start + change.at }, value: { text, replaced } };
}

/**
 * Returns the parts of the value that pseudonyms replace, with their positions after the splice. A
 * splice in the middle of such a part leaves two pieces of the part. The pseudonym then replaces
 * the first piece, and nothing replaces the second piece.
 */
function movedReplacements(
  replaced: readonly Replacement[],
  { at, remove, insert }: Omit<Splice, "of">,
  joined: readonly Replacement[],
): Replacement[] {
  const end = at + remove;
  const moved: Replacement[] = [];
  for (const [place, was, now] of replaced) {
    if (place < at) moved.push([place, Math.min(was, at - place), now]);
    if (place >= end) moved.push([place - remove + insert.length, was, now]);
    else if (place + was > end) moved.push([at + insert.length, place + was - end, 0]);
  }
  return [...moved, ...joined].sort((a, b) => a[0] - b[0]);
}

/**
 * Handles an insertion directly behind a pseudonym. The inserted text can begin with the rest of
 * the token that the pseudonym replaced, such as the last characters of a key. This rest must not
 * stay readable. So one new pseudonym replaces the old pseudonym and the rest together.
 */
function continuation(
  { text, replaced }: RedactedValue,
  from: number,
  at: number,
  insert: string,
  redactor: Redactor,
): { kept: number; written: string; joined: readonly Replacement[] } {
  const isBehind = replaced.some(([place, was]) => place < at && place + was >= at);
  const more = CONTINUES.exec(insert)?.[0];
  const start = Math.max(0, from - MAX_PSEUDONYM_CHARS);
  const before = isBehind && more !== undefined ? text.slice(start, from) : "";
  const pseudonym = [...before.matchAll(pseudonyms())].at(-1);
  const isAdjacent =
    pseudonym !== undefined && pseudonym.index + pseudonym[0].length === before.length;
  const isOpen = isAdjacent && pseudonym[0].startsWith("[") && !ENDS_SENTENCE.test(insert);
  if (more === undefined || !isOpen) return { kept: from, written: insert, joined: [] };
  const written = redactor.continued(pseudonym[0], more) + insert.slice(more.length);
  return { kept: start + pseudonym.index, written, joined: [[at, more.length, 0]] };
}

/**
 * Converts an original position to a stored position. A position inside a replaced value moves to
 * the end of its pseudonym.
 */
function storedPlace({ text, replaced }: RedactedValue, original: number): number {
  let shift = 0;
  for (const [at, was, now] of replaced) {
    if (at >= original) break;
    if (at + was > original) return at + shift + now;
    shift += now - was;
  }
  return Math.min(text.length, original + shift);
}

function originalPlace(replaced: readonly Replacement[], stored: number): number {
  let shift = 0;
  for (const [at, was, now] of replaced) {
    if (at + shift >= stored) break;
    shift += now - was;
  }
  return stored - shift;
}

function difference(before: string, after: string): Omit<Splice, "of"> {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  if (isLowHalf(after, at) || isLowHalf(before, at)) at -= 1;
  let same = 0;
  while (
    same < most - at &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  ) {
    same += 1;
  }
  if (same > 0 && isLowHalf(after, after.length - same)) same -= 1;
  return { at, remove: before.length - at - same, insert: after.slice(at, after.length - same) };
}

function isLowHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff;
}
