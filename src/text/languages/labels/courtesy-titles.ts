/** Courtesy titles before names, such as "Mrs" and "Frau". A title alone does not name a person. */
import { withoutAccents } from "../../spelling/without-accents.ts";
import { stem } from "../../words.ts";

/** Titles of men, and titles of women. */
const TITLES = [
  "mr mister herr herrn señor don monsieur signor signore senhor meneer mijnheer",
  "mrs ms miss frau señora señorita doña madame mme mlle signora signorina senhora dona mevrouw",
].map((titles) => new Set(titles.split(" ").map((title) => stem(withoutAccents(title)))));

/** Titles of men and women. */
const NEUTRAL = new Set(
  "dr prof professor doctor doctora docteur dottor dottore dottoressa doutor doutora seu"
    .split(" ")
    .map(stem),
);

/** Returns 0 for a title of men, 1 for a title of women, and -1 for any other word. */
function kindOf(word: string | undefined): number {
  return word === undefined ? -1 : TITLES.findIndex((titles) => titles.has(word));
}

/** Returns the stems that are not titles. If all stems are titles, returns all stems. */
export function withoutTitles(stems: readonly string[]): readonly string[] {
  const others = stems.filter((each) => kindOf(each) < 0 && !NEUTRAL.has(each));
  return others.length === 0 ? stems : others;
}

/**
 * Whether one text has a title of men and the other a title of women: "Mr Roth" and "Frau Roth".
 */
export function haveOtherTitles(a: readonly string[], b: readonly string[]): boolean {
  const [ofA = [], ofB = []] = [a, b].map((words) => words.map(kindOf).filter((kind) => kind >= 0));
  return ofA.length > 0 && ofB.length > 0 && !ofA.some((kind) => ofB.includes(kind));
}

/**
 * Whether the second text has the name with a title of the other kind: "Mrs. Lee" for "Mr. Lee".
 * @param named stems of a name with its title
 * @param stems stems of the second text in order
 */
export function givesOtherTitle(named: readonly string[], stems: readonly string[]): boolean {
  return named.some((title, index) => {
    const name = named[index + 1];
    if (kindOf(title) < 0 || name === undefined) return false;
    const kinds = stems.flatMap((each, at) => (each === name ? kindOf(stems[at - 1]) : []));
    return kinds.some((kind) => kind >= 0 && kind !== kindOf(title));
  });
}
