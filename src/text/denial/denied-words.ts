/** Compares two texts that each affirm one thing and deny another. */
import { isNegated } from "../polarity.ts";
import { allStems, contentStems, FOREIGN_MARK } from "../words.ts";
import { contrastedClauses } from "./contrast-words.ts";

/**
 * Whether each text denies a word that the other text affirms. Examples are "I eat nuts but not
 * fish" and "I eat fish but not nuts".
 */
export function deniesAnother(a: string, b: string): boolean {
  const [first, second] = [deniedWords(a), deniedWords(b)];
  if (first === undefined || second === undefined) return false;
  const isBetween = (affirmed: ReadonlySet<string>, denied: ReadonlySet<string>) =>
    [...affirmed].some((stem) => denied.has(stem));
  return isBetween(first.affirmed, second.denied) && isBetween(second.affirmed, first.denied);
}

/**
 * Returns the clause of the text with the most of these stems. If no clause has any of them,
 * returns the whole text.
 */
export function clauseWith(text: string, stems: ReadonlySet<string>): string {
  const clauses = contrastedClauses(text).flatMap((clause) =>
    clause.split(/[,;:()，；：（）]\s?/u),
  );
  // A clause can be so short that one of its names looks like a function word of another language.
  // So compare all words of the clause, not only its content words.
  const wordsOf = (clause: string) =>
    allStems(clause).map((each) => each.replace(FOREIGN_MARK, ""));
  const counts = clauses.map(
    (clause) => new Set(wordsOf(clause).filter((stem) => stems.has(stem))).size,
  );
  const most = Math.max(0, ...counts);
  return most === 0 ? text : (clauses[counts.indexOf(most)] ?? text);
}

function deniedWords(text: string) {
  const clauses = contrastedClauses(text);
  const [denying, affirming] = [
    clauses.filter((clause) => isNegated(clause)),
    clauses.filter((clause) => !isNegated(clause)),
  ];
  if (denying.length === 0 || affirming.length === 0) return undefined;
  const [denied, affirmed] = [denying, affirming].map((of) => new Set(of.flatMap(contentStems)));
  return {
    denied: only(denied, affirmed),
    affirmed: only(affirmed, denied),
  };
}

function only(words: ReadonlySet<string> = new Set(), others: ReadonlySet<string> = new Set()) {
  return new Set([...words].filter((word) => !others.has(word)));
}
