/** Finds sentences that swap two words of a statement: "Ann beats Sue" for "Sue beats Ann". */

import { leftIn } from "../../../text/denial/contrast-words.ts";
import type { Sentence } from "../../../text/sentences.ts";
import { contentStems, isFunctionWord } from "../../../text/words.ts";
import type { Need } from "../../needs/need.ts";

const CAPITAL = /^\p{Lu}/u;

/** Separates the clauses of a sentence about several people or things. */
export const CLAUSE =
  /[,;:，、；。]|\s(?:and|but|while|whereas|und|aber|während|wohingegen|y|pero|mientras|et|mais|tandis que|e|ma|mentre|mas|enquanto|en|maar|terwijl)\s/iu;

/**
 * Whether the sentence exchanges what the statement says about two names. For example, the
 * statement is "Leo eats fish, Mila eats nuts", and the sentence is "Leo eats nuts, Mila eats
 * fish". One of the names must be in the detail.
 */
export function isReassigned({ core, statement, words }: Need, { text, stems }: Sentence): boolean {
  if (!CLAUSE.test(statement) || !CLAUSE.test(text)) return false;
  const names = new Set(words.filter((word) => CAPITAL.test(word.text)).map(({ stem }) => stem));
  const telling = core
    .map(({ stem }) => stem)
    .filter((stem) => names.has(stem) && stems.includes(stem));
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
  if (!ofOthers.some((stem) => names.has(stem))) return false;
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
 * Whether the sentence has a word for "not" before a word of the detail, as in "and not from Rome",
 * but the statement does not.
 */
export function isExcluded({ core, order }: Need, sentence: Sentence): boolean {
  const stems = core.map(({ stem }) => stem);
  return (
    deniesDirectly(sentence.words(), stems) && !order.some((words) => deniesDirectly(words, stems))
  );
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
      // "Moves from Monday to Tuesday" and "moves to Tuesday, was on Monday" have their words in
      // another order, but they mean the same. This condition is false for them, because `leftIn`
      // finds "Monday" only in the first.
      leftIn(statement).length === leftIn(text).length
    );
  });
}
