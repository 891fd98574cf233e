import { drawn } from "../../local/demo/drawn.ts";

const CONSONANTS = "bdfgjklmnprstvz";
const VOWELS = "aeiou";

/** Returns a word of two to four syllables. Equal seeds and keys give the same word. */
export function unknownWord(seed: number, ...key: readonly (string | number)[]): string {
  const syllables = 2 + Math.floor(3 * drawn(seed, "length", ...key));
  let word = "";
  for (let index = 0; index < syllables; index += 1) {
    word += CONSONANTS[Math.floor(CONSONANTS.length * drawn(seed, "consonant", index, ...key))];
    word += VOWELS[Math.floor(VOWELS.length * drawn(seed, "vowel", index, ...key))];
  }
  return word;
}
