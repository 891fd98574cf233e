/**
 * Finds answers that have the words of the expected answer, but say something else about them. For
 * example, they reverse who did something and to whom.
 */
import { isRelative } from "../spelling/role-words.ts";
import { allStems, contentStems, FOREIGN_MARK, isFunctionWord } from "../words.ts";

/** A clause of a given answer, and what it is compared with. */
export interface ComparedClause {
  readonly question: string;
  readonly expected: string;
  /** Stems of the expected answer that are not in the question. */
  readonly own: readonly string[];
  /** A clause that has a word of the expected answer. */
  readonly clause: string;
}

const word = (either: string) => new RegExp(`(?<!\\p{L})(?:${either})(?!\\p{L})`, "iu");

/** Longest question, in characters, that is compared with each clause. */
const MAX_QUESTION = 500;

/** Whether the clause says something else about the expected answer than the question asks. */
export function saysOtherwise(compared: ComparedClause): boolean {
  return (
    compared.question.length <= MAX_QUESTION &&
    [isOfEach, isLater, isReversed, isReversedWithoutSpaces, isSmallerSide].some((test) =>
      test(compared),
    )
  );
}

const TOTAL = word("total|altogether|in all|insgesamt|gesamt\\p{L}*|en tout|totale?");
const EACH = word(
  "each|apiece|per person|je|pro (?:Stück|Person)|cada un[oa]?|chacune?|ciascun[oa]",
);

/** Whether the clause gives the price of each thing, and the question asks for the total. */
function isOfEach({ question, expected, clause }: ComparedClause): boolean {
  return TOTAL.test(question) && EACH.test(clause) && !EACH.test(expected) && !TOTAL.test(clause);
}

const FIRST = word("first|zuerst|als erstes|primero|d['’]abord|per prim[oa]|primeiro|eerst");
const LATER = word(
  "afterwards|then|later|danach|dann|después|luego|ensuite|puis|poi|dopo|depois|daarna",
);

/** Whether the clause says the answer after a word such as "then": "and then she fed the hens". */
function isLater({ question, expected, own, clause }: ComparedClause): boolean {
  const at = clause.search(LATER);
  if (at < 0 || !FIRST.test(question) || LATER.test(expected)) return false;
  const after = contentStems(clause.slice(at));
  return own.some((stem) => after.includes(stem));
}

/** Matches a question for the person who did something. */
const ASKS_DOER = /^\W*(?:who|qui|quién|chi|quem|(?<verbLast>wer))\s/iu;
/** Words before the person who did it, or beside whom somebody did it. */
const DOER_FOLLOWS = word(
  "by|from|thanks to|through|with|von|vom|durch|dank|mit|bei|por|par|con|avec|com|d[ae]l?l?[oa]?|door|met",
);
const TO = word("to|for|dem|der|den|für|zu|in|a|à|al|aan|voor");
const PASSIVE = word("was|were|is|are|been|being|got");
/** Stems of verbs of which both persons are subjects: "Julia married Peter". */
const MUTUAL = new Set(contentStems("marry married meet met date dated"));

/**
 * Whether the clause says that the person in the question did it: "Amir taught Farah to swim" for
 * "Who taught Amir to swim?".
 */
function isReversed({ question, own, clause }: ComparedClause): boolean {
  const asking = ASKS_DOER.exec(question);
  if (asking === null || DOER_FOLLOWS.test(clause)) return false;
  const asked = allStems(question);
  const said = allStems(clause);
  const isVerbLast = asking.groups?.verbLast !== undefined;
  return Array.from(question.matchAll(/(?<=\s)\p{Lu}\p{L}+/gu), ([name]) => name).some((name) => {
    const person = allStems(name)[0] ?? "";
    const before = asked.slice(0, asked.indexOf(person)).join(" ");
    const verb = isVerbLast
      ? contentStems(question).at(-1)
      : contentStems(question).find((stem) => stem !== person && before.includes(stem));
    const at = said.indexOf(person);
    const doer = said.findIndex((stem, index) => index > at && own.includes(stem));
    const verbAt = verb === undefined ? -1 : said.indexOf(verb);
    if (at < 0 || doer < 0 || verbAt < at || TO.test(said[at - 1] ?? "")) return false;
    if (isVerbLast) return doer - at > 1 && doer < verbAt;
    return verbAt < doer && !MUTUAL.has(verb ?? "") && !PASSIVE.test(said[verbAt - 1] ?? "");
  });
}

const LEARNT = /教わ|習|もら|られ|れまし|れた|学|받|배우|배웠|들었/u;

/** Like `isReversed`, for languages that mark the receiver by a particle. */
function isReversedWithoutSpaces({ question, expected, clause }: ComparedClause): boolean {
  if (LEARNT.test(clause)) return false;
  const name = expected.replace(/[。.]$/u, "");
  const [before = "", after = ""] = clause.split(name, 2);
  return (
    (/誰が|だれが/u.test(question) && /^(?:さん)?[にへ]/u.test(after)) ||
    (/누가/u.test(question) && /^(?:에게|한테|께)(?!서)/u.test(after)) ||
    (/^谁/u.test(question) && /给了?$/u.test(before))
  );
}

/**
 * Whether the clause names the expected answer after "than": "Dean is older than Carla" for "Who is
 * older?".
 */
function isSmallerSide({ question, own, clause }: ComparedClause): boolean {
  const [before = "", after] = clause.split(/(?<!\p{L})(?:than|dan)(?!\p{L})|より/u, 2);
  if (after === undefined || own.length === 0) return false;
  const [larger, smaller] = [new Set(contentStems(before)), new Set(contentStems(after))];
  return (
    own.every((stem) => smaller.has(stem) && !larger.has(stem)) &&
    (question.match(COMPARATIVE) ?? []).some((each) => before.includes(each))
  );
}

const COMPARATIVE = /(?<!\p{L})(?:more \p{L}+|\p{L}{2,}er)(?!\p{L})/giu;

const CORRECTS =
  /(?<!\p{L})(?:[ck]orr\p{L}{3,7} ?:|scratch that|no, wait)|(?:更正|訂正|정정)[:：]/iu;
const FAVOURITE =
  /(?<!\p{L})(?:favou?rite|lieblings|favorit|preferid|préféré|preferit|lievelings)|最喜欢|最爱|一番好き|가장 좋아/iu;

/** Whether the given answer corrects itself, which the expected answer does not. */
export function corrects(given: string, expected: string): boolean {
  return CORRECTS.test(given) && !CORRECTS.test(expected);
}

/** Whether the question asks for a favourite thing, and the list names another thing first. */
export function lacksFavourite(
  question: string,
  [first]: readonly { readonly stems: readonly string[] }[],
  own: readonly string[],
): boolean {
  return FAVOURITE.test(question) && !first?.stems.some((stem) => own.includes(stem));
}

interface AnswerClauses {
  readonly question: string;
  /** Stems of the question, and of the expected answer. */
  readonly asked: ReadonlySet<string>;
  readonly own: readonly string[];
  /** The clauses with a word of the expected answer, and the other clauses. */
  readonly stating: readonly string[];
  readonly others: readonly string[];
}

/**
 * Whether the expected answer is said of another person or thing:
 * - of the person in the question instead of a relative: "Ann works at a bakery; her brother works
 *   at a library" for "Where does Ann's brother work?"
 * - of a thing that is not in the question: "The cat's name is Hana, the dog's name is Momo" for
 *   "What is the dog's name?"
 */
export function isOfOtherThing({ question, asked, own, stating, others }: AnswerClauses): boolean {
  const names = new Set((question.match(/\p{Lu}\p{L}+/gu) ?? []).flatMap(allStems));
  const ofQuestion = (clause: string) =>
    new Set(allStems(clause).filter((each) => asked.has(each)));
  const stated = stating.map((clause) => {
    const isOther = contentStems(clause).some((each) => !asked.has(each) && !own.includes(each));
    return { fewer: ofQuestion(clause), isOther };
  });
  return others.some((other) => {
    if (contentStems(other).every((each) => asked.has(each) || isRelative(each))) return false;
    const more = ofQuestion(other);
    return stated.every(({ fewer, isOther }) => {
      const added = [...more].filter((each) => !fewer.has(each));
      const missing = [...fewer].filter((each) => !more.has(each));
      if (added.some(isRelative) && missing.some((each) => names.has(each))) return true;
      return isOther && fewer.size > 0 && added.length > 0 && missing.length === 0;
    });
  });
}

/**
 * Whether the clause names a relative of one of the `people`: "Ann's sister", "a irmã da Ana".
 * Returns false for "his brother Tom", because Tom himself is the brother here.
 */
export function isRelativeOf(clause: string, people: readonly string[]): boolean {
  const words = allStems(clause);
  return words.some((word, index) => {
    if (!people.includes(word)) return false;
    if (isRelative(words[index + 1] ?? "")) return true;
    const before = words.slice(0, index).findLastIndex((each) => !isFunctionWord(each));
    const between = words.slice(before + 1, index);
    const role = words[before] ?? "";
    return between.length > 0 && between.every((each) => OF.test(each)) && isRelative(role);
  });
}

/** Matches words for "of" between a relative and a person. */
const OF = new RegExp(`^${FOREIGN_MARK}?(?:of|de|da|do|di|del|della|van|von|der|des|du|d)$`, "u");
