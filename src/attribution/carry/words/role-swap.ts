/** Finds sentences that swap two words of a statement: "Ann beats Sue" for "Sue beats Ann". */

import { leftIn } from "../../../text/denial/contrast-words.ts";
import type { Sentence } from "../../../text/sentences.ts";
import { contentStems, isFunctionWord } from "../../../text/words.ts";
import type { Need } from "../../needs/need.ts";

const CAPITAL = /^\p{Lu}/u;

/** Separates the clauses of a sentence about several people or things. */
export const CLAUSE =
  /[,:](?!\d)|[;，、；。]|\s(?:and|but|because|since|while|whereas|und|aber|weil|während|wohingegen|y|pero|mientras|et|mais|tandis que|e|ma|mentre|mas|enquanto|en|maar|terwijl)\s/iu;

/**
 * Whether the sentence says of a name or figure in the detail what the statement says of another
 * one: "Leo eats nuts, Mila eats fish" for "Leo eats fish, Mila eats nuts".
 */
export function isReassigned({ core, statement, words }: Need, { text, stems }: Sentence): boolean {
  if (!CLAUSE.test(statement) || !CLAUSE.test(text)) return false;
  const names = new Set(words.filter((word) => CAPITAL.test(word.text)).map(({ stem }) => stem));
  const isFigure = (stem: string) => /^\d/.test(stem);
  const telling = core
    .map(({ stem }) => stem)
    .filter((stem) => (names.has(stem) || isFigure(stem)) && stems.includes(stem));
  if (telling.length === 0) return false;
  const [said, written] = [statement, text].map((each) =>
    each.split(CLAUSE).map((clause) => new Set(contentStems(clause))),
  );
  const isOwn = (clause: ReadonlySet<string>) => telling.some((stem) => clause.has(stem));
  const [own, others] = [said?.filter(isOwn) ?? [], said?.filter((clause) => !isOwn(clause)) ?? []];
  const only = (some: readonly ReadonlySet<string>[], rest: readonly ReadonlySet<string>[]) =>
    [...new Set(some.flatMap((clause) => [...clause]))].filter(
      (stem) => !telling.includes(stem) && !rest.some((clause) => clause.has(stem)),
    );
  const [ofOwn, ofOthers] = [only(own, others), only(others, own)];
  if (!ofOthers.some((stem) => names.has(stem) || isFigure(stem))) return false;
  const has = (clause: ReadonlySet<string>, some: readonly string[]) =>
    some.some((stem) => clause.has(stem));
  const given = written?.filter(isOwn) ?? [];
  return (
    given.length > 0 &&
    given.every((clause) => !has(clause, ofOwn) && has(clause, ofOthers)) &&
    (written ?? []).some((clause) => !isOwn(clause) && has(clause, ofOwn) && has(clause, ofOthers))
  );
}

const NEGATORS = new Set(
  "not no nicht kein keine keinen pas non nao niet geen"
    .split(" ")
    .flatMap((word) => [word, `\u00b7${word}`]),
);

/**
 * Whether a word for "not" is directly before a word of the detail, as in "and not from Rome", or
 * whether a verb with "not" follows the detail, as in "coffee is not wanted".
 */
export function isExcluded({ core, order }: Need, sentence: Sentence): boolean {
  const stems = core.map(({ stem }) => stem);
  const denies = (words: readonly string[]) =>
    deniesDirectly(words, stems) || isDeniedAfter(words, stems);
  return denies(sentence.words()) && !order.some(denies);
}

const AUXILIARIES = "is are was were do does did has have had will would can could should";
const AUXILIARY = new Set(AUXILIARIES.split(" "));
const DENYING = new Set([
  ...AUXILIARIES.split(" ").map((word) => `${word}n't`),
  ...["won't", "can't", "cannot"],
]);

/** Whether a verb with "not" is directly after one of the stems. */
function isDeniedAfter(words: readonly string[], stems: readonly string[]): boolean {
  return words.some((word, index) => {
    if (!stems.includes(word)) return false;
    const [verb = "", not] = words.slice(index + 1, index + 3);
    return DENYING.has(verb) || (AUXILIARY.has(verb) && not === "not");
  });
}

/** Whether a word for "not" is directly before one of the stems. Function words may be between. */
export function deniesDirectly(words: readonly string[], stems: readonly string[]): boolean {
  return words.some((word, index) => {
    if (!stems.includes(word)) return false;
    for (let at = index - 1; at >= 0; at -= 1) {
      const before = words[at] ?? "";
      if (NEGATORS.has(before)) return true;
      if (!isFunctionWord(before)) return false;
    }
    return false;
  });
}

/**
 * Whether the sentence has the same words as the statement, but in another order, and a word of the
 * detail is at another place.
 */
export function isExchanged({ core, order, statement }: Need, { stems, text }: Sentence): boolean {
  return order.some((words) => {
    if (words.length < stems.length) return false;
    const own = words.filter((word) => !isFunctionWord(word));
    if (own.length !== stems.length) return false;
    const moved = own.flatMap((word, index) => (word === stems[index] ? [] : [index]));
    return (
      moved.length > 0 &&
      moved.length <= own.length / 2 &&
      moved.some((index) => core.some(({ stem }) => stem === own[index])) &&
      own.toSorted().join(" ") === stems.toSorted().join(" ") &&
      // "Moves from Monday to Tuesday" and "moves to Tuesday, was on Monday" have different orders.
      leftIn(statement).length === leftIn(text).length
    );
  });
}
