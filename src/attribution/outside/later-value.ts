/**
 * Recognises an expected answer that a later message took back. The messages first state the
 * expected answer, and then the given one: "Can we say Thursday?" – "No, Wednesday then".
 */
import { chosenOf, type InTurns } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import { asksAboutNow, contrastedClauses } from "../../text/denial/contrast-words.ts";
import { withoutRejected } from "../../text/denial/rejected-side.ts";
import { agrees, asksFinal, revises } from "../../text/denial/revision-words.ts";
import { endsWithQuestion } from "../../text/languages/asking-words.ts";
import { DENIAL, LEADING } from "../../text/languages/correction-words.ts";
import { answerPolarity, isNegated, saysUnknown } from "../../text/polarity.ts";
import { isWeekday } from "../../text/times/only-weekday.ts";
import { contentStems, wordsOf } from "../../text/words.ts";
import { isBarePolarity } from "../needs/expected-answer.ts";
import { stated } from "../needs/needs.ts";
import { topicShare } from "../needs/topic-share.ts";
import { SPOKEN_OF, WHOLE_ANSWER } from "../thresholds.ts";
import { type AnnotationInput, statedTest } from "./non-memory-errors.ts";

/** Maximum number of messages between a statement and the message that takes it back. */
const SOON = 6;

export type LaterValue = "taken-back" | "later-value";

/**
 * Returns "taken-back" if a later message takes the expected answer back and states the given one.
 * Returns "later-value" if the question asks for the latest value, and a later message states the
 * given answer without words that take the expected one back.
 */
export function* laterValue(
  input: AnnotationInput,
  messages: readonly Variable[],
): InTurns<LaterValue | undefined> {
  if (saysUnknown(input.prediction) || input.isInferred) return undefined;
  if (isBarePolarity(input.expected))
    return isPolarityTakenBack(input, messages) ? "taken-back" : undefined;
  const found = yield* givenLater(input, messages);
  return found.find((each) => each === "taken-back") ?? found[0];
}

function* givenLater(input: AnnotationInput, messages: readonly Variable[]): InTurns<LaterValue[]> {
  const { expected, query } = input;
  if (expected.polarity !== undefined || expected.isHedged) return [];
  const wanted = wordsOfExpected(input);
  const states = statesGiven(wanted, input);
  if (wanted.length === 0 || states === undefined) return [];
  const saying = yield* chosenOf(messages, (message) => hasAll(wanted, message, input));
  const placeOf = new Map(messages.map((message, at) => [message, at]));
  const placesOf = (some: readonly Variable[]) => some.flatMap((each) => placeOf.get(each) ?? []);
  const places = placesOf(saying);
  const [first] = places;
  const isRejecting = (at: number) => rejects(messages[at], wanted, input);
  const stating = places.filter((at) => !isRejecting(at));
  const last = stating.at(-1);
  const isAsked = (at: number) => endsWithQuestion(content(messages[at], input));
  if (last === undefined) return [];
  const later = messages.slice(last + 1);
  const giving = placesOf(yield* chosenOf(later, states));
  const isSameKind = kindsOf(input).size > 0;
  return giving.flatMap((at): LaterValue[] => {
    if (isAsked(at)) return [];
    if (places.includes(at)) return ["taken-back"];
    const isNext = at - last === 1;
    if (!isNext && !isAlike(messages[last], messages[at], input)) return [];
    const replies = messages.slice(last + 1, at + 1).map((each) => content(each, input));
    const isProposed = isSameKind && stating.every(isAsked);
    if (isProposed && at - last <= 2 && !replies.some(accepts)) return ["taken-back"];
    const isSoon = at - last <= SOON;
    // The message before can name both values: "She has choir on Friday. Make it Monday."
    const before = isNext && last !== first ? content(messages[last], input) : "";
    const text = content(messages[at], input);
    const isRevised = revises(text) || revises(before) || denies(text);
    if (isSoon && isRevised && isOfSameSubject(messages[last], messages[at], input))
      return ["taken-back"];
    const isLatestAsked = asksFinal(query) || asksAboutNow(query);
    const isLike = (isSoon && isSameKind) || sharesTopic(messages[at], input);
    return isLatestAsked && isLike ? ["later-value"] : [];
  });
}

function accepts(reply: string): boolean {
  return answerPolarity(reply) === "yes" || agrees(reply);
}

/**
 * Returns a test whether a message states the given answer. If the expected answer has weekdays,
 * clock times or other figures, only the values of the same kinds count. Returns undefined if the
 * given answer has no such value.
 */
function statesGiven(
  wanted: readonly string[],
  input: AnnotationInput,
): ((message: Variable) => boolean) | undefined {
  const { prediction, queryStems } = input;
  const kinds = kindsOf(input);
  if (kinds.size === 0) return statedTest(prediction, input);
  const known = new Set([...wanted, ...queryStems]);
  const given = wordsOf(prediction).filter(({ stem }) => !known.has(stem));
  const values = [...kinds].map((kind) => given.filter((word) => kindOf(word) === kind));
  if (values.some((words) => words.length === 0)) return undefined;
  const stems = values.flat().map(({ stem }) => stem);
  return (message) => hasAll(stems, message, input);
}

function kindsOf({ expected }: AnnotationInput): ReadonlySet<string> {
  const texts = [...expected.parts, ...expected.times].map(({ text }) => text);
  return new Set(texts.flatMap((text) => wordsOf(text).flatMap((word) => kindOf(word) ?? [])));
}

const CLOCK = /^\d{1,2}:\d\d$/;
const FIGURE = /^\d+(?:\.\d+)?$/;

function kindOf({ text, stem }: { readonly text: string; readonly stem: string }) {
  if (CLOCK.test(stem)) return "clock";
  if (FIGURE.test(stem)) return "figure";
  const names = [text, text.replace(/s$/iu, ""), stem];
  return names.some(isWeekday) ? "weekday" : undefined;
}

/**
 * Whether the message right after the statement takes back a yes or no: "I may retake it" – "Wait
 * no, only those who were ill".
 */
function isPolarityTakenBack(input: AnnotationInput, messages: readonly Variable[]): boolean {
  const { corpus, expected, prediction, evidence } = input;
  const given = answerPolarity(prediction);
  if (given === undefined || given === expected.polarity) return false;
  return evidence.some((message) => {
    if (topicShare(message, input) < SPOKEN_OF || endsWithQuestion(content(message, input)))
      return false;
    const at = messages.indexOf(message);
    const { speaker } = corpus.message(message);
    return messages
      .slice(at + 1, at + 3)
      .some((next) => corpus.message(next).speaker === speaker && denies(content(next, input)));
  });
}

/** A message with at most this number of own words only gives the value: "Friday, as always". */
const FEW_WORDS = 2;

/**
 * Whether the later message has no subject of its own, or has a word of the earlier message or of
 * the question. If it names somebody whom neither of them names, its subject is another one.
 */
function isOfSameSubject(
  earlier: Variable | undefined,
  later: Variable | undefined,
  input: AnnotationInput,
): boolean {
  if (earlier === undefined || later === undefined) return false;
  const { corpus, queryStems, prediction } = input;
  const known = new Set([...corpus.message(earlier).stems, ...queryStems]);
  const values = new Set(contentStems(prediction));
  const words = wordsOf(content(later, input)).filter((word) => kindOf(word) === undefined);
  const own = words.filter(({ stem }) => !values.has(stem));
  const isNamed = ({ stem, text }: { readonly stem: string; readonly text: string }) =>
    !known.has(stem) && (corpus.speakers.has(stem) || POSSESSIVE.test(text));
  if (own.some(isNamed)) return false;
  return own.length <= FEW_WORDS || words.some(({ stem }) => known.has(stem));
}

/** Matches a name such as "Mia's". */
const POSSESSIVE = /^\p{Lu}\p{L}+['’]s$/u;

function sharesTopic(
  message: Variable | undefined,
  { queryStems, corpus }: AnnotationInput,
): boolean {
  if (message === undefined) return false;
  const { stems } = corpus.message(message);
  return queryStems.some((stem) => !corpus.speakers.has(stem) && stems.has(stem));
}

function content(message: Variable | undefined, { corpus }: AnnotationInput): string {
  return message === undefined ? "" : corpus.message(message).content;
}

/** Whether the text begins with "no", as in "wait, no, at nine". */
function denies(text: string): boolean {
  return DENIAL.test(text.replace(LEADING, ""));
}

function wordsOfExpected({ expected, queryStems, corpus }: AnnotationInput): readonly string[] {
  const stems = [
    ...expected.parts.flatMap((part) => part.stems),
    ...expected.times.flatMap(({ text }) => contentStems(text)),
  ];
  return stems.filter((stem) => !queryStems.includes(stem) && !corpus.speakers.has(stem));
}

function hasAll(wanted: readonly string[], message: Variable, input: AnnotationInput): boolean {
  const part = { text: "", stems: wanted };
  return stated(part, message, input.corpus) >= WHOLE_ANSWER;
}

const CLAUSE_END = /[,;:，；：、]\s?|\s[-–—]\s/u;

/**
 * Whether a clause with the expected answer rejects it, while the given answer stands elsewhere in
 * the message: "from release, not develop any more".
 */
function rejects(
  message: Variable | undefined,
  wanted: readonly string[],
  input: AnnotationInput,
): boolean {
  // In "Who does not eat fish?" – "Leo eats no fish", the negative clause states the answer.
  if (isNegated(input.query)) return false;
  const text = content(message, input);
  const left = withoutRejected(text);
  const has = (clause: string) => {
    const stems = new Set(contentStems(clause));
    return wanted.some((stem) => stems.has(stem));
  };
  if (left !== undefined && !has(left)) return true;
  const clauses = contrastedClauses(text).flatMap((clause) => clause.split(CLAUSE_END));
  const own = clauses.filter(has);
  return own.length > 0 && own.every(isNegated);
}

/**
 * Whether the later message can be about the same thing as the earlier one: the same person says
 * it, or it is a reply to it, or both share a word of the question.
 */
function isAlike(
  earlier: Variable | undefined,
  later: Variable | undefined,
  { corpus, queryStems }: AnnotationInput,
): boolean {
  if (earlier === undefined || later === undefined) return false;
  const [one, other] = [corpus.message(earlier), corpus.message(later)];
  if (one.speaker === other.speaker) return true;
  return queryStems.some((stem) => one.stems.has(stem) && other.stems.has(stem));
}
