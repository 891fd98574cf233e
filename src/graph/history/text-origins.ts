/** Which of a text's versions brought which of its words. */
import { diffTexts } from "../../text/word-diff.ts";

/** Characters in a row that one version brought: its place among the versions. */
export interface Run {
  readonly by: number;
  readonly length: number;
}

/** Characters that are compared in one go, which takes a fraction of the time. */
const BLOCK_CHARS = 4_096;

/**
 * The runs of the last of these versions. What a version has in common with the one before, at its
 * beginning and its end, costs next to nothing, so that a text may grow very often.
 */
export function originsOf(versions: Iterable<string>): Run[] {
  const runs: Run[] = [];
  let before = "";
  let by = 0;
  for (const after of versions) {
    if (after !== before) rewrite(runs, before, after, by);
    before = after;
    by += 1;
  }
  return runs;
}

function rewrite(runs: Run[], before: string, after: string, by: number): void {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const { rest, place } = cutAt(runs, before.length, start);
  const old = new Rest(rest);
  for (const run of old.take(start - place)) push(runs, run);
  const changed = diffTexts(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  );
  for (const { kind, text } of changed) {
    if (kind === "added") push(runs, { by, length: text.length });
    else for (const run of old.take(text.length)) if (kind === "same") push(runs, run);
  }
  for (const run of old.take(end)) push(runs, run);
}

/** Takes off the runs from the one on that holds the place; from the end, where texts mostly grow. */
function cutAt(runs: Run[], length: number, start: number): { rest: Run[]; place: number } {
  let place = length;
  let index = runs.length;
  while (place > start && index > 0) {
    index -= 1;
    place -= runs[index]?.length ?? 0;
  }
  return { rest: runs.splice(index), place };
}

function push(runs: Run[], { by, length }: Run): void {
  const last = runs.at(-1);
  if (last?.by === by) runs[runs.length - 1] = { by, length: last.length + length };
  else runs.push({ by, length });
}

/** Runs of which ever more are taken. */
class Rest {
  readonly #runs: readonly Run[];
  #index = 0;
  /** Characters of the current run that were taken. */
  #taken = 0;

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
  }

  *take(chars: number): Generator<Run> {
    let wanted = chars;
    for (let run = this.#runs[this.#index]; run && wanted > 0; run = this.#runs[this.#index]) {
      const length = Math.min(wanted, run.length - this.#taken);
      yield { by: run.by, length };
      wanted -= length;
      this.#taken += length;
      if (this.#taken < run.length) return;
      this.#index += 1;
      this.#taken = 0;
    }
  }
}

/** Up to the last space in it, so that no word is cut. */
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

/** From behind the first space in it. */
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
