import { askedKind, asksPerson, asksPlace } from "../../text/languages/asking-words.ts";
import { namesMonthOrWeekday } from "../../text/languages/calendar-names.ts";
import { isOpinion, RELATION, RELATION_UNSPACED } from "../../text/languages/reply-signs.ts";
import { UNSPACED } from "../../text/languages/unspaced-words.ts";
import {
  CALENDAR_UNSPACED,
  CLAUSES,
  COPULA,
  NUMBER_WORDS,
  PERSONAL,
  PREPOSITION,
  SMALL_WORDS,
  TO_BE,
  UNSPACED_COPULA,
  UNSPACED_END,
  VERB_END,
} from "../../text/languages/value-words.ts";
import { isNegated } from "../../text/polarity.ts";
import { timeMentions } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";

export interface Asked {
  readonly question: string;
  readonly answer: string;
}

/** A clause with more characters is not read, because it probably says more than a value. */
const MAX_VALUE_CHARS = 120;
const MAX_NEW_WORDS = 7;
/**
 * Maximum number of characters of a clause, a value and a name in Korean, or in a script without
 * spaces, such as Chinese.
 */
const MAX_UNSPACED_CLAUSE = 24;
const MAX_UNSPACED_VALUE = 10;
const MAX_UNSPACED_NAME = 6;
/** Maximum number of words of a reply that is only a value. */
const MAX_FRAGMENT_WORDS = 6;

const NAME = /(?:^|[\s"'“«(])\p{Lu}\p{L}+/u;
const WORD = /[\p{L}\p{N}]+(?:['’.,:-][\p{L}\p{N}]+)*\.?/gu;

/**
 * Returns the value that the clause states and that should replace the answer's value. Returns
 * undefined if the clause states none.
 */
export function readValue(clause: string, asked: Asked): string | undefined {
  const said = clause.trim().replace(/[\s.!。！…]+$/u, "");
  if (said === "" || said.length > MAX_VALUE_CHARS || /[?？]/.test(said)) return undefined;
  return UNSPACED.test(said) || /\p{Script=Hangul}/u.test(said)
    ? unspacedValue(said, asked)
    : spacedValue(said, asked);
}

function spacedValue(said: string, asked: Asked): string | undefined {
  if (isNegated(said)) return undefined;
  const copula = COPULA.exec(said)?.[0] ?? "";
  const rest = said.slice(copula.length);
  const fresh = newStems(rest, asked);
  if (fresh.length === 0 || fresh.length > MAX_NEW_WORDS) return undefined;
  if (copula !== "" || !(PERSONAL.test(rest) || TO_BE.test(rest))) {
    const isShort = (rest.match(WORD) ?? []).length <= MAX_FRAGMENT_WORDS;
    if (isShort && fitsQuestion(rest, asked.question)) return rest;
  }
  if (isOpinion(rest) && !hasTypedValue(rest, asked.question)) return undefined;
  return sharesWords(said, asked) ? afterKnown(rest, asked) : undefined;
}

function unspacedValue(said: string, asked: Asked): string | undefined {
  if (isOpinion(said) || isNegated(said) || CLAUSES.test(said)) return undefined;
  const plain = said.replace(UNSPACED_END, "");
  const value = plain.replace(UNSPACED_COPULA, "").trim();
  if (value === "" || newStems(value, asked).length === 0) return undefined;
  if (sharesWords(said, asked)) return value.length <= MAX_UNSPACED_CLAUSE ? value : undefined;
  if (value.length > MAX_UNSPACED_VALUE || VERB_END.test(value)) return undefined;
  return fitsQuestion(value, asked.question) ? value : undefined;
}

/** Returns the stems that are neither in the question nor in the answer. */
export function newStems(text: string, { question, answer }: Asked): string[] {
  const known = new Set([...contentStems(question), ...contentStems(answer)]);
  return [...new Set(contentStems(text))].filter((each) => !known.has(each));
}

/**
 * Matches the endings of Japanese words. Almost every sentence has them, so they do not show that
 * two texts are about the same thing.
 */
const SYLLABLES = /^\p{Script=Hiragana}+$/u;

function sharesWords(text: string, { question, answer }: Asked): boolean {
  const known = new Set([...contentStems(question), ...contentStems(answer)]);
  return contentStems(text).some((each) => known.has(each) && !SYLLABLES.test(each));
}

/** Whether the text is a value of the kind that the question asks for. */
function fitsQuestion(text: string, question: string): boolean {
  if (hasKind(question)) return hasTypedValue(text, question);
  return !isOpinion(text);
}

function hasKind(question: string): boolean {
  return askedKind(question) !== undefined || asksPerson(question) || asksPlace(question);
}

/** Whether the question asks for a time, number, person or place, and the text names one. */
export function hasTypedValue(text: string, question: string): boolean {
  const kind = askedKind(question);
  if (kind === "time")
    return (
      timeMentions(text).length > 0 ||
      /\p{N}/u.test(text) ||
      CALENDAR_UNSPACED.test(text) ||
      namesMonthOrWeekday(text)
    );
  if (kind === "number") return NUMBER_WORDS.test(text);
  const isUnspaced = UNSPACED.test(text) || /\p{Script=Hangul}/u.test(text);
  const isName = isUnspaced && !PERSONAL.test(text) && text.length <= MAX_UNSPACED_NAME;
  if (asksPerson(question)) return isName || NAME.test(text) || isRelation(text);
  if (asksPlace(question)) return isName || PREPOSITION.test(text) || NAME.test(text);
  return false;
}

export function isRelation(text: string): boolean {
  return RELATION.test(text) || RELATION_UNSPACED.test(text);
}

/**
 * Removes the words before the first new word of the clause, because they only repeat the question
 * or the answer. One or two function words (`SMALL_WORDS`) directly before the new word are kept.
 */
function afterKnown(clause: string, asked: Asked): string {
  const words = [...clause.matchAll(WORD)];
  const isNew = (word: string) => newStems(word, asked).length > 0;
  const first = words.findIndex(([word]) => isNew(word));
  let begin = Math.max(0, first);
  while (begin > 0 && first - begin < MAX_SMALL && isSmall(words[begin - 1]?.[0] ?? "")) begin -= 1;
  return clause.slice(words[begin]?.index ?? 0).trim();
}

const MAX_SMALL = 2;
function isSmall(word: string): boolean {
  return SMALL_WORDS.has(word.toLowerCase());
}
