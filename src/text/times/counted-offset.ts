/** Computes which days an expression such as "in drei Tagen" means. */

import { type Days, offset } from "../calendar.ts";
import { countOf } from "../languages/count-words.ts";
import { inChinese, NUMBER_WORDS } from "../number-words.ts";
import { halfNumber } from "../spelling/halves.ts";
import { withoutAccents } from "../spelling/without-accents.ts";
import { minutesNamed } from "./clock-forms.ts";

const HAN = /^[一二两兩三四五六七八九十百]+$/u;
const KOREAN_TENS = /^[일이삼사오육칠팔구]?십?[일이삼사오육칠팔구]?$/u;
const ONE = /^(?:ein(?:e[mnr]?)?|ett?|bir)$/iu;

/** Returns the number that the digits or words state; undefined if they state none. */
export function numberNamed(written: string): number | undefined {
  const word = written.toLowerCase();
  if (ONE.test(word)) return 1;
  const half = halfNumber(word);
  if (half !== undefined) return half;
  if (HAN.test(word)) return Number(inChinese(word));
  if (word !== "" && KOREAN_TENS.test(word)) return minutesNamed(word);
  const plain = withoutAccents(word);
  const value = countOf(word) ?? Number(NUMBER_WORDS.get(plain) ?? word);
  return word !== "" && Number.isFinite(value) ? value : undefined;
}

/** If a count has a half, it is converted to a smaller unit: 1.5 years become 18 months. */
const SMALLER: Readonly<Record<string, readonly [number, string]>> = {
  year: [12, "month"],
  month: [30, "day"],
  week: [7, "day"],
};

/** Returns the days at this distance from the anchor. `count` is below 0 for days before it. */
export function countedOffset(anchor: number, count: number, unit: string): Days {
  const [length, smaller] = SMALLER[unit] ?? [1, "day"];
  return Number.isInteger(count)
    ? offset(anchor, count, unit, false)
    : offset(anchor, Math.round(count * length), smaller, smaller === "day");
}
