/** Makes up words that no text contains. */
import { drawn } from "../../local/demo/drawn.ts";

const CONSONANTS = "bdfgjklmnprstvz";
const VOWELS = "aeiou";

/** Returns a made-up word of two to four syllables. The same seed and key give the same word. */
export function unknownWord(seed: number, ...key: readonly (string | number)[]): string {
  const syllables = 2 + Math.floor(3 * drawn(seed, "length", ...key));
  let word = "";
  for (let index = 0; index < syllables; index += 1) {
    word += CONSONANTS[Math.floor(CONSONANTS.length * drawn(seed, "consonant", index, ...key))];
    word += VOWELS[Math.floor(VOWELS.length * drawn(seed, "vowel", index, ...key))];
  }
  return word;
}
