/**
 * Finds the messages that state the expected answer, for a case that names no evidence. For each
 * part of the answer, also estimates the probability that no message states it.
 */

import type { InTurns } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import type { AskedQuestion } from "../needs/need.ts";
import { topicShare } from "../needs/needs.ts";
import { isComputedFrom } from "../outside/computed-answer.ts";
import { NONE_SURELY, SAME_FACT, STATED_PART, TELLING_ANSWER } from "../thresholds.ts";
import { candidatesOf } from "./candidates.ts";
import { leadsTo } from "./leading-times.ts";
import type { MessageFeatures, QuestionReading, Target } from "./message-features.ts";
import { MESSAGE_WEIGHTS, NO_MESSAGE, weighted } from "./search-weights.ts";

/** Messages that may be the evidence. `share` is the probability that they are the right ones. */
export interface FoundEvidence {
  readonly evidence: readonly Variable[];
  readonly share: number;
  /**
   * True if probably no message states any part of the expected answer. Then `evidence` has only
   * the most probable message.
   */
  readonly isUnstated: boolean;
  /**
   * How strongly the messages support the expected answer (see `supportOf`); absent if no search
   * ran.
   */
  readonly support?: number;
}

export function* searchEvidence(
  messages: readonly Variable[],
  question: AskedQuestion,
  words: readonly string[],
): InTurns<FoundEvidence> {
  const ranked = yield* rankings(messages, question, words);
  const support = meanSupport(ranked);
  const isUnlikely = ranked.every(
    ({ shares, none }) => none > NONE_SURELY * (shares[0]?.share ?? 0),
  );
  const hidden = isUnlikely ? ranked.flatMap((each) => hiddenIn(each, question)) : [];
  const [clearest] = hidden.toSorted((a, b) => b.share - a.share);
  if (clearest !== undefined) {
    const { message, share } = clearest;
    return { evidence: [message], share, isUnstated: false, support };
  }
  const isUnstated = isUnlikely && ranked.every(({ namesTime }) => !namesTime);
  const worded = isUnstated ? ranked.flatMap((each) => each.worded() ?? []) : [];
  if (worded.length > 0 && worded.length === ranked.length) {
    const share = Math.min(...worded.map((each) => each.share));
    return { evidence: worded.map(({ message }) => message), share, isUnstated: false, support };
  }
  const [surest] = ranked.toSorted((a, b) => (b.shares[0]?.share ?? 0) - (a.shares[0]?.share ?? 0));
  const said = isUnstated ? [] : ranked.filter(({ isSaid }) => isSaid);
  const chosen = said.length > 0 || surest === undefined ? said : [surest];
  const evidence = new Set(chosen.flatMap(({ shares }) => alike(shares, isUnstated)));
  const best = chosen.map(({ shares }) => shares[0]?.share ?? 0);
  return {
    evidence: messages.filter((message) => evidence.has(message)),
    share: best.reduce((sum, each) => sum + each, 0) / Math.max(1, best.length),
    isUnstated,
    support,
  };
}

/**
 * Returns the most probable message. Other messages that are nearly as probable are added, because
 * they probably state the same fact.
 */
function alike(shares: Ranking["shares"], isUnstated: boolean): Variable[] {
  const best = shares[0]?.share ?? 0;
  return shares
    .slice(0, isUnstated ? 1 : MOST_ALIKE)
    .filter(({ share }) => share >= SAME_FACT * best)
    .map(({ message }) => message);
}

/**
 * Returns how strongly the messages support the expected answer. For each part of the answer, `a`
 * is the probability that the best message states the part, and `b` is the probability that no
 * message states it. The result is the mean of log(a / b) over all parts.
 */
export function* supportOf(
  messages: readonly Variable[],
  question: AskedQuestion,
  words: readonly string[],
): InTurns<number> {
  return meanSupport(yield* rankings(messages, question, words));
}

function meanSupport(ranked: readonly Ranking[]): number {
  const supports = ranked.map(({ shares, none }) => Math.log((shares[0]?.share ?? 1e-6) / none));
  return supports.reduce((sum, each) => sum + each, 0) / Math.max(1, supports.length);
}

/** Value of the feature `speakerAsked` if the question names no speaker. */
const UNNAMED = 0.5;

/**
 * If a message has less than this share of the question's words, the message and the question have
 * only frequent words in common.
 */
const LEADS_TOPIC = 0.1;

/** Maximum number of evidence messages for one part of the expected answer. */
const MOST_ALIKE = 3;

interface Ranking {
  readonly target: Target;
  readonly shares: readonly {
    readonly message: Variable;
    readonly features: MessageFeatures;
    readonly share: number;
  }[];
  /**
   * Whether the most probable message names the time of the expected answer. If the question names
   * no speaker, the time in the message only has to overlap with this time. If the question names a
   * speaker, this person must have sent the message, and the two times must be the same.
   */
  readonly namesTime: boolean;
  /**
   * Returns the most probable message that may state the part in other words (see `isWordedIn`).
   * Returns undefined if there is none.
   */
  readonly worded: () => { readonly message: Variable; readonly share: number } | undefined;
  /** Probability that no message states this part of the expected answer. */
  readonly none: number;
  /**
   * Whether the most probable message probably states this part. One of these is enough:
   * - The message has enough of the part's words.
   * - The message names the part's time.
   * - `none` is not much higher than the probability of the message.
   */
  readonly isSaid: boolean;
}

function* rankings(
  messages: readonly Variable[],
  question: AskedQuestion,
  words: readonly string[],
): InTurns<Ranking[]> {
  const { candidates, targets, read } = yield* candidatesOf(messages, question, words);
  return targets.map((target) => ranking(candidates, target, read));
}

/** Returns the candidates, most probable first, with the probability that each states `target`. */
function ranking(candidates: readonly Variable[], target: Target, read: QuestionReading): Ranking {
  const scored = candidates.map((message) => {
    const features = read.features(message, target);
    return { message, features, weight: Math.exp(weighted(features, MESSAGE_WEIGHTS)) };
  });
  const none =
    target.time !== undefined
      ? Math.exp(NO_MESSAGE.time)
      : target.part !== undefined
        ? Math.exp(NO_MESSAGE.part)
        : 0;
  const total = scored.reduce((sum, { weight }) => sum + weight, none);
  const best = scored.toSorted((a, b) => b.weight - a.weight);
  const [likeliest] = best;
  const isLikely = likeliest !== undefined && none <= NONE_SURELY * likeliest.weight;
  const { part = 0, time = 0, speakerAsked = 0 } = likeliest?.features ?? {};
  const shares = best.map(({ weight, ...each }) => ({ ...each, share: weight / total }));
  const { part: wanted } = target;
  return {
    target,
    shares,
    worded: () => wanted && shares.find(({ message }) => read.isWordedIn(wanted, message)),
    namesTime: (time === 1 && speakerAsked === 1) || (time > 0 && speakerAsked === UNNAMED),
    none: none / total,
    isSaid: isLikely || part >= STATED_PART || time > 0,
  };
}

/**
 * Returns the most probable message that may give the part of the answer although its features do
 * not show it (see `mayGive`). `share` is its probability if some message gives the part. If the
 * most probable message names a time of the answer, only this message can be the result. The result
 * has at most one element.
 */
function hiddenIn({ target, shares, namesTime, none }: Ranking, question: AskedQuestion) {
  const found = shares
    .slice(0, namesTime ? 1 : undefined)
    .find(({ message, features }) => mayGive(message, features, target, question));
  return found === undefined
    ? []
    : [{ message: found.message, share: none < 1 ? found.share / (1 - none) : 0 }];
}

/**
 * Whether the message may give the part of the answer although the model finds it improbable. If
 * the question names a person, this person must be the speaker, or the message must name the
 * person. One of these must also be true:
 * - The message has all words of an item, and they are too rare to be there by chance.
 * - The message has words of the question, and its times or figures lead to the answer.
 */
function mayGive(
  message: Variable,
  { speakerAsked, namesAsked, part: share }: MessageFeatures,
  { time, part }: Target,
  question: AskedQuestion,
): boolean {
  const { corpus, expected } = question;
  if (speakerAsked === 0 && namesAsked === 0) return false;
  const isWorded =
    share === 1 &&
    (part?.stems ?? []).reduce((sum, stem) => sum + corpus.rarity(stem), 0) >= TELLING_ANSWER;
  if (isWorded) return true;
  if (topicShare(message, question) < LEADS_TOPIC) return false;
  if (time !== undefined) return leadsTo(time, message, corpus);
  const parts = part === undefined ? [] : [part];
  return isComputedFrom([message], { ...expected, parts, times: [] }, corpus);
}

/** Returns the stems of the question and the expected answer, for a search in the messages. */
export function searchWords(query: string, expected: readonly string[]): string[] {
  return contentStems([query, ...expected].join(" "));
}
