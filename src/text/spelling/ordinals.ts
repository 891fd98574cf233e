/** Recognises a number after its noun: "week two" means "the second week". */

/** Nouns that can have a number after them, as in "week two". */
const NUMBERED = new Set(
  "week month quarter year day chapter lesson session phase round grade stage season episode".split(
    " ",
  ),
);
/**
 * If one of these words stands before the noun, the number does not belong to the noun. In "this
 * week two people came", "two" belongs to "people".
 */
const SELECTED = new Set(
  "this last next past previous following every each per a an one that".split(" "),
);

interface Read {
  readonly text: string;
  readonly stem: string;
  readonly isFunction: boolean;
}

/**
 * Puts the ordinal number before its noun: "week two" becomes "2th week". The text "second week"
 * gives the same two words.
 * @param read converts a text to a word
 */
export function withOrdinals<Word extends Read>(
  words: Word[],
  read: (text: string) => Word,
): Word[] {
  for (let at = 0; at + 1 < words.length; at += 1) {
    const [before, noun, number, after] = [-1, 0, 1, 2].map((step) => words[at + step]);
    if (noun === undefined || number === undefined || !NUMBERED.has(noun.text)) continue;
    if (!/^\d{1,2}$/.test(number.stem) || after?.isFunction === false) continue;
    if (before !== undefined && (SELECTED.has(before.text) || /^\d/.test(before.stem))) continue;
    words.splice(at, 2, read(`${number.stem}th`), noun);
  }
  return words;
}
