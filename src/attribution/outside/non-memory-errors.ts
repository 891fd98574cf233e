/** Recognises wrong annotations: the messages contradict the expected answer or the evidence. */
import { chosenOf, costOf, type InTurns } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import type { Days } from "../../text/calendar.ts";
import { answerPolarity, isNegated, saysUnknown } from "../../text/polarity.ts";
import { sameTime } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";
import { coverage, isBarePolarity, readExpected } from "../needs/expected-answer.ts";
import type { Needs, NeedsInput } from "../needs/need.ts";
import { isCount, stated, topicShare } from "../needs/needs.ts";
import {
  LONG_TIME_DAYS,
  MORE_TOPIC,
  MOST_TOPIC,
  OFF_ANSWER,
  OFF_QUESTION,
  STATED_GIVEN,
  TELLING_ANSWER,
  WHOLE_ANSWER,
} from "../thresholds.ts";

export interface AnnotationInput extends Omit<NeedsInput, "answer"> {
  readonly prediction: string;
  readonly needs: Needs;
  /** Words that introduce every answer of this graph. */
  readonly framing: ReadonlySet<string>;
}

export type AnnotationFault = "expected-answer" | "evidence" | "denied" | "unstated";

/**
 * Whether the annotation contradicts the conversation. Either the evidence states the given answer
 * and not the expected one, or it is neither about the question nor about the answer.
 */
export function* annotationFault(
  input: AnnotationInput,
  messages: readonly Variable[],
): InTurns<AnnotationFault | undefined> {
  const { needs, evidence, expected, corpus } = input;
  if (evidence.length === 0 || !needs.paraphrased || isCount(input)) return undefined;
  if (isBarePolarity(expected)) {
    const spoken = highest(evidence.map((message) => topicShare(message, input)));
    if (isAside(input) && (yield* isSpokenElsewhere(input, messages, spoken))) return "evidence";
    return contradicts(input) ? "expected-answer" : undefined;
  }
  if (expected.parts.length === 0 && expected.times.length === 0) return undefined;
  // One of several messages may well hold the given answer: part of a sum, or one of two things.
  const isGiven =
    evidence.length === 1 && !saysUnknown(input.prediction) && predictionStated(input);
  if (isGiven || (yield* isOfAnotherQuestion(input, messages))) return "expected-answer";
  const spoken = highest(evidence.map((message) => topicShare(message, input)));
  const shared = highest(
    evidence.flatMap((m) => expected.parts.map((part) => stated(part, m, corpus))),
  );
  const isUnlike = spoken < OFF_QUESTION && shared < OFF_ANSWER;
  if (isUnlike && (isAside(input) || (yield* isSpokenElsewhere(input, messages, spoken))))
    return "evidence";
  return undefined;
}

/** Whether a single message shares no word with the question and the expected answer. */
function isAside({ evidence, expected, queryStems, corpus }: AnnotationInput): boolean {
  const [message, ...others] = evidence;
  if (message === undefined || others.length > 0) return false;
  const asked = [...queryStems, ...expected.parts.flatMap((part) => part.stems)];
  const topic = asked.filter((each) => !corpus.speakers.has(each));
  return coverage(topic, corpus.message(message).stems, () => 1) === 0;
}

/** Whether the evidence supports the given yes or no, and not the expected opposite. */
function contradicts({ prediction, expected, needs }: AnnotationInput): boolean {
  const [need, ...others] = needs.needs;
  if (need === undefined || others.length > 0 || expected.isHedged) return false;
  if (saysUnknown(prediction)) return false;
  const said = need.negated ? "no" : "yes";
  return said !== expected.polarity && answerPolarity(prediction) === said;
}

/** Whether another message is more about the question, or states the whole answer. */
function* isSpokenElsewhere(
  input: AnnotationInput,
  messages: readonly Variable[],
  spoken: number,
): InTurns<boolean> {
  const { evidence, expected, corpus } = input;
  const elsewhere = yield* chosenOf(messages, (message) => {
    if (evidence.includes(message)) return false;
    const topic = topicShare(message, input);
    const states = () =>
      expected.parts.every((part) => stated(part, message, corpus) >= WHOLE_ANSWER);
    return topic > spoken + MORE_TOPIC || (topic > spoken && states());
  });
  return elsewhere.length > 0;
}

/**
 * Whether the expected answer belongs to another question. The evidence is about this question and
 * states nothing of the answer. Another message states the whole answer and is about something else.
 */
function* isOfAnotherQuestion(
  input: AnnotationInput,
  messages: readonly Variable[],
): InTurns<boolean> {
  const { evidence, expected, corpus } = input;
  const { parts } = expected;
  const isTelling = parts.every(
    ({ stems }) => stems.reduce((sum, each) => sum + corpus.rarity(each), 0) >= TELLING_ANSWER,
  );
  if (parts.length === 0 || expected.times.length > 0 || !isTelling) return false;
  const share = (message: Variable) =>
    parts.reduce((sum, part) => sum + stated(part, message, corpus), 0) / parts.length;
  if (evidence.some((message) => share(message) > 0)) return false;
  const spoken = highest(evidence.map((message) => topicShare(message, input)));
  const stating = yield* chosenOf(messages, (message) => share(message) >= WHOLE_ANSWER);
  return stating.length > 0 && stating.every((m) => topicShare(m, input) * 2 < spoken);
}

/**
 * The same for found evidence: the messages most about the question state the given answer, and a
 * message about something else states the expected one.
 */
export function* isOffTopic(
  input: AnnotationInput,
  messages: readonly Variable[],
): InTurns<boolean> {
  if (isNegated(input.prediction)) return false;
  const answered = new Set(contentStems(input.prediction));
  const isPartOfIt = input.expected.parts.some((part) => part.stems.every((s) => answered.has(s)));
  if (isPartOfIt) return false;
  const topic = (message: Variable) => topicShare(message, input);
  const chosen = highest(input.evidence.map(topic));
  let most = 0;
  const shares = new Map<Variable, number>();
  for (const message of messages) {
    const share = topic(message);
    shares.set(message, share);
    most = Math.max(most, share);
    yield costOf(1);
  }
  if (chosen >= most / 2 && !input.needs.paraphrased) return false;
  const speaking = messages.filter((message) => (shares.get(message) ?? 0) >= MOST_TOPIC * most);
  return speaking.some((message) => predictionStated({ ...input, evidence: [message] }));
}

function highest(shares: readonly number[]): number {
  return shares.reduce((most, share) => Math.max(most, share), 0);
}

function predictionStated({
  prediction,
  evidence,
  queryStems,
  framing,
  corpus,
}: AnnotationInput): boolean {
  const given = readExpected([prediction], new Set([...queryStems, ...framing]));
  const said = given.parts
    .flatMap((part) => part.stems)
    .some((stem) => !framing.has(stem) && !queryStems.includes(stem));
  if (!said && given.times.length === 0) return false;
  const written = given.parts.flatMap((part) => part.stems);
  const words = written.filter((stem) => corpus.isSpoken(stem) && !framing.has(stem));
  for (const message of evidence) {
    const { sentences, stems, day } = corpus.message(message);
    const named = sentences
      .flatMap((s) => s.times())
      .flatMap((mention) => mention.resolve(day) ?? []);
    const timed = given.times.some((time) => named.some((days) => meets(days, time.days)));
    const worded =
      words.length * 2 >= written.length &&
      words.length > 0 &&
      coverage(words, stems, corpus.rarity) >= STATED_GIVEN;
    if (timed || worded) return true;
  }
  return false;
}

function meets(a: Days, b: Days | undefined): boolean {
  if (b === undefined || a.first > b.last || b.first > a.last) return false;
  return b.last - b.first <= LONG_TIME_DAYS || sameTime(a, b);
}
