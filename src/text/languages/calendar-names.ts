/** Names of months and weekdays in seven languages that put spaces between words. */

const LANGUAGES = ["en", "de", "es", "fr", "it", "pt", "nl"] as const;
const DAY_MS = 86_400_000;
/** 1 January 2024, a Monday. The names of the weekdays come from this day and the next six days. */
const START = Date.UTC(2024, 0, 1);

function namesIn(language: string): string[] {
  const month = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  const weekday = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  return [
    ...Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2024, index, 1))),
    ...Array.from({ length: 7 }, (_, index) => weekday.format(START + index * DAY_MS)),
  ];
}

const NAMES = [...new Set(LANGUAGES.flatMap(namesIn))].join("|");
const NAMED = new RegExp(`(?<!\\p{L})(?:${NAMES})(?!\\p{L})`, "iu");

export function namesMonthOrWeekday(text: string): boolean {
  return NAMED.test(text);
}
