/** Finds sentences that swap two words of a statement: "Ann beats Sue" for "Sue beats Ann". */

import { leftIn } from "../../../text/denial/contrast-words.ts";
import type { Sentence } from "../../../text/sentences.ts";
import { allStems, contentStems, isFunctionWord } from "../../../text/words.ts";
import type { Need } from "../../needs/need.ts";

const CAPITAL = /^\p{Lu}/u;

/** Separates the clauses of a sentence about several people or things. */
export const CLAUSE =
  /[,:](?!\d)|[;，、；。]|\s(?:and|but|because|since|while|whereas|und|aber|weil|während|wohingegen|y|pero|mientras|et|mais|tandis que|e|ma|mentre|mas|enquanto|en|maar|terwijl)\s/iu;

/**
 * Whether the sentence says of a name or figure in the detail what the statement says of another
 * one: "Leo eats nuts, Mila eats fish" for "Leo eats fish, Mila eats nuts".
 */
export function isReassigned(need: Need, { text, stems }: Sentence): boolean {
  const { core, statement, words, subject } = need;
  if (!CLAUSE.test(statement) || !CLAUSE.test(text)) return false;
  const names = new Set(words.filter((word) => CAPITAL.test(word.text)).map(({ stem }) => stem));
  const isTelling = (stem: string) => names.has(stem) || FIGURE.test(stem);
  const said = clausesOf(statement, subject);
  const written = clausesOf(text, undefined);
  return core.some(
    ({ stem }) =>
      isTelling(stem) && stems.includes(stem) && isGivenToOther(stem, said, written, isTelling),
  );
}

const FIGURE = /^\d/;
const SPEAKER = /\b(?:I|me|my|mine)\b/u;

/** Returns the words of each clause. The speaker belongs to the clauses with "I" or "my". */
function clausesOf(text: string, speaker: string | undefined): ReadonlySet<string>[] {
  return text.split(CLAUSE).map((clause) => {
    const isOwn = speaker !== undefined && SPEAKER.test(clause);
    return new Set([...contentStems(clause), ...(isOwn ? [speaker] : [])]);
  });
}

function isGivenToOther(
  stem: string,
  said: readonly ReadonlySet<string>[],
  written: readonly ReadonlySet<string>[],
  isTelling: (stem: string) => boolean,
): boolean {
  const isOwn = (clause: ReadonlySet<string>) => clause.has(stem);
  const [own, others] = [said.filter(isOwn), said.filter((clause) => !isOwn(clause))];
  const only = (some: readonly ReadonlySet<string>[], rest: readonly ReadonlySet<string>[]) =>
    [...new Set(some.flatMap((clause) => [...clause]))].filter(
      (word) => word !== stem && !rest.some((clause) => clause.has(word)),
    );
  const [ofOwn, ofOthers] = [only(own, others), only(others, own)];
  if (!ofOthers.some(isTelling)) return false;
  const has = (clause: ReadonlySet<string>, some: readonly string[]) =>
    some.some((word) => clause.has(word));
  const given = written.filter(isOwn);
  return (
    given.length > 0 &&
    given.every((clause) => !has(clause, ofOwn) && has(clause, ofOthers)) &&
    written.some((clause) => !isOwn(clause) && has(clause, ofOwn) && has(clause, ofOthers))
  );
}

/** Words between a verb and the person whom it concerns: "owe my colleague Wim". */
const NEAR_VERB = 4;

/**
 * Whether the statement says what its speaker does to somebody, and the sentence says that this
 * person does it to the speaker: "Wim owes Ana" for "I owe Wim".
 */
export function isTurned({ core, order, subject }: Need, sentence: Sentence): boolean {
  if (subject === undefined || !sentence.stems.includes(subject)) return false;
  const written = sentence.words();
  return order.some((words) => {
    const verbs = words.filter((_, at) => words[at - 1] === "i");
    return verbs.some((verb) => {
      const at = words.indexOf(verb);
      const after = words.slice(at + 1, at + 1 + NEAR_VERB);
      const to = written.indexOf(verb);
      const [before, behind] = [written[to - 1], written.slice(to + 1, to + 1 + NEAR_VERB)];
      return (
        to > 0 &&
        !isFunctionWord(verb) &&
        behind.includes(subject) &&
        core.some(({ stem }) => stem === before && after.includes(stem))
      );
    });
  });
}

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

/** Words that say the opposite of each other before the same word. */
const RELATIONS = new Map(
  ["with without", "before after", "above below", "over under", "until since"].flatMap((pair) => {
    const [one = "", other = ""] = pair.split(" ");
    return [
      [one, other],
      [other, one],
    ] as const;
  }),
);

/** Whether the sentence has the detail only after the opposite word: "with" for "without salt". */
export function isOpposed({ core, order, text }: Need, sentence: Sentence): boolean {
  const written = sentence.words();
  return core.some(({ stem }) => {
    // The detail's own text tells which place of the word in the statement is meant.
    const [told] = relationsOf(allStems(text), stem);
    const [own, ...others] = told ? [told] : order.flatMap((words) => relationsOf(words, stem));
    const opposite = RELATIONS.get(own ?? "");
    if (opposite === undefined || others.length > 0) return false;
    const found = relationsOf(written, stem);
    return found.length > 0 && found.every((each) => each === opposite);
  });
}

/** Returns the relation word before each place of the stem; empty text if there is none. */
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

/** Whether a verb with "not" is directly after one of the stems. */
function isDeniedAfter(words: readonly string[], stems: readonly string[]): boolean {
  return words.some((word, index) => {
    if (!stems.includes(word)) return false;
    const [verb = "", not] = words.slice(index + 1, index + 3);
    return DENYING.has(verb) || (AUXILIARY.has(verb) && not === "not");
  });
}

const NEGATORS = new Set(
  "not no nicht kein keine keinen pas non nao niet geen"
    .split(" ")
    .flatMap((word) => [word, `\u00b7${word}`]),
);

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
