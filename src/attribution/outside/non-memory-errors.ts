/** Failures that are not the memory's: a right answer judged wrong, an expected answer that is. */
import type { Variable } from "../../graph/model.ts";
import type { Days } from "../../text/calendar.ts";
import { answerPolarity, isNegated, saysUnknown } from "../../text/polarity.ts";
import { sameTime } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";
import type { Reading } from "../evidence/message-corpus.ts";
import {
  coverage,
  type ExpectedAnswer,
  isBarePolarity,
  readExpected,
} from "../needs/expected-answer.ts";
import type { Needs } from "../needs/need.ts";
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

export interface AnnotationInput {
  readonly prediction: string;
  readonly needs: Needs;
  readonly evidence: readonly Variable[];
  readonly queryStems: readonly string[];
  readonly expected: ExpectedAnswer;
  readonly reading: Reading;
  /** Words with which answers of this graph are introduced, whatever they say. */
  readonly framing: ReadonlySet<string>;
}

export type AnnotationFault = "expected-answer" | "evidence" | "denied" | "unstated";

/**
 * Whether the annotation contradicts the conversation: the evidence states the given answer and
 * not the expected one, or it neither speaks of the question nor states the answer. `isDenied`: of
 * each message it was answered that it does not state it.
 */
export function annotationFault(
  input: AnnotationInput,
  messages: readonly Variable[],
  isDenied: boolean,
): AnnotationFault | undefined {
  const { needs, evidence, expected, reading } = input;
  if (evidence.length === 0 || !needs.paraphrased || isCount(input)) return undefined;
  if (isBarePolarity(expected)) {
    const spoken = highest(evidence.map((message) => topicShare(message, input)));
    if (isAside(input) && isSpokenElsewhere(input, messages, spoken)) return "evidence";
    return contradicts(input) ? "expected-answer" : undefined;
  }
  if (expected.parts.length === 0 && expected.times.length === 0) return undefined;
  // Of several messages, one may well hold what was given: part of a sum, the other of two.
  const isGiven =
    evidence.length === 1 && !saysUnknown(input.prediction) && predictionStated(input);
  if (isGiven || isOfAnotherQuestion(input, messages)) return "expected-answer";
  const spoken = highest(evidence.map((message) => topicShare(message, input)));
  const shared = highest(
    evidence.flatMap((m) => expected.parts.map((part) => stated(part, m, reading))),
  );
  const isUnlike = spoken < OFF_QUESTION && shared < OFF_ANSWER;
  if (isUnlike && (isAside(input) || isSpokenElsewhere(input, messages, spoken))) return "evidence";
  // Yes, no and a time may follow from what is said without being said.
  const isInferred = expected.polarity !== undefined || expected.times.length > 0;
  return isDenied && !isInferred ? "denied" : undefined;
}

/** Whether a single message shares no word with the question and the expected answer. */
function isAside({ evidence, expected, queryStems, reading }: AnnotationInput): boolean {
  const [message, ...others] = evidence;
  if (message === undefined || others.length > 0) return false;
  const said = reading.sentencesOf(reading.message(message).content).flatMap((s) => s.stems);
  const asked = [...queryStems, ...expected.parts.flatMap((part) => part.stems)];
  const topic = asked.filter((each) => !reading.speakers.has(each));
  return coverage(topic, new Set(said), () => 1) === 0;
}

/** Whether the evidence answers no where yes is expected, or yes where no is, as was answered. */
function contradicts({ prediction, expected, needs }: AnnotationInput): boolean {
  const [need, ...others] = needs.needs;
  if (need === undefined || others.length > 0 || expected.isHedged) return false;
  if (saysUnknown(prediction)) return false;
  const said = need.negated ? "no" : "yes";
  return said !== expected.polarity && answerPolarity(prediction) === said;
}

/** Whether another message speaks of the question more, or states the whole answer. */
function isSpokenElsewhere(
  input: AnnotationInput,
  messages: readonly Variable[],
  spoken: number,
): boolean {
  const { evidence, expected, reading } = input;
  return messages.some((message) => {
    if (evidence.includes(message)) return false;
    const topic = topicShare(message, input);
    const states = () =>
      expected.parts.every((part) => stated(part, message, reading) >= WHOLE_ANSWER);
    return topic > spoken + MORE_TOPIC || (topic > spoken && states());
  });
}

/**
 * Whether the expected answer belongs to another question: the evidence speaks of this one and
 * states nothing of the answer, while another message states all of it and speaks of something else.
 */
function isOfAnotherQuestion(input: AnnotationInput, messages: readonly Variable[]): boolean {
  const { evidence, expected, reading } = input;
  const { parts } = expected;
  const isTelling = parts.every(
    ({ stems }) => stems.reduce((sum, each) => sum + reading.rarity(each), 0) >= TELLING_ANSWER,
  );
  if (parts.length === 0 || expected.times.length > 0 || !isTelling) return false;
  const share = (message: Variable) =>
    parts.reduce((sum, part) => sum + stated(part, message, reading), 0) / parts.length;
  if (evidence.some((message) => share(message) > 0)) return false;
  const spoken = highest(evidence.map((message) => topicShare(message, input)));
  const stating = messages.filter((message) => share(message) >= WHOLE_ANSWER);
  return stating.length > 0 && stating.every((m) => topicShare(m, input) * 2 < spoken);
}

/**
 * The same where the evidence was searched for: the messages that speak of the question most state
 * the given answer, and the expected one stands in a message about something else.
 */
export function isOffTopic(input: AnnotationInput, messages: readonly Variable[]): boolean {
  if (isNegated(input.prediction)) return false;
  const answered = new Set(contentStems(input.prediction));
  const isPartOfIt = input.expected.parts.some((part) => part.stems.every((s) => answered.has(s)));
  if (isPartOfIt) return false;
  const topic = (message: Variable) => topicShare(message, input);
  const chosen = highest(input.evidence.map(topic));
  const most = highest(messages.map(topic));
  if (chosen >= most / 2 && !input.needs.paraphrased) return false;
  const speaking = messages.filter((message) => topic(message) >= MOST_TOPIC * most);
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
  reading,
}: AnnotationInput): boolean {
  const given = readExpected([prediction], new Set([...queryStems, ...framing]));
  const said = given.parts
    .flatMap((part) => part.stems)
    .some((stem) => !framing.has(stem) && !queryStems.includes(stem));
  if (!said && given.times.length === 0) return false;
  const written = given.parts.flatMap((part) => part.stems);
  const words = written.filter((stem) => reading.isSpoken(stem) && !framing.has(stem));
  for (const message of evidence) {
    const { content, day } = reading.message(message);
    const sentences = reading.sentencesOf(content);
    const stems = new Set(sentences.flatMap((s) => s.stems));
    const named = sentences
      .flatMap((s) => s.times())
      .flatMap((mention) => mention.resolve(day) ?? []);
    const timed = given.times.some((time) => named.some((days) => meets(days, time.days)));
    const worded =
      words.length * 2 >= written.length &&
      words.length > 0 &&
      coverage(words, stems, reading.rarity) >= STATED_GIVEN;
    if (timed || worded) return true;
  }
  return false;
}

function meets(a: Days, b: Days | undefined): boolean {
  if (b === undefined || a.first > b.last || b.first > a.last) return false;
  return b.last - b.first <= LONG_TIME_DAYS || sameTime(a, b);
}
