/**
 * A text that changes very often. It is stored as pieces, called runs. Each run remembers which
 * change inserted its characters. A change touches only the runs near it, so it is fast even in a
 * long text.
 */

import { cutMarker, cutPlace } from "../../text/cut-text.ts";

/** A piece of the text that one change inserted. `by` identifies the change. */
export interface TextRun {
  readonly by: number;
  readonly text: string;
}

/**
 * Maximum number of runs in one block. A block with more runs is split into blocks of half this
 * size.
 */
const MOST_RUNS = 256;
/** Maximum length, in characters, of a run that results from merging neighbouring runs. */
const JOINED_CHARS = 4_096;

interface Block {
  readonly runs: readonly TextRun[];
  readonly chars: number;
}

interface Place {
  readonly block: number;
  /**
   * Index, in the block, of the run that contains the position. If the position is between two
   * runs, this is the later run. If the position is at the end of the block, the index equals the
   * number of runs.
   */
  readonly run: number;
  readonly offset: number;
}

export class EditedText {
  #blocks: Block[];
  #chars: number;

  constructor(text: string, by = 0) {
    this.#blocks = [{ runs: text === "" ? [] : [{ by, text }], chars: text.length }];
    this.#chars = text.length;
  }

  get length(): number {
    return this.#chars;
  }

  replace(at: number, remove: number, inserted: Iterable<TextRun>): void {
    this.#remove(at, remove);
    const { block, run, offset } = this.#find(at);
    const home = this.#blocks[block] as Block;
    const parted = offset > 0 ? home.runs[run] : undefined;
    const runs = home.runs.slice(0, run);
    if (parted) runs.push({ by: parted.by, text: parted.text.slice(0, offset) });
    for (const each of inserted) push(runs, each);
    if (parted) push(runs, { by: parted.by, text: parted.text.slice(offset) });
    for (let i = parted ? run + 1 : run; i < home.runs.length; i++) {
      push(runs, home.runs[i] as TextRun);
    }
    const chars = charsOf(runs);
    this.#chars += chars - home.chars;
    Object.assign(home, { runs, chars });
    this.#part(block);
  }

  /**
   * If the text is longer than `limit`, cuts it in the same way as `cutText`, and adds a marker at
   * its end. The marker is stored as if the change `by` had inserted it.
   */
  cut(limit: number, by: number): void {
    const total = this.#chars;
    if (total <= limit) return;
    const end = cutPlace(limit);
    const last = this.slice(end - 1, end);
    // The cut can split a surrogate pair. Replace the remaining half with one other character, so
    // that the length stays the same. `Values.chars` computes this length without reading the text.
    const whole = last.isWellFormed() || /[\udc00-\udfff]/.test(last) ? last : "\ufffd";
    this.replace(end - 1, total - end + 1, [{ by, text: whole + cutMarker(end, total) }]);
  }

  /** Returns the runs from position `start` to `end - 1`. */
  between(start: number, end: number): TextRun[] {
    const found: TextRun[] = [];
    let { block, run, offset } = this.#find(start);
    for (let wanted = end - start; wanted > 0 && block < this.#blocks.length; ) {
      const next = this.#blocks[block]?.runs[run];
      if (next === undefined) {
        [block, run] = [block + 1, 0];
        continue;
      }
      const text = next.text.slice(offset, offset + wanted);
      found.push({ by: next.by, text });
      wanted -= text.length;
      run += 1;
      offset = 0;
    }
    return found;
  }

  slice(start: number, end: number): string {
    return this.between(start, end)
      .map(({ text }) => text)
      .join("");
  }

  *runs(): Generator<TextRun> {
    for (const { runs } of this.#blocks) yield* runs;
  }

  toString(): string {
    return this.#blocks.map(({ runs }) => runs.map(({ text }) => text).join("")).join("");
  }

  #remove(at: number, count: number): void {
    for (let left = count; left > 0; ) {
      const { block, run, offset } = this.#find(at);
      const home = this.#blocks[block] as Block;
      const runs = home.runs.slice(0, run);
      let end = run;
      let removed = 0;
      for (let skip = offset; end < home.runs.length && removed < left; end++, skip = 0) {
        const { by, text } = home.runs[end] as TextRun;
        const cut = Math.min(text.length - skip, left - removed);
        if (skip > 0) runs.push({ by, text: text.slice(0, skip) });
        if (skip + cut < text.length) runs.push({ by, text: text.slice(skip + cut) });
        removed += cut;
      }
      if (removed === 0) return;
      for (; end < home.runs.length; end++) runs.push(home.runs[end] as TextRun);
      Object.assign(home, { runs, chars: home.chars - removed });
      this.#chars -= removed;
      left -= removed;
      if (runs.length === 0 && this.#blocks.length > 1) this.#blocks.splice(block, 1);
    }
  }

  /**
   * Finds the run with the character at the position `place`. The search begins at the nearer end
   * of the text. If one block ends at `place` and the next block begins there, the result is in the
   * next block. Empty blocks are skipped.
   */
  #find(place: number): Place {
    let block = 0;
    let start = 0;
    if (place > this.#chars / 2) {
      block = this.#blocks.length;
      start = this.#chars;
      while (block > 0 && (start > place || block === this.#blocks.length)) {
        block -= 1;
        start -= (this.#blocks[block] as Block).chars;
      }
    } else {
      for (; block < this.#blocks.length - 1; block++) {
        const { chars } = this.#blocks[block] as Block;
        if (start + chars > place) break;
        start += chars;
      }
    }
    const { runs } = this.#blocks[block] as Block;
    let run = 0;
    for (; run < runs.length; run++) {
      const { length } = (runs[run] as TextRun).text;
      if (start + length > place) return { block, run, offset: place - start };
      start += length;
    }
    return { block, run, offset: 0 };
  }

  #part(block: number): void {
    const { runs } = this.#blocks[block] as Block;
    if (runs.length <= MOST_RUNS) return;
    const parts: Block[] = [];
    for (let start = 0; start < runs.length; start += MOST_RUNS / 2) {
      const part = runs.slice(start, start + MOST_RUNS / 2);
      parts.push({ runs: part, chars: charsOf(part) });
    }
    this.#blocks = [...this.#blocks.slice(0, block), ...parts, ...this.#blocks.slice(block + 1)];
  }
}

/**
 * Adds `run` at the end. If the same change inserted the last run too, both runs become one.
 * Without this, a text with many small changes would consist of many short runs.
 */
function push(runs: TextRun[], run: TextRun): void {
  if (run.text === "") return;
  const last = runs.at(-1);
  if (last?.by === run.by && last.text.length + run.text.length <= JOINED_CHARS) {
    runs[runs.length - 1] = { by: run.by, text: last.text + run.text };
  } else runs.push(run);
}

function charsOf(runs: readonly TextRun[]): number {
  let chars = 0;
  for (const { text } of runs) chars += text.length;
  return chars;
}
