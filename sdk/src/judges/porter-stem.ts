/** M. F. Porter's stemming algorithm for English (1980). LoCoMo's own scoring uses it. */

/** Pairs of a word's ending and the ending that replaces it. */
const STEP_2 = endingsIn(
  "ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble",
);
const STEP_3 = endingsIn("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:");
const STEP_4 =
  /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|ou|(?<=[st])ion)$/;

function endingsIn(list: string): (readonly [ending: string, replacement: string])[] {
  return list.split(" ").map((pair) => {
    const [ending = "", replacement = ""] = pair.split(":");
    return [ending, replacement];
  });
}

/** @param word in lower case */
export function porterStem(word: string): string {
  if (word.length <= 2 || !/^[a-z]+$/.test(word)) return word;
  return step5(step4(step3(step2(step1(word)))));
}

/** Returns the stem's letter pattern: `v` for a vowel, `c` for a consonant. */
function shapeOf(stem: string): string {
  let shape = "";
  for (const letter of stem) {
    const isVowel = /[aeiou]/.test(letter) || (letter === "y" && shape.endsWith("c"));
    shape += isVowel ? "v" : "c";
  }
  return shape;
}

/** Porter's measure: how often consonants follow a group of vowels. */
const measure = (stem: string) => shapeOf(stem).match(/v+c+/g)?.length ?? 0;
const hasVowel = (stem: string) => shapeOf(stem).includes("v");
const endsShort = (stem: string) => /cvc$/.test(shapeOf(stem)) && !/[wxy]$/.test(stem);
const endsDouble = (stem: string) => /([a-z])\1$/.test(stem) && shapeOf(stem).endsWith("c");

function step1(word: string): string {
  let stem = word
    .replace(/sses$/, "ss")
    .replace(/ies$/, "i")
    .replace(/([^s])s$/, "$1");
  if (stem.endsWith("eed")) {
    if (measure(stem.slice(0, -3)) > 0) stem = stem.slice(0, -1);
  } else {
    const bare = stem.replace(/(?:ed|ing)$/, "");
    if (bare !== stem && hasVowel(bare)) stem = mended(bare);
  }
  return stem.endsWith("y") && hasVowel(stem.slice(0, -1)) ? `${stem.slice(0, -1)}i` : stem;
}

/** Repairs the stem after removing “ed” or “ing”: “hopp” becomes “hop”. */
function mended(stem: string): string {
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

const step2 = (word: string) => replaced(word, STEP_2);
const step3 = (word: string) => replaced(word, STEP_3);

/**
 * Replaces the longest of these endings that the word has. If the rest of the word has the measure
 * 0 (see `measure`), the word stays unchanged.
 */
function replaced(word: string, endings: readonly (readonly [string, string])[]): string {
  const [longest] = endings
    .filter(([ending]) => word.endsWith(ending))
    .sort(([one], [other]) => other.length - one.length);
  if (longest === undefined) return word;
  const stem = word.slice(0, -longest[0].length);
  return measure(stem) > 0 ? stem + longest[1] : word;
}

function step4(word: string): string {
  const stem = word.replace(STEP_4, "");
  return stem !== word && measure(stem) > 1 ? stem : word;
}

function step5(word: string): string {
  let stem = word;
  if (stem.endsWith("e")) {
    const bare = stem.slice(0, -1);
    if (measure(bare) > 1 || (measure(bare) === 1 && !endsShort(bare))) stem = bare;
  }
  return stem.endsWith("ll") && measure(stem) > 1 ? stem.slice(0, -1) : stem;
}
