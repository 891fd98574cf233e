/** Korean number words before a counted noun, such as "두" (two) in "두 명" (two people). */

import { longestFirst } from "../spelling/longest-first.ts";

const UNITS = "- 한/하나 두/둘 세/셋 네/넷 다섯 여섯 일곱 여덟 아홉".split(" ");
const TENS = "- 열 스물/스무 서른 마흔 쉰 예순 일흔 여든 아흔".split(" ");

const values = new Map<string, number>([
  ["백", 100],
  ["천", 1000],
]);
for (const [tens, tensWords] of TENS.entries()) {
  for (const ten of tens === 0 ? [""] : tensWords.split("/")) {
    if (ten !== "") values.set(ten, tens * 10);
    for (const [unit, unitWords] of UNITS.entries()) {
      if (unit === 0) continue;
      for (const word of unitWords.split("/")) values.set(`${ten}${word}`, tens * 10 + unit);
    }
  }
}

const COUNTED =
  "마리|개|명|살|시간|시|권|번|잔|대|달|가지|사람|그루|송이|장|병|분|채|켤레|주|해|곳|군데|차례|줄|그릇|벌|알|통|판|포기|모|자루|다발|박스|상자|봉지|팀|쌍|바퀴|곡|편|끼|조각|스푼|숟갈|석|가구|세대|문제|과목";
const WORDS = longestFirst(values.keys());
/** Matches a number word if a counted noun follows it, or if it is the whole text. */
export const KOREAN_COUNT = `(?<!\\p{L})(?:${WORDS})(?=\\s?(?:${COUNTED}))|^(?:${WORDS})$`;

export function inKorean(word: string): string {
  return `${values.get(word) ?? word}`;
}
