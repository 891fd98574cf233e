/**
 * Names of calendar units in seven languages, with their lengths in days. The names come from the
 * locale data of the JavaScript runtime (CLDR).
 */

const LOCALES = ["es", "fr", "it", "pt", "nl", "ko", "ja"];
const UNITS = { minute: 1 / 1440, hour: 1 / 24, day: 1, week: 7, month: 30.4, year: 365.25 };
/**
 * The name of a unit depends on the number before it, as in "1 day" and "2 days". With these
 * numbers, the locale data gives all names that the units have in these languages.
 */
const COUNTS = [1, 2, 5];

/** Maps the name of a calendar unit, in lower case, to its length in days. */
export const LOCALE_UNITS: ReadonlyMap<string, number> = new Map([
  ...LOCALES.flatMap((locale) =>
    Object.entries(UNITS).flatMap(([unit, days]) =>
      COUNTS.map((count): [string, number] => [nameOf(locale, unit, count), days]),
    ),
  ),
  ["달", 30.4],
]);

/** The French word for "year". In English texts, the same letters are an article. */
const YEAR_OR_ARTICLE = "an";
const TELLING_UNITS = [...LOCALE_UNITS.keys()].filter((unit) => unit !== YEAR_OR_ARTICLE);
/** Fast test: a text without a match contains none of these units. */
export const MAYBE_LOCALE_UNIT = new RegExp(
  `(?<!\\p{Script=Latin})(?:${TELLING_UNITS.join("|")})(?!\\p{Script=Latin})|(?:\\d|un) ?an(?!\\p{L})`,
  "iu",
);

/** Returns the names of a unit after these numbers, such as "día" and "días". */
export function unitNames(locale: string, unit: string, counts: readonly number[]): Set<string> {
  return new Set(counts.map((count) => nameOf(locale, unit, count)));
}

function nameOf(locale: string, unit: string, count: number): string {
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  const parts = format.formatToParts(count).filter(({ type }) => type === "unit");
  return parts.map(({ value }) => value.trim().toLowerCase()).join("");
}
