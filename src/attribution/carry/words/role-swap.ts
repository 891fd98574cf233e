/** Finds sentences that swap two words of a statement: "Ann beats Sue" for "Sue beats Ann". */

import { leftIn } from "../../../text/denial/contrast-words.ts";
import type { Sentence } from "../../../text/sentences.ts";
import { allStems, FOREIGN_MARK, isFunctionWord } from "../../../text/words.ts";
import type { Need } from "../../needs/need.ts";

const JOINTS = String.raw`\s(?:and|but|because|since|while|whereas|und|aber|weil|während|wohingegen|y|pero|mientras|et|mais|tandis que|e|ma|mentre|mas|enquanto|en|maar|terwijl)\s|(?<=(?:하고|이고|지만|는데|으며|하며))\s`;
/** Matches what is between two clauses. A sentence about several people has several clauses. */
export const CLAUSE = new RegExp(String.raw`[,:](?!\d)|[;，、；。]|${JOINTS}`, "iu");
/** Like `CLAUSE`, but a comma separates no clauses: "Ann, Bob's aunt, swims". */
export const MAIN_CLAUSE = new RegExp(`[;；。]|${JOINTS}`, "iu");

/**
 * A name counts as the object of a verb if it is one of this number of words after the verb. For
 * example, "Wim" is the third word after "owe" in "owe my colleague Wim".
 */
const NEAR_VERB = 4;

/**
 * Whether the sentence swaps the person who does something and the person whom it concerns. For
 * example, the statement is "Ana owes Wim", and the sentence is "Wim owes Ana". The statement can
 * also be "I owe Wim", said by Ana.
 */
export function isTurned(need: Need, sentence: Sentence): boolean {
  const { core, order, subject } = need;
  if (order.some((words) => isComparedOtherwise(need, words, sentence.words()))) return true;
  const written = sentence.words();
  const isOfCore = (word: string | undefined) => core.some(({ stem }) => stem === word);
  return order.some((words) =>
    words.some((verb, at) => {
      if (isFunctionWord(verb) || !sentence.stems.includes(verb)) return false;
      const to = written.indexOf(verb);
      const [doer, other, agent, patient] = [
        words[at - 1],
        words[at + 1],
        written[to - 1],
        written[to + 1],
      ];
      if (doer !== "i" && isName(doer, need) && isName(other, need))
        return doer === patient && other === agent && (isOfCore(doer) || isOfCore(other));
      if (doer !== "i" || subject === undefined) return false;
      if (!isOfCore(agent) && !isOfCore(subject)) return false;
      const after = words.slice(at + 1, at + 1 + NEAR_VERB);
      const behind = written.slice(to + 1, to + 1 + NEAR_VERB);
      return after.includes(agent ?? "") && behind.includes(subject);
    }),
  );
}

const COMPARING = ["below", "above", "than", "behind", "before", "after"];

/**
 * Whether two words have changed sides around a word such as "below": "B is below A" instead of "A
 * is below B".
 */
function isComparedOtherwise(
  { core }: Need,
  words: readonly string[],
  written: readonly string[],
): boolean {
  return COMPARING.some((word) => {
    const [at, to] = [words.indexOf(word), written.indexOf(word)];
    if (at < 0 || to < 0) return false;
    // Before "than", compare the words too. "Ben is shorter than Tom" and "Tom is taller than Ben"
    // swap the names, but they say the same.
    if (word === "than" && words[at - 1] !== written[to - 1]) return false;
    const isContent = (each: string) => !isFunctionWord(each);
    const [next, other] = [words.slice(at + 1), written.slice(to + 1)].map((side) =>
      side.find(isContent),
    );
    if (next === undefined || other === undefined || next === other) return false;
    const isTold = core.some(({ stem }) => stem === next || stem === other);
    return isTold && words.slice(0, at).includes(other) && written.slice(0, to).includes(next);
  });
}

const CAPITAL = /^\p{Lu}/u;

function isName(stem: string | undefined, { words }: Need): boolean {
  return words.some((word) => word.stem === stem && CAPITAL.test(word.text));
}

/**
 * Whether the sentence denies the detail, but the statement does not. A sentence denies the detail
 * if "not" is directly before a word of the detail, as in "and not from Rome". It also does if a
 * verb with "not" follows the detail, as in "coffee is not wanted".
 */
export function isExcluded({ core, order }: Need, sentence: Sentence): boolean {
  const stems = core.map(({ stem }) => stem);
  const denies = (words: readonly string[]) =>
    deniesDirectly(words, stems) || isDeniedAfter(words, stems);
  return denies(sentence.words()) && !order.some(denies);
}

/**
 * Pairs of opposite words, such as "with" and "without". Two texts contradict each other if the
 * same word follows one word of a pair in the first text, and the other word of the pair in the
 * second text: "with salt" and "without salt".
 */
const RELATIONS = new Map(
  ["with without", "before after", "above below", "over under", "until since"].flatMap((pair) => {
    const [one = "", other = ""] = pair.split(" ");
    return [
      [one, other],
      [other, one],
    ] as const;
  }),
);

export const RELATION_WORDS: ReadonlySet<string> = new Set(RELATIONS.keys());

/**
 * Whether the sentence has a word of the detail only after the opposite word. For example, the
 * statement has "without salt", and the sentence has "with salt".
 */
export function isOpposed({ core, order, text, timeWords }: Need, sentence: Sentence): boolean {
  const written = sentence.words();
  const stems = core.length > 0 ? core.map(({ stem }) => stem) : [...timeWords];
  return stems.some((stem) => {
    // The statement can contain the word several times. If the detail's own text has a word such as
    // "with" before it, use that word. Otherwise, use the words before it in the statement.
    const [told] = relationsOf(allStems(text), stem);
    const [own, ...others] = told ? [told] : order.flatMap((words) => relationsOf(words, stem));
    const opposite = RELATIONS.get(own ?? "");
    if (opposite === undefined || others.length > 0) return false;
    const found = relationsOf(written, stem);
    return found.length > 0 && found.every((each) => each === opposite);
  });
}

/**
 * For each place of the stem in `words`, returns the word of `RELATIONS` before it, such as
 * "without". Such a word is one or two words before the stem. If there is none, returns an empty
 * text for this place.
 */
function relationsOf(words: readonly string[], stem: string): string[] {
  return words.flatMap((word, at) => {
    if (word !== stem) return [];
    const before = words.slice(Math.max(0, at - 2), at).reverse();
    return before.find((each) => RELATIONS.has(each)) ?? "";
  });
}

const AUXILIARIES = "is are was were do does did has have had will would can could should";
const AUXILIARY = new Set(AUXILIARIES.split(" "));
const DENYING = new Set([
  ...AUXILIARIES.split(" ").map((word) => `${word}n't`),
  ...["won't", "can't", "cannot"],
]);

/** Whether one of the stems is directly before a verb with "not", such as "is not" or "didn't". */
function isDeniedAfter(words: readonly string[], stems: readonly string[]): boolean {
  return words.some((word, index) => {
    if (!stems.includes(word)) return false;
    const [verb = "", not] = words.slice(index + 1, index + 3);
    return DENYING.has(verb) || (AUXILIARY.has(verb) && not === "not");
  });
}

/**
 * Words for "not". A dot before a word marks a function word of another language than English.
 * "no" without a dot is English. "no" with a dot is left out, because it is the Portuguese word for
 * "in the".
 */
const NEGATORS = new Set([
  "no",
  ..."not nicht kein keine keinen pas non nao niet geen"
    .split(" ")
    .flatMap((word) => [word, `${FOREIGN_MARK}${word}`]),
]);

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
 * Whether the sentence has the same content words as the statement, but a few of them in other
 * places. At least one of these few words must belong to the detail. For example, "Ann lent Bob a
 * red bike" and "Bob lent Ann a red bike".
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
      // Return false for two texts that mean the same, although their words are in another order:
      // "moves from Monday to Tuesday" and "moves to Tuesday, was on Monday". `leftIn` finds
      // "Monday" only in the first text.
      leftIn(statement).length === leftIn(text).length
    );
  });
}
