/**
 * Units of time in other languages, from the runtime's locale data (CLDR). Each unit has its length
 * in days.
 */

const LOCALES = ["es", "fr", "it", "pt", "nl", "ko", "ja"];
const UNITS = { minute: 1 / 1440, hour: 1 / 24, day: 1, week: 7, month: 30.4, year: 365.25 };
/** Numbers that together use every plural form. */
const COUNTS = [1, 2, 5];

/** For each written unit, in lower case: its number of days. */
export const LOCALE_UNITS: ReadonlyMap<string, number> = new Map(
  LOCALES.flatMap((locale) =>
    Object.entries(UNITS).flatMap(([unit, days]) =>
      COUNTS.map((count): [string, number] => [nameOf(locale, unit, count), days]),
    ),
  ),
);

/** Quick test: a text that does not match contains none of these units. */
export const MAYBE_LOCALE_UNIT = new RegExp([...LOCALE_UNITS.keys()].join("|"), "iu");

function nameOf(locale: string, unit: string, count: number): string {
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  const parts = format.formatToParts(count).filter(({ type }) => type === "unit");
  return parts.map(({ value }) => value.trim().toLowerCase()).join("");
}
