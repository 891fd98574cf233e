/**
 * Finds the messages that contain the expected answer if no evidence is given. Each message about
 * the question or the answer is weighed by the parts that it states and by its topic, with its
 * neighbours as context, against the possibility that no message contains the answer.
 */

import type { Variable } from "../../graph/model.ts";
import type { Days } from "../../text/calendar.ts";
import { contentStems, stem } from "../../text/words.ts";
import { coverage, type ExpectedAnswer } from "../needs/expected-answer.ts";
import { stated } from "../needs/needs.ts";
import { DOUBTFUL, NONE_SURELY } from "../thresholds.ts";
import { rankMessages } from "./bm25.ts";
import { chooseEvidence, STARTING_POINTS, saysTime } from "./choose-evidence.ts";
import type { Reading } from "./message-corpus.ts";
import type { Question } from "./question.ts";

/** Messages that may be the evidence together, and how likely they are. */
export interface FoundEvidence {
  readonly evidence: readonly Variable[];
  readonly share: number;
}

/** Maximum messages of each ranking that are compared closely. */
const CANDIDATES = 24;
/** The neighbours of this many messages, those most about the question, are compared too. */
const WITH_NEIGHBOURS = 8;
/**
 * Weights of a conditional logistic model with one general feature each, fitted on labelled
 * questions; they differ little when a system or a conversation is left out (docs/attribution.md).
 */
const WEIGHTS = {
  part: 2,
  allParts: 2.3,
  time: 3,
  timeInContext: 1,
  partInContext: 0.8,
  replied: 1,
  context: 1.7,
  rankOfBoth: 2,
  rankOfQuestion: 0.6,
  speakerAsked: 1.8,
  asks: -0.3,
  none: 5.8,
};

/** Returns no messages if probably none contains the answer. */
export function searchEvidence(
  messages: readonly Variable[],
  question: Question,
  words: readonly string[],
): FoundEvidence {
  const { expected, reading } = question;
  const topic = question.queryStems.filter((s) => !reading.speakers.has(s));
  const ofBoth = rankMessages(words, messages, reading).slice(0, CANDIDATES);
  const ofQuestion = rankMessages(topic, messages, reading).slice(0, CANDIDATES);
  const timed = messages.filter((m) => expected.times.some((t) => saysTime(m, t.days, reading)));
  const near = withNeighbours(messages, ofBoth, ofQuestion);
  const candidates = [...new Set([...near, ...timed.slice(0, CANDIDATES)])];
  const features = new Features(messages, question, topic, ofBoth, ofQuestion);
  const targets: Target[] = [
    ...expected.times.map((time) => ({ days: time.days })),
    ...expected.parts.map((part) => ({ part })),
  ];
  if (targets.length === 0) return { evidence: ofBoth.slice(0, 1), share: 0.5 };
  const ranked = targets.map((target) => features.shares(candidates, target));
  const [first] = ranked;
  if (first === undefined || ranked.every((r) => r.none > NONE_SURELY * (r.shares[0]?.share ?? 0)))
    return { evidence: [], share: 1 };
  const evidence = chooseEvidence(ofBoth.slice(0, STARTING_POINTS), messages, question);
  const share = (message: Variable) =>
    ranked.reduce((most, r) => {
      const found = r.shares.find((each) => each.message.id === message.id);
      return Math.max(most, found?.share ?? 0);
    }, 0);
  const [likeliest] = first.shares;
  const doubtful = evidence.every((m) => share(m) * DOUBTFUL < (likeliest?.share ?? 0));
  if (ranked.length === 1 && doubtful && likeliest !== undefined)
    return { evidence: [likeliest.message], share: likeliest.share };
  const mean = evidence.reduce((sum, m) => sum + share(m), 0) / Math.max(1, evidence.length);
  return { evidence, share: mean };
}

/**
 * How surely a message contains the `expected` answer of the question: the logarithm of how much
 * likelier that is than no message, as the mean over the answer's parts.
 */
export function supportOf(
  messages: readonly Variable[],
  question: Question,
  words: readonly string[],
): number {
  const { expected, reading } = question;
  const topic = question.queryStems.filter((s) => !reading.speakers.has(s));
  const ofBoth = rankMessages(words, messages, reading).slice(0, CANDIDATES);
  const ofQuestion = rankMessages(topic, messages, reading).slice(0, CANDIDATES);
  const features = new Features(messages, question, topic, ofBoth, ofQuestion);
  const candidates = withNeighbours(messages, ofBoth, ofQuestion);
  const targets: Target[] = [
    ...expected.times.map((time) => ({ days: time.days })),
    ...expected.parts.map((part) => ({ part })),
  ];
  const supports = targets.map((target) => {
    const { shares, none } = features.shares(candidates, target);
    return Math.log((shares[0]?.share ?? 1e-6) / none);
  });
  return supports.reduce((sum, each) => sum + each, 0) / Math.max(1, supports.length);
}

interface Target {
  readonly days?: Days | undefined;
  readonly part?: ExpectedAnswer["parts"][number];
}

function withNeighbours(
  messages: readonly Variable[],
  ofBoth: readonly Variable[],
  ofQuestion: readonly Variable[],
): Variable[] {
  const place = new Map(messages.map((message, index) => [message.id, index]));
  const near = ofQuestion.slice(0, WITH_NEIGHBOURS).flatMap((message) => {
    const at = place.get(message.id) ?? -1;
    return messages.slice(Math.max(0, at - 1), at + 3);
  });
  return [...new Set([...ofBoth, ...ofQuestion, ...near])];
}

class Features {
  readonly #messages: readonly Variable[];
  readonly #question: Question;
  readonly #topic: readonly string[];
  readonly #place: ReadonlyMap<string, number>;
  readonly #ofBoth: ReadonlyMap<string, number>;
  readonly #ofQuestion: ReadonlyMap<string, number>;
  readonly #common = new Map<string, { score: number; replied: number }>();

  constructor(
    messages: readonly Variable[],
    question: Question,
    topic: readonly string[],
    ofBoth: readonly Variable[],
    ofQuestion: readonly Variable[],
  ) {
    const places = (list: readonly Variable[]) => new Map(list.map((m, index) => [m.id, index]));
    this.#messages = messages;
    this.#question = question;
    this.#topic = topic;
    this.#place = places(messages);
    this.#ofBoth = places(ofBoth);
    this.#ofQuestion = places(ofQuestion);
  }

  /**
   * The likelihood of each candidate to contain the target, best first, and of none to contain it.
   */
  shares(
    candidates: readonly Variable[],
    target: Target,
  ): { shares: { message: Variable; share: number }[]; none: number } {
    const scored = candidates.map((message) => ({
      message,
      weight: Math.exp(this.#score(message, target)),
    }));
    const none = Math.exp(WEIGHTS.none);
    const total = scored.reduce((sum, s) => sum + s.weight, none);
    return {
      shares: scored
        .map(({ message, weight }) => ({ message, share: weight / total }))
        .sort((a, b) => b.share - a.share),
      none: none / total,
    };
  }

  #score(message: Variable, { days, part }: Target): number {
    const { score, replied } = this.#commonOf(message);
    const { reading } = this.#question;
    const time = days !== undefined && saysTime(message, days, reading) ? 1 : 0;
    const share = part === undefined ? 0 : stated(part, message, reading);
    return (
      score +
      time * (WEIGHTS.time + WEIGHTS.timeInContext * replied) +
      share * (WEIGHTS.part + WEIGHTS.partInContext * replied)
    );
  }

  /** The part that does not depend on the target. */
  #commonOf(message: Variable): { score: number; replied: number } {
    const known = this.#common.get(message.id);
    if (known !== undefined) return known;
    const { expected, reading, queryStems } = this.#question;
    const at = this.#place.get(message.id) ?? 0;
    const about = (from: number, to: number) => {
      const near = this.#messages.slice(Math.max(0, from), to + 1);
      const stems = new Set(near.flatMap((m) => spokenStems(m, reading)));
      return coverage(this.#topic, stems, reading.rarity);
    };
    const { content, speaker } = reading.message(message);
    const names = (speaker?.toLowerCase().split(/\s+/) ?? []).map(stem);
    const asksOfSomebody = queryStems.some((s) => reading.speakers.has(s));
    const bySpeaker = asksOfSomebody ? (names.some((n) => queryStems.includes(n)) ? 1 : 0) : 0.5;
    const parts = expected.parts.map((part) => stated(part, message, reading));
    const rank = (place: number | undefined) => (place === undefined ? 0 : 1 / (1 + place));
    const replied = about(at - 1, at);
    const score =
      WEIGHTS.allParts * (parts.reduce((a, b) => a + b, 0) / Math.max(1, parts.length)) +
      WEIGHTS.replied * replied +
      WEIGHTS.context * about(at - 2, at + 1) +
      WEIGHTS.rankOfBoth * rank(this.#ofBoth.get(message.id)) +
      WEIGHTS.rankOfQuestion * rank(this.#ofQuestion.get(message.id)) +
      WEIGHTS.speakerAsked * bySpeaker +
      (/[?？]\s*(?:\n|$)/.test(content) ? WEIGHTS.asks : 0);
    const common = { score, replied };
    this.#common.set(message.id, common);
    return common;
  }
}

function spokenStems(message: Variable, reading: Reading): string[] {
  return reading.sentencesOf(reading.message(message).content).flatMap((s) => [...s.stems]);
}

/** The search words for messages. */
export function searchWords(query: string, expected: readonly string[]): string[] {
  return contentStems([query, ...expected].join(" "));
}
