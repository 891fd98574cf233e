/**
 * Writes shortened names of weekdays in full: "tue + thu" becomes "tuesday + thursday". One short
 * name alone, such as "sat" or "do", is often another word. So only a series of weekdays counts.
 */

const NAMES: readonly (readonly (readonly [short: string, long: string])[])[] = [
  named(
    "mon tues? weds? thu(?:rs?)? fri sat sun",
    "monday tuesday wednesday thursday friday saturday sunday",
  ),
  named("mo di mi do fr sa so", "montag dienstag mittwoch donnerstag freitag samstag sonntag"),
  named("ma di wo do vr za zo", "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"),
];

function named(short: string, long: string): (readonly [string, string])[] {
  const names = long.split(" ");
  return short.split(" ").map((each, day) => [each, names[day] ?? each]);
}

const NAME = `(?:${[...new Set(NAMES.flatMap((names) => names.flat()))].join("|")})`;
const BETWEEN =
  "\\.?(?: ?[/,+&–-] ?|,? (?:and|or|to|through|till?|until|und|oder|sowie|bis|en|of|tot|t/m) )";

/** Matches two or more weekdays in a row. At least one of the names may be short. */
export const WEEKDAYS_IN_ROW = `(?<![\\p{L}\\p{N}])${NAME}(?:${BETWEEN}${NAME})+(?![\\p{L}\\p{N}])`;
const IN_ROW = new RegExp(WEEKDAYS_IN_ROW, "giu");
const EACH_NAME = new RegExp(`(?<!\\p{L})${NAME}(?!\\p{L})`, "giu");

/**
 * In "sat, sun on our faces", "in the sun and sat down" and "so oder so", these words are no
 * weekdays. With "/", "+" or "&" between them, they are.
 */
const MERE_WORDS =
  /^(?:(?:sat|sun|wed|so|do|di|sa)\.?(?:[, –-]|and|or|und|oder|bis|en|of|tot)*)+$/i;

/** Does not change a row that fits two languages, such as "di, do" in German and Dutch. */
export function inWholeWeekdays(text: string): string {
  return text.replace(IN_ROW, (row) => {
    if (MERE_WORDS.test(row)) return row;
    const said = row.match(EACH_NAME) ?? [];
    const [names, ...others] = NAMES.filter((each) =>
      said.every((name) => longName(name, each) !== undefined),
    );
    if (names === undefined || others.length > 0) return row;
    if (new Set(said.map((name) => longName(name, names))).size < 2) return row;
    return row.replace(EACH_NAME, (name) => longName(name, names) ?? name);
  });
}

function longName(
  name: string,
  names: readonly (readonly [short: string, long: string])[],
): string | undefined {
  const plain = name.toLowerCase();
  return names.find(
    ([short, long]) => plain === long || new RegExp(`^(?:${short})$`).test(plain),
  )?.[1];
}

/** Whether the word can be a short name. Leaves out frequent words, such as "do" and "so". */
export const SHORT_WEEKDAY =
  /^(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun|mo|mi|fr|sa|wo|vr|za|zo)$/;
