/**
 * Reads a user's reply to find out whether the answer was wrong. If the reply may be a joke, a
 * quotation, an opinion or a change of plans, it does not count as a correction. A false correction
 * does more harm than a missed one.
 */

import type { CorrectionKind } from "../../protocol/api/annotation/corrections.ts";
import {
  askedKind,
  asks,
  asksAdvice,
  asksPerson,
  asksPlace,
  asksQuestion,
  endsWithQuestion,
  hasChangingAnswer,
} from "../../text/languages/asking-words.ts";
import {
  AFFIRMATION,
  ASKED,
  CONTRASTS,
  DENIAL,
  LEADING,
  TAKEN_BACK,
  TAKEN_BACK_UNSPACED,
  TOLD,
  WRONG,
} from "../../text/languages/correction-words.ts";
import { isChange, isJoke, isReported } from "../../text/languages/reply-signs.ts";
import { FIRST_PERSON, IT_WAS, SUBJECT } from "../../text/languages/value-words.ts";
import { polarityOf, saysUnknown } from "../../text/polarity.ts";
import { sentencesOfLine } from "../../text/sentences.ts";
import { timeMentions } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";
import { type Asked, hasTypedValue, isRelation, newStems, readValue } from "./read-value.ts";

export interface Exchange extends Asked {
  /** The user's messages before the question, earliest first. */
  readonly told: readonly string[];
}

export interface Reading {
  readonly kind: CorrectionKind;
  /** The right answer that the user gives; undefined if the user repeats the question. */
  readonly expected: string | undefined;
  /** Index in `told` of the message that had already stated the right answer. */
  readonly toldAt?: number;
}

/** A longer reply is not read, because it usually has other topics. */
const MAX_REPLY_CHARS = 400;
/**
 * If a reply denies the answer, the right answer is searched only in this number of sentences at
 * the start of the reply.
 */
const MAX_SENTENCES = 2;
const SAME_QUESTION = 0.8;
const NAMES_QUESTION = 0.6;
const SAME_FACT_TOLD = 0.75;
const LEAST_TOLD_WORDS = 3;

/** Matches a text in quotation marks. It is ignored, because the user may quote somebody else. */
const QUOTED = /["“„«「『][^"”“»」』]{2,}["”“»」』]/gu;

/** Returns how the reply corrects the answer; undefined if it does not. */
export function readReply(exchange: Exchange, reply: string): Reading | undefined {
  if (reply.length > MAX_REPLY_CHARS || !asks(exchange.question)) return undefined;
  if (isJoke(reply) || takesBack(reply)) return undefined;
  const sentences = sentencesIn(reply.replace(QUOTED, " "));
  const [first] = sentences;
  if (first === undefined) return undefined;
  const isOffered = endsWithQuestion(exchange.answer);
  const repeated = readRepeatedQuestion(exchange, reply, first);
  if (repeated !== undefined) return isOffered ? undefined : repeated;
  if (isReported(reply)) return undefined;
  const told = readTold(exchange, sentences);
  if (told !== undefined) return told;
  if (asksAdvice(exchange.question) || isChange(reply)) return undefined;
  if (asksQuestion(first)) return undefined;
  const stated = readDenial(exchange, sentences, isOffered);
  if (stated !== undefined || isOffered) return stated;
  return (
    readContrast(exchange, first) ?? readOwn(exchange, first) ?? readRepeatedFact(exchange, first)
  );
}

/** Whether the user says that an earlier correction was wrong. */
export function takesBack(reply: string): boolean {
  return TAKEN_BACK.test(reply) || TAKEN_BACK_UNSPACED.test(reply);
}

function sentencesIn(text: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => sentencesOfLine(line.trim()))
    .map((sentence) => sentence.replace(LEADING, "").trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function readRepeatedQuestion(
  { question }: Exchange,
  reply: string,
  first: string,
): Reading | undefined {
  const wanted = new Set(contentStems(question));
  if (wanted.size < 2 || hasChangingAnswer(question) || !asksQuestion(question)) return undefined;
  const said = new Set(contentStems(reply));
  const shared = [...wanted].filter((each) => said.has(each)).length;
  const isNamed = ASKED.test(first) && shared >= NAMES_QUESTION * wanted.size;
  const all = new Set([...wanted, ...said]).size;
  const isSame = asksQuestion(reply) && shared >= SAME_QUESTION * all;
  return isNamed || isSame ? { kind: "repeated-question", expected: undefined } : undefined;
}

function readTold(exchange: Exchange, sentences: readonly string[]): Reading | undefined {
  const [first] = sentences;
  if (first === undefined || /[?？]\s*$/.test(first)) return undefined;
  const bare = first.replace(DENIAL, "");
  for (const pattern of TOLD) {
    const fact = pattern.exec(bare)?.groups?.fact?.replace(/[\s.!。！]+$/u, "");
    if (fact === undefined || contentStems(fact).length === 0) continue;
    if (newStems(fact, { question: "", answer: exchange.answer }).length === 0) continue;
    if (/^(?:so|about|ja|that|the truth)$/iu.test(fact)) continue;
    const at = toldBefore(exchange, fact, TOLD_BEFORE);
    return { kind: "told-before", expected: fact, ...(at === undefined ? {} : { toldAt: at }) };
  }
  return undefined;
}

/**
 * If the user says "I told you that …", `toldBefore` looks for the earlier message with this fact.
 * One of its sentences must be at least this similar to the fact. If the user repeats a fact
 * without such words, the minimum is `SAME_FACT_TOLD`, which is larger.
 */
const TOLD_BEFORE = 0.4;

function readDenial(
  exchange: Exchange,
  sentences: readonly string[],
  isOffered: boolean,
): Reading | undefined {
  const [first = "", second] = sentences;
  const isWrong = WRONG.exec(first)?.[0];
  const denied = isOffered ? undefined : deniedBy(exchange, first);
  const sign = isWrong ?? denied;
  if (sign === undefined || saysUnknown(exchange.answer)) return undefined;
  const rest = first.slice(sign.length).replace(/^[\s,，、.;:!。！–—-]+/u, "");
  const clauses = [rest, ...(second === undefined ? [] : [second])].slice(0, MAX_SENTENCES);
  for (const clause of clauses) {
    if (clause === "") continue;
    const expected = contrasted(exchange, clause) ?? readValue(clause, exchange);
    if (expected !== undefined) return { kind: "denied", expected };
    return undefined;
  }
  return undefined;
}

/**
 * Returns the words at the start of the reply that deny the answer. If the answer itself is
 * negative, "no" agrees with it. Then only words such as "yes, I do" deny it.
 */
function deniedBy({ answer }: Exchange, first: string): string | undefined {
  const polarity = polarityOf(answer);
  if (polarity === "no") return AFFIRMATION.exec(first)?.[0];
  return DENIAL.exec(first)?.[0];
}

function readContrast(exchange: Exchange, first: string): Reading | undefined {
  const expected = contrasted(exchange, first);
  return expected === undefined ? undefined : { kind: "contrast", expected };
}

/**
 * Reads a clause such as "not this, but that". If the answer states the wrong value ("this"),
 * returns the right one ("that").
 */
function contrasted(exchange: Exchange, clause: string): string | undefined {
  for (const pattern of CONTRASTS) {
    const { wrong, right } = pattern.exec(clause.trim())?.groups ?? {};
    if (wrong === undefined || right === undefined) continue;
    const denied = contentStems(wrong);
    const given = new Set(contentStems(exchange.answer));
    if (denied.length === 0 || !denied.every((each) => given.has(each))) continue;
    if (newStems(right, { question: "", answer: exchange.answer }).length === 0) continue;
    // If `right` is a whole sentence, it may be about another topic. So it is used only if exactly
    // one of its words is new, and its other words are in the question or the answer.
    if (SUBJECT.test(right) && !sharesPredicate(right, exchange)) continue;
    return right.trim();
  }
  return undefined;
}

/** Reads a reply that gives the right value without saying "no". */
function readOwn(exchange: Exchange, first: string): Reading | undefined {
  const { question, answer } = exchange;
  if (saysUnknown(answer)) return undefined;
  const own = (expected: string | undefined): Reading | undefined =>
    expected === undefined ? undefined : { kind: "own-answer", expected };
  const copula = IT_WAS.exec(first)?.[0];
  if (copula !== undefined && asksPerson(question)) {
    const value = first.slice(copula.length);
    const isShort = contentStems(value).length <= 4;
    return isShort && isRelation(value) ? own(readValue(first, exchange)) : undefined;
  }
  if (!SUBJECT.test(first) || !sharesPredicate(first, exchange)) return undefined;
  const kind = askedKind(question);
  if (kind === "time" && (timeMentions(answer).length > 0 || /\p{N}/u.test(answer)))
    return hasTypedValue(first, question) ? own(readValue(first, exchange)) : undefined;
  if (asksPlace(question) && /\p{Lu}\p{L}+/u.test(answer.slice(1)))
    return /\p{Lu}\p{L}+/u.test(first.slice(1)) ? own(readValue(first, exchange)) : undefined;
  return undefined;
}

/**
 * Whether the text probably repeats what was said, with another value. It must have a content word
 * of the question or the answer, and exactly one content word that is in neither of them.
 */
function sharesPredicate(text: string, { question, answer }: Exchange): boolean {
  const given = new Set([...contentStems(answer), ...contentStems(question)]);
  const said = contentStems(text);
  const fresh = said.filter((each) => !given.has(each));
  return said.some((each) => given.has(each)) && fresh.length === 1;
}

/**
 * Reads a reply that only states a fact that the answer lacks. The reply counts as a correction if
 * the user had already stated the fact before the question.
 */
function readRepeatedFact(exchange: Exchange, first: string): Reading | undefined {
  const fresh = newStems(first, { question: "", answer: exchange.answer });
  if (contentStems(first).length < LEAST_TOLD_WORDS || fresh.length === 0) return undefined;
  if (!FIRST_PERSON.test(first)) return undefined;
  const about = new Set(contentStems(exchange.question));
  if (!contentStems(first).some((each) => about.has(each))) return undefined;
  const at = toldBefore(exchange, first, SAME_FACT_TOLD);
  return at === undefined
    ? undefined
    : { kind: "repeated-fact", expected: readValue(first, exchange) ?? first, toldAt: at };
}

/**
 * Returns the index in `told` of the message with the sentence that is most similar to the fact. If
 * several are equally similar, the latest one wins.
 * @param least minimum similarity (0 to 1): the number of words that the fact and the sentence have
 * in common, divided by the number of different words in both together
 */
function toldBefore({ told }: Exchange, fact: string, least: number): number | undefined {
  const said = new Set(contentStems(fact));
  let best: number | undefined;
  let most = least;
  for (const [at, text] of told.entries()) {
    for (const sentence of text.split(/\n+/).flatMap(sentencesOfLine)) {
      const other = new Set(contentStems(sentence));
      const shared = [...said].filter((each) => other.has(each)).length;
      const share = shared / Math.max(1, said.size + other.size - shared);
      if (shared > 0 && share >= most && !asksQuestion(sentence)) [best, most] = [at, share];
    }
  }
  return best;
}
