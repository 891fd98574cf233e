/** Courtesy titles before names, such as "Mrs" and "Frau". A title alone does not name a person. */
import { stem } from "../../words.ts";

const TITLES = new Set(
  "mr mrs ms mister herr frau señor señora señorita monsieur madame mme signor signora signore senhor senhora dona meneer mevrouw mijnheer"
    .split(" ")
    .map((title) => stem(title.normalize("NFKD").replace(/\p{M}/gu, ""))),
);

/** Returns the stems that are not titles. If all of them are titles, returns all. */
export function withoutTitles(stems: readonly string[]): readonly string[] {
  const others = stems.filter((each) => !TITLES.has(each));
  return others.length === 0 ? stems : others;
}

/** Whether both texts have titles, but none in common, such as "Frau Roth" and "Herr Roth". */
export function haveOtherTitles(a: readonly string[], b: readonly string[]): boolean {
  const [ofA, ofB] = [a.filter((each) => TITLES.has(each)), b.filter((each) => TITLES.has(each))];
  return ofA.length > 0 && ofB.length > 0 && !ofA.some((title) => ofB.includes(title));
}
