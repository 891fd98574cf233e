/** Courtesy titles before names, such as "Mrs" and "Frau". A title alone does not name a person. */
import { stem } from "../../words.ts";

const TITLES = new Set(
  "mr mrs ms mister herr frau señor señora señorita monsieur madame mme signor signora signore senhor senhora dona meneer mevrouw mijnheer"
    .split(" ")
    .map((title) => stem(title.normalize("NFKD").replace(/\p{M}/gu, ""))),
);

/** Returns the stems without titles, or all stems if all are titles. */
export function withoutTitles(stems: readonly string[]): readonly string[] {
  const others = stems.filter((each) => !TITLES.has(each));
  return others.length === 0 ? stems : others;
}

/** Returns true for "Frau Roth" and "Herr Roth". */
export function haveOtherTitles(a: readonly string[], b: readonly string[]): boolean {
  const [ofA, ofB] = [a.filter((each) => TITLES.has(each)), b.filter((each) => TITLES.has(each))];
  return ofA.length > 0 && ofB.length > 0 && !ofA.some((title) => ofB.includes(title));
}
