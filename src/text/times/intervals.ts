/** Finds how often something happens: "every other week", "once a month", "quarterly". */

export interface Interval {
  readonly text: string;
  readonly index: number;
  /** Number of days from one event to the next. */
  readonly days: number;
}

const UNITS: Readonly<Record<string, number>> = {
  ...{ hour: 1 / 24, day: 1, night: 1, week: 7, month: 30.4, quarter: 91.2, year: 365.25 },
};
/** Matches "every other week", "once a month" and "every second Tuesday". */
const EVERY =
  /\b(?:every|once (?:an?|every|per|each)) (?:(other|second|third|fourth|2nd|3rd|4th) )?(hour|day|night|week|month|quarter|year|[a-z]{3,6}day)\b/gi;
/** How many units are between two events: 2 for "every other week". */
export const EVERY_NTH: Readonly<Record<string, number>> = {
  ...{ other: 2, second: 2, third: 3, fourth: 4, "2nd": 2, "3rd": 3, "4th": 4 },
};
/** Matches "twice a year" and "four times a month". */
const TIMES_A =
  /\b(?:(twice)|(two|three|four|five|six|[2-9]) times) (?:an?|every|per|each) (month|quarter|year)\b/gi;
const COUNTS: Readonly<Record<string, number>> = {
  ...{ twice: 2, two: 2, three: 3, four: 4, five: 5, six: 6 },
};
/** Matches "every two years". */
const EVERY_FEW = /\bevery (two|three|four|five|six|[2-9]|\d\d) (hour|day|week|month|year)s\b/gi;
const REGULARLY: Readonly<Record<string, number>> = {
  ...{ hourly: 1 / 24, daily: 1, nightly: 1, weekly: 7, fortnightly: 14, biweekly: 14 },
  ...{ "bi-weekly": 14, monthly: 30.4, quarterly: 91.2, yearly: 365.25, annually: 365.25 },
  ...{ biennially: 730.5, "half-yearly": 182.6, "semi-annually": 182.6 },
};
const REGULAR = new RegExp(`\\b(?<!-)(?:${Object.keys(REGULARLY).join("|")})\\b`, "gi");
const MAYBE = /every|once|twice|times|ly\b/i;
const WEEK = 7;

export function intervals(text: string): Interval[] {
  if (!MAYBE.test(text)) return [];
  const counted = Array.from(text.matchAll(EVERY), ({ 0: said, 1: nth, 2: unit = "", index }) => {
    const times = EVERY_NTH[nth?.toLowerCase() ?? ""] ?? 1;
    return { text: said, index, days: times * (UNITS[unit.toLowerCase()] ?? WEEK) };
  });
  const often = Array.from(
    text.matchAll(TIMES_A),
    ({ 0: said, 1: twice, 2: times, 3: unit, index }) => {
      const word = (twice ?? times ?? "").toLowerCase();
      const length = UNITS[(unit ?? "").toLowerCase()] ?? 0;
      return { text: said, index, days: length / (COUNTS[word] ?? Number(word)) };
    },
  );
  const few = Array.from(
    text.matchAll(EVERY_FEW),
    ({ 0: said, 1: number = "", 2: unit, index }) => {
      const length = UNITS[(unit ?? "").toLowerCase()] ?? 0;
      return { text: said, index, days: length * (COUNTS[number.toLowerCase()] ?? Number(number)) };
    },
  );
  const named = Array.from(text.matchAll(REGULAR), ({ 0: said, index }) => ({
    ...{ text: said, index, days: REGULARLY[said.toLowerCase()] ?? 0 },
  }));
  return [...counted, ...few, ...often, ...named];
}
