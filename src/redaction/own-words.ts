/** Finds whole words of a project's own lists, in upper or lower case. */
import type { Finder, Found } from "./kinds.ts";
import { type Sequence, Sequences } from "./sequences.ts";

export interface WordList {
  readonly name: string;
  readonly words: readonly string[];
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/**
 * Matches scripts that put no spaces between words. A list entry in such a script is found anywhere
 * in a text.
 */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/**
 * An entry of several words is found only if the text has at most this number of characters between
 * one word and the next.
 */
const MAX_GAP = 3;

/** If several entries begin at one word, the longest counts. */
export function wordFinder(lists: readonly WordList[]): Finder {
  const spaced: Sequence[] = [];
  const unspaced: Sequence[] = [];
  for (const { name: kind, words } of lists) {
    for (const written of words) {
      const symbols = written.toLowerCase().match(WORD) ?? [];
      if (symbols.length === 0) continue;
      if (UNSPACED.test(written)) unspaced.push({ symbols: [...written.toLowerCase()], kind });
      else spaced.push({ symbols, kind });
    }
  }
  const [words, texts] = [new Sequences(spaced), new Sequences(unspaced)];
  return function* (text) {
    if (!words.isEmpty) yield* wordsIn(text, words);
    if (!texts.isEmpty) yield* textsIn(text, texts);
  };
}

function* wordsIn(text: string, entries: Sequences): Generator<Found> {
  const words = Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    ...{ lower: word.toLowerCase(), start: index, end: index + word.length },
  }));
  for (let place = 0; place < words.length; place += 1) {
    const entry = entries.longest((depth) => {
      const [before, word] = [words[place + depth - 1], words[place + depth]];
      if (word === undefined) return undefined;
      const gap = depth === 0 || before === undefined ? 0 : word.start - before.end;
      return gap > MAX_GAP ? undefined : word.lower;
    });
    if (entry === undefined) continue;
    const { start } = words[place] as { start: number };
    place += entry.symbols.length - 1;
    const { end } = words[place] as { end: number };
    yield { start, end, kind: entry.kind, normal: entry.symbols.join(" "), isWord: true };
  }
}

function* textsIn(text: string, entries: Sequences): Generator<Found> {
  const lower = text.toLowerCase();
  // If lower case changes the text's length, positions would be wrong, so search the text as it is.
  const characters = [...(lower.length === text.length ? lower : text)];
  let start = 0;
  for (let place = 0; place < characters.length; place += 1) {
    const entry = entries.longest((depth) => characters[place + depth]);
    const normal = entry?.symbols.join("") ?? "";
    const end = start + (normal.length || (characters[place] as string).length);
    if (entry !== undefined) {
      yield { start, end, kind: entry.kind, normal, isWord: true };
      place += entry.symbols.length - 1;
    }
    start = end;
  }
}
