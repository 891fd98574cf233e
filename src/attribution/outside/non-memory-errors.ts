/**
 * Recognises annotations whose evidence contradicts the expected answer or is about another
 * subject.
 */
import { chosenOf, type InTurns } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import { type Days, dayOfMonth, sameTime } from "../../text/calendar.ts";
import { contrastedClauses } from "../../text/denial/contrast-words.ts";
import { deniesWithoutNot } from "../../text/denial/denial-without-not.ts";
import { durations, sameDuration } from "../../text/durations.ts";
import { listItems } from "../../text/lists.ts";
import { answerPolarity, isNegated, saysUnknown } from "../../text/polarity.ts";
import { hasFigures } from "../../text/spelling/other-spellings.ts";
import { twinClock } from "../../text/times/same-hour.ts";
import { contentStems } from "../../text/words.ts";
import { coverage, isBarePolarity, readExpected } from "../needs/expected-answer.ts";
import type { Needs, NeedsInput } from "../needs/need.ts";
import { stated, topicShare } from "../needs/needs.ts";
import {
  AFFIRMS,
  LONG_TIME_DAYS,
  MORE_TOPIC,
  OFF_ANSWER,
  OFF_QUESTION,
  SPOKEN_OF,
  STATED_GIVEN,
  TELLING_ANSWER,
  WHOLE_ANSWER,
} from "../thresholds.ts";

export interface AnnotationInput extends Omit<NeedsInput, "answer"> {
  readonly query: string;
  readonly prediction: string;
  readonly needs: Needs;
}

export type AnnotationFault = "expected-answer" | "evidence" | "denied" | "unstated" | "other-day";

/**
 * Returns the error in an annotation that names exactly one evidence message. There is an error if
 * this message states the given answer instead of the expected one, or if it is about another
 * subject. With several messages, the result is undefined, because each of them may state only a
 * part of the answer.
 */
export function* annotationFault(
  input: AnnotationInput,
  messages: readonly Variable[],
): InTurns<AnnotationFault | undefined> {
  const { needs, evidence, expected, queryStems, corpus, prediction } = input;
  const [message, ...others] = evidence;
  if (message === undefined || others.length > 0 || !needs.paraphrased) return undefined;
  if (isSpeaker(message, input)) return undefined;
  if (isBarePolarity(expected)) return isDenied(message, input) ? "expected-answer" : undefined;
  // A message can say yes or no in any words, so a comparison of words cannot decide it.
  const isYesOrNo = expected.polarity !== undefined;
  const isGiven =
    !isYesOrNo &&
    !saysUnknown(prediction) &&
    statedTest(prediction, input)(message) &&
    !namesExpected(message, input) &&
    !isNamedBefore(message, input, messages);
  if (isGiven || (!input.isInferred && (yield* isOfAnotherQuestion(message, input, messages))))
    return "expected-answer";
  if (isYesOrNo || expected.isHedged || isCountedIn(message, input)) return undefined;
  const asked = [...queryStems, ...expected.parts.flatMap((part) => part.stems)];
  const topic = asked.filter((each) => !corpus.speakers.has(each));
  // If the answer must be inferred, even the right message may have no word of the question or the
  // answer. So the words are compared only if nothing must be inferred.
  const isBeside =
    !input.isInferred &&
    !namesTime(message, input) &&
    coverage(topic, corpus.message(message).stems, () => 1) === 0 &&
    !isIntroduced(message, input, messages);
  return isBeside || (yield* isSpokenElsewhere(message, input, messages)) ? "evidence" : undefined;
}

/**
 * Whether the expected answer is only the name of the message's speaker. The speaker says "I" and
 * not this name, so words cannot show whether the message supports it.
 */
function isSpeaker(message: Variable, { expected, corpus }: AnnotationInput): boolean {
  const { speakerStems } = corpus.message(message);
  const stems = expected.parts.flatMap((part) => part.stems);
  return stems.length > 0 && stems.every((stem) => speakerStems.includes(stem));
}

/**
 * Whether the previous message has all words of the expected answer. Then a word such as "she" in
 * this message may mean the person whom the previous message names.
 */
function isNamedBefore(
  message: Variable,
  { expected, corpus }: AnnotationInput,
  messages: readonly Variable[],
): boolean {
  const before = messages[messages.indexOf(message) - 1];
  const { parts, times } = expected;
  if (before === undefined || parts.length === 0 || times.length > 0) return false;
  if (corpus.message(before).speaker === corpus.message(message).speaker) return false;
  return parts.every((part) => stated(part, before, corpus) >= WHOLE_ANSWER);
}

/**
 * Whether the message also has a word of the expected answer that is neither in the question nor in
 * the given answer. Then the message speaks of both answers, and a comparison of words cannot tell
 * which of the two it confirms: "The heater leaks; the boiler is fine".
 */
function namesExpected(
  message: Variable,
  { expected, prediction, queryStems, corpus }: AnnotationInput,
): boolean {
  const known = new Set([...queryStems, ...contentStems(prediction), ...corpus.speakers]);
  const own = expected.parts.flatMap(({ stems }) => stems.filter((stem) => !/^\d/.test(stem)));
  const { stems } = corpus.message(message);
  return own.some((stem) => !known.has(stem) && stems.has(stem));
}

/** Whether the expected answer is a number n and a sentence of the message lists n items. */
function isCountedIn(message: Variable, { expected, corpus }: AnnotationInput): boolean {
  if (!expected.isNumber) return false;
  const [count] = expected.parts.flatMap(({ stems }) => stems.filter((each) => /^\d+$/.test(each)));
  const { sentences } = corpus.message(message);
  return sentences.some(({ text }) => listItems(text).length === Number(count));
}

/**
 * Whether the expected answer seems to belong to another question. This is so if the evidence
 * message has no word of the expected answer, other messages state this answer, and all of them are
 * about another subject than the question.
 */
function* isOfAnotherQuestion(
  given: Variable,
  input: AnnotationInput,
  messages: readonly Variable[],
): InTurns<boolean> {
  const { expected, corpus } = input;
  const share = (message: Variable) =>
    expected.parts.reduce((least, part) => Math.min(least, stated(part, message, corpus)), 1);
  const weights = expected.parts.flatMap(({ stems }) => stems.map(corpus.rarity));
  if (expected.times.length > 0 || sum(weights) < TELLING_ANSWER || share(given) > 0) return false;
  const stating = yield* chosenOf(messages, (message) => share(message) >= WHOLE_ANSWER);
  const topic = topicShare(given, input);
  return stating.length > 0 && stating.every((each) => topicShare(each, input) * 2 < topic);
}

function sum(weights: readonly number[]): number {
  return weights.reduce((total, weight) => total + weight, 0);
}

/**
 * Whether the evidence message has only few words of the question and the answer, while another
 * message has clearly more words of the question.
 */
function* isSpokenElsewhere(
  given: Variable,
  input: AnnotationInput,
  messages: readonly Variable[],
): InTurns<boolean> {
  const { parts } = input.expected;
  const answer = (message: Variable) =>
    parts.map((part) => stated(part, message, input.corpus)).reduce((a, b) => Math.max(a, b), 0);
  const topic = topicShare(given, input);
  if (topic >= OFF_QUESTION || answer(given) >= OFF_ANSWER || namesTime(given, input)) return false;
  if (isIntroduced(given, input, messages)) return false;
  const others = yield* chosenOf(
    messages,
    (message) => message !== given && topicShare(message, input) > topic + MORE_TOPIC,
  );
  return others.length > 0;
}

/** The subject of a message can be named in this number of messages directly before it. */
const INTRODUCING = 2;

/**
 * Whether the messages directly before this message name the subject of the question. Then this
 * message can be about the subject without naming it: "The server room?" – "It is kept at 19
 * degrees". If the expected answer is a time, this message must also name a time.
 */
function isIntroduced(
  message: Variable,
  { queryStems, corpus, expected }: AnnotationInput,
  messages: readonly Variable[],
): boolean {
  const isTime = expected.times.length > 0 && expected.parts.length === 0;
  if (isTime && corpus.message(message).times().length === 0) return false;
  const at = messages.indexOf(message);
  const before = messages.slice(Math.max(0, at - INTRODUCING), Math.max(0, at));
  const said = new Set(before.flatMap((each) => [...corpus.message(each).stems]));
  const topic = queryStems.filter((stem) => !corpus.speakers.has(stem));
  return coverage(topic, said, corpus.rarity) >= OFF_QUESTION;
}

/**
 * Whether the message names a time of the expected answer. If this time is one day, it is enough
 * that the message names the day of the month, such as "the 5th" for 5 May.
 */
function namesTime(message: Variable, { expected, corpus }: AnnotationInput): boolean {
  const { sentences, stems, day } = corpus.message(message);
  const named = sentences.flatMap((s) => s.times()).flatMap((each) => each.resolve(day) ?? []);
  return expected.times.some(({ mention, days }) => {
    const meant = days ?? mention.resolve(day);
    if (meant === undefined) return false;
    const isDay = meant.first === meant.last && stems.has(`${dayOfMonth(meant.first)}th`);
    return isDay || named.some((each) => sameTime(each, meant));
  });
}

/**
 * Call this only if the expected answer is yes or no. Returns true if the message is about the
 * question, and both the message and the given answer say the opposite of the expected answer.
 */
function isDenied(message: Variable, input: AnnotationInput): boolean {
  const { needs, expected, isInferred, prediction } = input;
  if (topicShare(message, input) < SPOKEN_OF) return false;
  const said = saidOf(message, input) ?? (needs.needs[0]?.negated === true ? "no" : "yes");
  if (said === "both") return false;
  // Words such as "declined" and "allergic" deny something without a word for "not". If the message
  // has such a word, `said` can be wrong. But if the question has such a word too, `said` is right:
  // after "Is she allergic to nuts?", the message "I am allergic" means yes.
  const text = input.corpus.message(message).content;
  if (deniesWithoutNot(text) && !deniesWithoutNot(input.query)) return false;
  // Any verb can deny, as in "she flunked the exam". So a message without "not" counts as a "yes"
  // only if it has most words of the question.
  if (said === "yes" && !isAffirmedIn(text, input)) return false;
  const isOpposite = said !== expected.polarity && answerPolarity(prediction) === said;
  return isOpposite && !isInferred && !saysUnknown(prediction);
}

/**
 * Whether the text affirms what the question asks. If the text is a single clause, it must have
 * most words of the question. If there are several clauses, one of them must have all these words,
 * because a clause after "but", for example, can be about something else.
 */
function isAffirmedIn(text: string, { queryStems, corpus }: AnnotationInput): boolean {
  const asked = queryStems.filter((stem) => !corpus.speakers.has(stem));
  const clauses = contrastedClauses(text).flatMap((clause) => clause.split(/[,;]\s/u));
  const least = clauses.length === 1 ? AFFIRMS : 1;
  return clauses.some(
    (clause) => coverage(asked, new Set(contentStems(clause)), corpus.rarity) >= least,
  );
}

/**
 * Reads what a message says about the question, if the message has both negative and positive
 * clauses: "I can eat nuts but not shellfish". The clause with most words of the question counts.
 * If several clauses have equally many, all of these count. Returns "no" if all counting clauses
 * are negative, "yes" if all are positive, and "both" otherwise. Returns undefined if the message
 * has only negative or only positive clauses.
 */
function saidOf(message: Variable, { queryStems, corpus }: AnnotationInput) {
  const clauses = contrastedClauses(corpus.message(message).content);
  if (clauses.every(isNegated) || !clauses.some(isNegated)) return undefined;
  const shares = clauses.map((clause) =>
    coverage(queryStems, new Set(contentStems(clause)), corpus.rarity),
  );
  const most = Math.max(...shares);
  const said = clauses.filter((_, index) => shares[index] === most).map(isNegated);
  return said.every(Boolean) ? "no" : said.some(Boolean) ? "both" : "yes";
}

/**
 * Returns a function that says whether a message states `answer`. It is enough that the message
 * names a time or a duration of `answer`. Otherwise, the message must have all numbers of `answer`,
 * and enough of the words that are in `answer` but not in the expected answer.
 */
function statedTest(
  answer: string,
  { queryStems, corpus, expected }: AnnotationInput,
): (message: Variable) => boolean {
  const given = readExpected([answer], new Set(queryStems));
  const givenLengths = durations(answer);
  const shared = new Set(expected.parts.flatMap((part) => part.stems));
  const all = given.parts.flatMap((part) => part.stems);
  const written = all.filter((stem) => !shared.has(stem) && !isParticle(stem));
  const words = written.filter(
    (stem) => corpus.isSpoken(stem) || corpus.isSpoken(twinClock(stem) ?? stem),
  );
  const isWorded =
    !written.every((stem) => queryStems.includes(stem)) && words.length * 2 >= written.length;
  return (message) => {
    const { content, sentences, stems, day } = corpus.message(message);
    const lengths = givenLengths.length === 0 ? [] : durations(content);
    const isSameLength = givenLengths.some(({ days }) =>
      lengths.some((each) => sameDuration(each.days, days)),
    );
    const named = sentences.flatMap((s) => s.times()).flatMap((each) => each.resolve(day) ?? []);
    const isSameTime = given.times.some((time) => named.some((days) => meets(days, time.days)));
    if (isSameLength || isSameTime) return true;
    const twins = [...stems].flatMap((stem) => twinClock(stem) ?? []);
    if (!isWorded || !hasFigures(answer, new Set([...stems, ...twins, ...queryStems])))
      return false;
    return coverage(words, stems, corpus.rarity) >= STATED_GIVEN;
  };
}

/**
 * Whether the word has only one letter. Such a word is never a name. An example is the Polish "w",
 * which means "in".
 */
function isParticle(stem: string): boolean {
  return stem.length === 1 && /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u.test(stem);
}

function meets(a: Days, b: Days | undefined): boolean {
  if (b === undefined || a.first > b.last || b.first > a.last) return false;
  if (a.isEither || b.isEither) return sameTime(a, b);
  return b.last - b.first <= LONG_TIME_DAYS || sameTime(a, b);
}
