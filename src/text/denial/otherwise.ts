/**
 * Finds answers that have the words of the expected answer, but say something else about them. For
 * example, they reverse who did something and to whom.
 */
import { isRelative } from "../spelling/role-words.ts";
import { allStems, contentStems } from "../words.ts";
import { OPPOSITES } from "./contrast-words.ts";

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
  const { question, expected, clause } = compared;
  if (question.length > MAX_QUESTION) return false;
  const isOnlyAsked = ([asked, opposite]: readonly [RegExp, RegExp]) =>
    asked.test(question) &&
    opposite.test(clause) &&
    ![question, expected].some((text) => opposite.test(text)) &&
    !asked.test(clause);
  return (
    [...ASKED_AND_OTHER, ...BEFORE_AFTER].some(isOnlyAsked) ||
    isReversed(compared) ||
    isReversedWithoutSpaces(compared) ||
    isSmallerSide(compared)
  );
}

/** `OPPOSITES` also has pairs that a right answer may have, such as "with" and "without". */
const BEFORE_AFTER = OPPOSITES.slice(1, 2).flatMap(
  ([before, after]) =>
    [
      [before, after],
      [after, before],
    ] as const,
);

/** Words of a question, and words of answers to another question. */
const ASKED_AND_OTHER: readonly (readonly [RegExp, RegExp])[] = [
  [
    word("total|altogether|in all|together|insgesamt|zusammen|gesamt\\p{L}*|en tout|totale?"),
    word("each|apiece|per person|je|pro (?:Stück|Person)|cada un[oa]?|chacune?|ciascun[oa]"),
  ],
  [
    word("first|zuerst|als erstes|primero|d['’]abord|per prim[oa]|primeiro|eerst"),
    word(
      "afterwards|then|later|danach|anschließend|später|después|luego|ensuite|puis|poi|dopo|depois|daarna",
    ),
  ],
  [
    word(
      "begin\\p{L}*|start\\p{L}*|commenc\\p{L}*|comienz\\p{L}*|empiez\\p{L}*|inizi\\p{L}*|começ\\p{L}*",
    ),
    word(
      "last day|end(?:s|ed)?|letzte[rn]? Tag|endet|último día|termin\\p{L}*|dernier jour|ultimo giorno|finisc\\p{L}*|último dia|laatste dag",
    ),
  ],
];

/** Matches a question for the person who did something. */
const ASKS_DOER = /^\W*(?:who|qui|quién|chi|quem|(?<verbLast>wer))\s/iu;
const DOER_FOLLOWS = word(
  "by|from|thanks to|through|von|vom|durch|dank|por|par|d[ae]l?l?[oa]?|door",
);
const TO = word("to|for|with|dem|der|für|zu|a|à|al|aan|voor");

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
    return isVerbLast ? doer - at > 1 : verbAt < doer;
  });
}

const LEARNT = /教わ|習|もら|学|받|배우|배웠|들었/u;

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
  const compared = contentStems(question.replace(/\p{Lu}\p{L}*/gu, ""));
  const [larger, smaller] = [new Set(contentStems(before)), new Set(contentStems(after))];
  return (
    own.every((stem) => smaller.has(stem) && !larger.has(stem)) &&
    compared.some((stem) => larger.has(stem))
  );
}

const CORRECTS =
  /(?<!\p{L})(?:correction|scratch that|no, wait|Korrektur|corrección|correzione|correção|correctie)(?!\p{L})|更正|訂正|정정/iu;
const FAVOURITE =
  /(?<!\p{L})(?:favou?rite|lieblings|favorit|preferid|préféré|preferit|lievelings)|最喜欢|最爱|一番好き|가장 좋아/iu;

/** Whether the given answer corrects itself, which the expected answer does not. */
export function corrects(given: string, expected: string): boolean {
  return CORRECTS.test(given) && !CORRECTS.test(expected);
}

/** Whether the question asks for a favourite thing, and the text does not say which one it is. */
export function lacksFavourite(question: string, given: string): boolean {
  return (
    FAVOURITE.test(question) &&
    !FAVOURITE.test(given) &&
    !/(?<!\p{L})(?:most|best|am liebsten|más|mieux|più|mais|meest|liefst)(?!\p{L})|最|一番|가장|제일/iu.test(
      given,
    )
  );
}

/**
 * Whether another clause has more words of the question, and a value of its own: "The cat is called
 * Hana, and the dog Momo" for "What is the dog called?". A relative in the other clause is enough:
 * "Ann works at a bakery; her brother works at a library" for "Where does Ann's brother work?".
 */
export function isOfOtherThing(
  asked: ReadonlySet<string>,
  stating: readonly string[],
  others: readonly string[],
): boolean {
  const ofQuestion = (clause: string) =>
    new Set(allStems(clause).filter((each) => asked.has(each)));
  const stated = stating.map(ofQuestion);
  return others.some((other) => {
    if (contentStems(other).every((each) => asked.has(each) || isRelative(each))) return false;
    const more = ofQuestion(other);
    return stated.every((fewer) => {
      const added = [...more].filter((each) => !fewer.has(each));
      if (fewer.size === 0 || added.length === 0) return false;
      return added.some(isRelative) || more.size === fewer.size + added.length;
    });
  });
}
