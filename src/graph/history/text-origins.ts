/** Finds the version that introduced each word of a text. */

import { diffInTurns, type TextPart } from "../../text/word-diff.ts";
import { EditedText, type TextRun } from "../build/edited-text.ts";
import { cutToLimit, type ValueSplice } from "../build/values.ts";

/** A version as it was recorded: a whole text, or a change of the previous version. */
export type TextStep = string | Omit<ValueSplice, "base">;

/**
 * Texts are first compared in blocks of this many characters. This is much faster than comparing
 * single characters.
 */
const BLOCK_CHARS = 4_096;
/**
 * If a change touches part of a word, the whole word counts as changed. In a word of this many
 * characters or more, only the changed characters count.
 */
const MAX_WORD_CHARS = 64;
/** Matches a text of at most one word. A change of one word needs no comparison by words. */
const ONE_WORD = /^\w*$/;
/** Comparing a character costs as much as copying this many characters. */
const COMPARED = 10;
/**
 * Handling one version costs as much as copying this many characters, plus the cost of applying
 * the version's changes to the text.
 */
const STEP = 200;

/**
 * Returns the text of the last version, divided into runs. For each run, `by` is the index of the
 * version that introduced the run's characters. A splice takes no longer in a long text than in a
 * short one, so even very many splices are fast. Each `yield` gives the cost of the work since the
 * last pause. A cost of 1 is the time that it takes to copy one character.
 */
export function* originsOf(steps: Iterable<TextStep>): Generator<number, EditedText> {
  const text = new EditedText("");
  let by = 0;
  for (const step of steps) {
    yield STEP +
      (yield* typeof step === "string" ? rewrite(text, step, by) : change(text, step, by));
    by += 1;
  }
  return text;
}

function* rewrite(text: EditedText, after: string, by: number): Generator<number, number> {
  const before = text.toString();
  const gone = before.length + after.length;
  return gone + (yield* replace(text, 0, before, after, by));
}

function* change(
  text: EditedText,
  { at, remove, insert }: Exclude<TextStep, string>,
  by: number,
): Generator<number, number> {
  const start = at - wordBefore(text, at);
  const end = at + remove + wordAfter(text, at + remove);
  const before = text.slice(start, end);
  const after = before.slice(0, at - start) + insert + before.slice(at - start + remove);
  const gone = yield* replace(text, start, before, after, by);
  cutToLimit(text, by);
  return gone;
}

function* replace(
  text: EditedText,
  from: number,
  before: string,
  after: string,
  by: number,
): Generator<number, number> {
  if (before === after) return 0;
  const head = commonStart(before, after);
  const tail = commonEnd(before, after, head);
  const [removed = "", added = ""] = [before, after].map((all) =>
    all.slice(head, all.length - tail),
  );
  const start = from + head;
  const runs = ONE_WORD.test(removed + added)
    ? [{ by, text: added }]
    : runsOf(text, start, yield* diffInTurns(removed, added), by);
  text.replace(start, removed.length, runs);
  return before.length + after.length + (removed.length + added.length) * COMPARED;
}

/** @param start position in the text at which `parts` begin */
function runsOf(text: EditedText, start: number, parts: readonly TextPart[], by: number) {
  const runs: TextRun[] = [];
  let place = start;
  for (const part of parts) {
    if (part.kind === "added") {
      runs.push({ by, text: part.text });
      continue;
    }
    const end = place + part.text.length;
    if (part.kind === "same") for (const run of text.between(place, end)) runs.push(run);
    place = end;
  }
  return runs;
}

/** Returns the length of the word that ends at the position; 0 for none or a very long word. */
function wordBefore(text: EditedText, place: number): number {
  const near = text.slice(Math.max(0, place - MAX_WORD_CHARS), place);
  const { length } = /\S*$/.exec(near)?.[0] ?? "";
  return length === MAX_WORD_CHARS ? 0 : length;
}

/** Returns the length of the word that begins at the position; 0 for none or a very long word. */
function wordAfter(text: EditedText, place: number): number {
  const near = text.slice(place, Math.min(text.length, place + MAX_WORD_CHARS));
  const { length } = /^\S*/.exec(near)?.[0] ?? "";
  return length === MAX_WORD_CHARS ? 0 : length;
}

/**
 * Returns how many characters at the beginnings of both texts are equal. Counts only up to the last
 * white space among them, because the word after it can be only partly equal.
 */
function commonStart(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  for (let end = BLOCK_CHARS; end <= limit && a.slice(length, end) === b.slice(length, end); ) {
    length = end;
    end += BLOCK_CHARS;
  }
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  while (length > 0 && !isSpace(a, length - 1)) length -= 1;
  return length;
}

/**
 * Returns how many characters at the ends of both texts are equal. Counts only after the first
 * white space among them, because the word before it can be only partly equal.
 */
function commonEnd(a: string, b: string, start: number): number {
  const limit = Math.min(a.length, b.length) - start;
  let length = 0;
  const block = (text: string) =>
    text.slice(text.length - length - BLOCK_CHARS, text.length - length);
  while (length + BLOCK_CHARS <= limit && block(a) === block(b)) length += BLOCK_CHARS;
  while (
    length < limit &&
    a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)
  ) {
    length += 1;
  }
  while (length > 0 && !isSpace(a, a.length - length)) length -= 1;
  return Math.max(0, length - 1);
}

function isSpace(text: string, place: number): boolean {
  return /\s/.test(text.charAt(place));
}
