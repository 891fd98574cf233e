/**
 * Finds out which kinds of time words a text can have. It looks only at the first three letters of
 * each word. If the text has no word of the kind that a pattern needs, `times.ts` skips this
 * pattern.
 */

export const UNIT_WORD = 1;
export const WEEKDAY_WORD = 2;
export const MONTH_WORD = 4;
export const SEASON_WORD = 8;
/** Bit for words such as "yesterday" and "this morning". */
export const DAY_WORD = 16;
/** This bit is set for every text. A pattern that needs no special word is tested with this bit. */
export const ANY_WORD = 32;

const STARTS: readonly (readonly [kind: number, starts: string])[] = [
  [UNIT_WORD, "day nig wee for mon yea"],
  [WEEKDAY_WORD, "sun mon tue wed thu fri sat"],
  [MONTH_WORD, "jan feb mar apr may jun jul aug sep oct nov dec"],
  [SEASON_WORD, "spr sum fal aut win"],
  [DAY_WORD, "yes nig tod ton mor aft eve now tom for"],
];
const kinds = new Map<number, number>();
for (const [kind, starts] of STARTS) {
  for (const start of starts.split(" ")) {
    const key = keyOf(start, 0);
    kinds.set(key, (kinds.get(key) ?? 0) | kind);
  }
}

/**
 * Combines the codes of three letters into one number. Bit 5 (value 32) is set in each code,
 * because this turns a capital letter into a small one.
 */
function keyOf(text: string, at: number): number {
  const [first, second] = [text.charCodeAt(at) | 32, text.charCodeAt(at + 1) | 32];
  return (first << 16) | (second << 8) | (text.charCodeAt(at + 2) | 32);
}

/** Returns the kinds of time words that the text can have, as bits. */
export function wordStarts(text: string): number {
  let found = ANY_WORD;
  let wasLetter = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at) | 32;
    const isLetter = code >= 97 && code <= 122;
    if (isLetter && !wasLetter) found |= kinds.get(keyOf(text, at)) ?? 0;
    wasLetter = isLetter;
  }
  return found;
}
