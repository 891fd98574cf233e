/**
 * Finds Korean times that count from the day of the text, such as "사흘 후" (in three days), and
 * dates such as "오월 삼일" (3 May).
 */
import { closestYear, single } from "../calendar.ts";
import { DAYS_IN_KOREAN } from "../languages/count-words.ts";
import { scan, spoken, type TimeMention } from "../time-mention.ts";
import { countedOffset, numberNamed } from "./counted-offset.ts";

const UNITS: Readonly<Record<string, string>> = {
  ...{ 일: "day", 주: "week", 주일: "week", 달: "month", 개월: "month", 년: "year", 해: "year" },
};
const DAYS = [...DAYS_IN_KOREAN.keys(), "하루"].join("|");
const SINO = "[일이삼사오육칠팔구]?십?[일이삼사오육칠팔구]|[이삼사오육칠팔구]?십";
const NATIVE = "한|두|세|석|네|넉|다섯|여섯|일곱|여덟|아홉|열";
const DISTANCE = new RegExp(
  `(?<![\\p{L}\\d])(?:(${DAYS})|(\\d{1,3}|${NATIVE}|${SINO}) ?(주일|일|주|달|개월|년|해)( ?반)?) ?(전|뒤|후)(?=에|로|쯤|면|인|까지|부터|이|\\P{L}|$)`,
  "gu",
);
const MONTHS = "일월 이월 삼월 사월 오월 유월 칠월 팔월 구월 시월 십일월 십이월".split(" ");
const DATE = new RegExp(`(?<!\\p{L})(${MONTHS.toReversed().join("|")}) ?(${SINO}) ?일`, "gu");

export function koreanMentions(text: string): TimeMention[] {
  return [
    ...scan(text, DISTANCE, ([days, count, unit, half, word]) => {
      const sign = word === "전" ? -1 : 1;
      const value = days === undefined ? numberNamed(count ?? "") : (DAYS_IN_KOREAN.get(days) ?? 1);
      if (value === undefined) return undefined;
      const number = sign * (value + (half === undefined ? 0 : 0.5));
      return spoken((today) => countedOffset(today, number, UNITS[unit ?? "일"] ?? "day"));
    }),
    ...scan(text, DATE, ([month, day]) => {
      const number = numberNamed(day ?? "") ?? 0;
      if (number < 1 || number > 31) return undefined;
      return spoken((today) => single(closestYear(today, MONTHS.indexOf(month ?? ""), number)));
    }),
  ];
}
