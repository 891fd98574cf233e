/** Number words in front of a unit of time, in Korean and in the languages of `cardinals.ts`. */
import { longestFirst } from "../spelling/longest-first.ts";
import { cardinalsOf } from "./cardinals.ts";
import { SPACED_LANGUAGES } from "./language-of.ts";

/** Words for larger numbers are not recognised, because people usually write those in digits. */
const MOST = 99;
/** In times such as "in two days" and in dates, words for larger numbers are not recognised. */
const MOST_IN_TIME = 31;
const ONE = "un une uno una um uma een één";
const KOREAN = "- 한 두 세/석/서 네/넉/너 다섯 여섯 일곱 여덟 아홉 열";
/** Maps the Korean words for a number of days to this number. */
export const DAYS_IN_KOREAN: ReadonlyMap<string, number> = new Map([
  ...[..."이틀 사흘 나흘 닷새 엿새 이레 여드레 아흐레 열흘".split(" ").entries()].map(
    ([index, word]): [string, number] => [word, index + 2],
  ),
  ["보름", 15],
]);

const values = new Map<string, number>();
for (const word of ONE.split(" ")) values.set(word, 1);
for (const language of SPACED_LANGUAGES) {
  for (const [word, value] of cardinalsOf(language))
    if (value > 1 && value <= MOST) values.set(word, value);
}
for (const [value, words] of KOREAN.split(" ").entries()) {
  if (value > 0) for (const word of words.split("/")) values.set(word, value);
}

/** Matches a number word in front of a unit of time. Has no capturing groups. */
export const COUNT_WORD = longestFirst(values.keys());

export function countOf(word: string): number | undefined {
  return values.get(word.toLowerCase());
}

/**
 * Returns the number words that can stand before a unit of time in this language, such as "deux" in
 * "deux jours". The list is empty if `cardinals.ts` does not have the language.
 */
export function countWordsOf(locale: string): readonly string[] {
  const own = [...cardinalsOf(locale)].filter(([, value]) => value > 1 && value <= MOST_IN_TIME);
  const words = own.length === 0 ? [] : [...own.map(([word]) => word), ...ONE.split(" ")];
  return words.toSorted((a, b) => b.length - a.length);
}
