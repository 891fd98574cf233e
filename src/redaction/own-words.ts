/** Finds the words of own lists: whole words, in any case. */
import type { Finder, Found } from "./kinds.ts";

export interface WordList {
  readonly name: string;
  readonly words: readonly string[];
}

interface Entry {
  readonly words: readonly string[];
  readonly kind: string;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that write no space between words: their entries are found anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Maximum characters between two words of one entry. */
const MAX_GAP = 3;

/** A finder for all lists. Of several entries that begin at a word, the longest one counts. */
export function wordFinder(lists: readonly WordList[]): Finder {
  const byFirst = new Map<string, Entry[]>();
  const unspaced: (readonly [string, string])[] = [];
  for (const { name, words } of lists) {
    for (const written of words) {
      const parts = written.toLowerCase().match(WORD) ?? [];
      const [first] = parts;
      if (first === undefined) continue;
      if (UNSPACED.test(written)) unspaced.push([written.toLowerCase(), name]);
      else byFirst.set(first, [...(byFirst.get(first) ?? []), { words: parts, kind: name }]);
    }
  }
  for (const entries of byFirst.values()) entries.sort((a, b) => b.words.length - a.words.length);
  return (text) => [
    ...(byFirst.size === 0 ? [] : spaced(text, byFirst)),
    ...unspaced.flatMap(([written, kind]) => occurrences(text, written, kind)),
  ];
}

function* spaced(text: string, byFirst: ReadonlyMap<string, readonly Entry[]>): Generator<Found> {
  const words = [...text.matchAll(WORD)];
  for (let place = 0; place < words.length; place += 1) {
    const lower = words[place]?.[0].toLowerCase() ?? "";
    const entry = byFirst.get(lower)?.find((each) => isAt(words, place, each.words));
    if (entry === undefined) continue;
    const last = words[place + entry.words.length - 1];
    const start = words[place]?.index ?? 0;
    const end = (last?.index ?? start) + (last?.[0].length ?? 0);
    yield { start, end, kind: entry.kind, normal: entry.words.join(" "), isWord: true };
    place += entry.words.length - 1;
  }
}

function isAt(
  words: readonly RegExpExecArray[],
  place: number,
  wanted: readonly string[],
): boolean {
  return wanted.every((word, index) => {
    const found = words[place + index];
    if (found === undefined || found[0].toLowerCase() !== word) return false;
    const before = index === 0 ? undefined : words[place + index - 1];
    return before === undefined || found.index - before.index - before[0].length <= MAX_GAP;
  });
}

function occurrences(text: string, written: string, kind: string): Found[] {
  const found: Found[] = [];
  const lower = text.toLowerCase();
  // Lower case may have another length, and positions must be those of the text.
  const searched = lower.length === text.length ? lower : text;
  for (let start = searched.indexOf(written); start >= 0; ) {
    const end = start + written.length;
    found.push({ start, end, kind, normal: written, isWord: true });
    start = searched.indexOf(written, end);
  }
  return found;
}
