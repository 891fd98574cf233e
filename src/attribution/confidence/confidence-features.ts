/**
 * What speaks for and against a verdict. Each sign is between 0 and 1 and says nothing of any one
 * system: whether independent ways to compare the texts agree, how clearly the detail breaks off,
 * how far words can be relied on in this graph, and how firm the starting point was.
 */

import type { Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import type { Reading } from "../evidence/message-corpus.ts";
import type { Finding } from "../flow/finding.ts";
import type { About } from "../flow/trace-context.ts";
import type { Traced } from "../flow/trace-result.ts";
import { coverage } from "../needs/expected-answer.ts";
import type { Need } from "../needs/need.ts";
import { CARRIED, CLEARLY_LOST } from "../thresholds.ts";
import { givenAnswerOf, quotedShare, saidInstead } from "./answer-features.ts";
import { detailsBeside, lossSigns } from "./loss-features.ts";

export interface Signs {
  /** Share of the other views that name the same operation and type. */
  readonly agreement: number;
  /** The verdict stays if every word that nobody said may stand for another. */
  readonly ifFree: number;
  /** How far the text after the loss is from stating what the carrier stated. */
  readonly clearness: number;
  /** The text after the loss makes the statement in words that no message uses. */
  readonly anew: number;
  /** The words of the answer are not in the evidence. */
  readonly paraphrased: number;
  /** The same, and what is followed is names and numbers; a time; whether something is denied. */
  readonly toldByNames: number;
  readonly toldByTime: number;
  readonly toldByPolarity: number;
  /** Several messages bring what the answer needs. */
  readonly several: number;
  /** Share of the expected answer's parts that no evidence states. */
  readonly unsupported: number;
  /** How unlikely the evidence is the right one. */
  readonly unfounded: number;
  /** How little of the question the found message, and the one before it, speak of. */
  readonly offTopic: number;
  /** How freely the memory words things, where words were lost and not a whole unit. */
  readonly freeWords: number;
  /** How freely the step words things that lost words. */
  readonly stepFreedom: number;
  /** Words that nobody said stand in what became of the statement, as freely as the step words. */
  readonly freshFreely: number;
  /** Share of the statement that is still made after the loss. */
  readonly left: number;
  /** The detail is a single word. */
  readonly oneWord: number;
  /** How little there is beside the detail to recognise it by. */
  readonly bare: number;
  /** How nearly a unit that the detail did not reach states it. */
  readonly rival: number;
  /** How nearly what the answering step read states what was lost, and whether it does. */
  readonly nearlyRead: number;
  readonly readAfterAll: number;
  /** The other details of the message that were lost in the same step, and that were not. */
  readonly lostTogether: number;
  readonly keptBeside: number;
  /** Details of other messages that are lost elsewhere. */
  readonly lostElsewhere: number;
  /** A unit that was there is said to have been missed, and what is missed is a time. */
  readonly missedTime: number;
  /** How much of the whole statement no unit makes that is said to have been missed. */
  readonly storedWeaker: number;
  /** A memory unit was changed. */
  readonly changed: number;
  /** The wrong answer's own words came in with the text after the loss. */
  readonly echoed: number;
  /** The answering step is blamed: nothing was found to be lost before. */
  readonly nothingLost: number;
  /** The same, and what it read hardly makes the detail's whole statement. */
  readonly readWeaker: number;
  /** The same, and the answer is made of words that it read. */
  readonly quoted: number;
  /** The same, and what it read makes the statement with the given answer in the detail's place. */
  readonly saidInstead: number;
  /** The same, and it could have given the expected answer in words of its own. */
  readonly mayBeRight: number;
}

export function signsOf(about: About, traced: Traced): Signs | undefined {
  const [finding] = traced.findings;
  if (finding?.need === undefined || finding.op === null) return undefined;
  return {
    ...signsOfEvidence(finding.need, about),
    ...signsOfLoss({ ...finding, need: finding.need }, about, traced),
    ...signsOfAnswer({ ...finding, need: finding.need }, about, traced),
  };
}

type Decided = Finding & { readonly need: Need };

function signsOfEvidence(need: Need, { evidenceFound, evidenceShare, needs, ...about }: About) {
  const stated = needs.needs.length;
  const missing = needs.unsupported.length;
  return {
    paraphrased: needs.paraphrased ? 1 : 0,
    toldByNames: needs.paraphrased && need.core.length > 0 ? 1 : 0,
    toldByTime: needs.paraphrased && need.days !== undefined ? 1 : 0,
    toldByPolarity: need.negated === undefined ? 0 : 1,
    several: new Set(needs.needs.map(({ from }) => from)).size > 1 ? 1 : 0,
    unsupported: needs.paraphrased ? 0 : missing / Math.max(1, missing + stated),
    unfounded: 1 - evidenceShare,
    offTopic: evidenceFound ? 1 - spokenOf(need, about) : 0,
    bare: Math.max(0, 1 - need.around.reduce((sum, { weight }) => sum + weight, 0) / TELLING),
  };
}

/** Weight of surrounding words from which on a statement is well known by them. */
const TELLING = 3;

/** How much of the question the message of the need and the one before it speak of. */
function spokenOf(
  { from }: Need,
  { failed, roles, reading }: Pick<About, "failed" | "roles" | "reading">,
): number {
  const at = roles.messages.findIndex((message) => message.id === from);
  const near = roles.messages.slice(Math.max(0, at - 1), at + 1);
  const stems = near.flatMap((message) =>
    reading.sentencesOf(reading.message(message).content).flatMap((s) => [...s.stems]),
  );
  const topic = [...new Set(contentStems(failed.query))].filter((s) => !reading.speakers.has(s));
  return coverage(topic, new Set(stems), reading.rarity);
}

function signsOfLoss(finding: Decided, { needs, reading, roles }: About, traced: Traced) {
  const { need, errorType, flow, inStore } = finding;
  const { carry, restates, store } = traced.tracing;
  const ofWords = errorType === "ExtractionError" || errorType === "UpdateError";
  const blamesAnswer = errorType === "ResponseError";
  const missed = errorType === "RetrievalError" ? 1 : 0;
  const others = blamesAnswer ? [] : store.filter((unit) => !flow?.reached.has(unit.id));
  const held = new Set(inStore);
  const stored = store.filter((unit) => held.has(unit.id));
  const read = blamesAnswer ? 0 : most(roles.context, (variable) => carry(variable, need));
  const beside = detailsBeside(need, blamesAnswer ? [] : traced.findings, needs.needs);
  return {
    agreement:
      traced.others.filter(([other]) => agrees(other, finding)).length /
      Math.max(1, traced.others.length),
    ifFree: agrees(traced.ifFree[0], finding) ? 1 : 0,
    clearness: clearness(finding, traced),
    anew: wordedAnew(finding, traced, reading) ? 1 : 0,
    freeWords: ofWords ? traced.tracing.paraphrase.standsFor : 0,
    ...lossSigns(finding, traced.tracing, reading),
    rival: most(others, (unit) => carry(unit, need)),
    nearlyRead: read,
    readAfterAll: read >= CARRIED ? 1 : 0,
    lostTogether: blamesAnswer ? 0 : beside.lost,
    keptBeside: blamesAnswer ? 0 : beside.kept,
    lostElsewhere: blamesAnswer ? 0 : beside.lostElsewhere,
    missedTime: need.days === undefined ? 0 : missed,
    storedWeaker: missed * (1 - most(stored, (unit) => restates(unit, need))),
    changed: errorType === "UpdateError" ? 1 : 0,
  };
}

function signsOfAnswer(
  { need, errorType, carrier, link: id }: Decided,
  about: About,
  traced: Traced,
) {
  const { graph, restates, sentences } = traced.tracing;
  const { context } = about.roles;
  const blamed = errorType === "ResponseError" ? 1 : 0;
  const answer = givenAnswerOf(about);
  const stemsOf = (variable: Variable | undefined) =>
    new Set(variable === undefined ? [] : sentences(variable).flatMap(({ stems }) => stems));
  const read = context.flatMap((variable) => [...sentences(variable)]);
  const link = id === null ? undefined : graph.links.get(id);
  const before = stemsOf(carrier === null ? undefined : graph.variables.get(carrier));
  const after = stemsOf(blamed || link === undefined ? undefined : graph.variables.get(link.to));
  return {
    echoed: quotedShare(answer, new Set([...after].filter((stem) => !before.has(stem)))),
    nothingLost: blamed,
    readWeaker: blamed * (1 - most(context, (v) => restates(v, need))),
    quoted: blamed * quotedShare(answer, new Set(read.flatMap(({ stems }) => stems))),
    saidInstead: blamed && saidInstead(answer, need, read),
    mayBeRight: blamed * answer.mayBeRight,
  };
}

function most(variables: readonly Variable[], share: (variable: Variable) => number): number {
  return variables.reduce((best, variable) => Math.max(best, share(variable)), 0);
}

export function agrees(a: Finding | undefined, b: Finding): boolean {
  return a !== undefined && a.op === b.op && a.errorType === b.errorType;
}

/** How far the carrier before and the text after are from the border of carrying, 0 to 1. */
function clearness({ need, carrier, link, flow }: Finding, { tracing }: Traced): number {
  if (need === undefined || carrier === null) return 0;
  const { graph, carry } = tracing;
  const wording = flow?.wordings.get(carrier) ?? need;
  const before = graph.variables.get(carrier);
  const target = link === null ? undefined : graph.links.get(link)?.to;
  const after = target === undefined ? undefined : graph.variables.get(target);
  const stated = before === undefined ? CARRIED : carry(before, wording);
  const left = after === undefined ? 0 : Math.max(carry(after, need), carry(after, wording));
  return Math.min(1, Math.max(0, (stated - left) / CLEARLY_LOST));
}

/**
 * Whether the text after the loss makes the same statement with words that no message uses where
 * the detail should be: then words alone cannot tell a rewording from a loss.
 */
export function wordedAnew(
  { need, link, errorType }: Finding,
  { tracing }: Traced,
  reading: Reading,
): boolean {
  if (errorType !== "ExtractionError" && errorType !== "UpdateError") return false;
  const target = link === null ? undefined : tracing.graph.links.get(link)?.to;
  const after = target === undefined ? undefined : tracing.graph.variables.get(target);
  const wording = need && after && tracing.reword(need, after);
  if (need === undefined || wording === undefined || need.core.length === 0) return false;
  const used = new Set(wording.around.map((word) => word.stem));
  const kept = need.around.filter((word) => used.has(word.stem)).length;
  const fresh = wording.around.some(
    (word) => !reading.isSpoken(word.stem) && !/\d/.test(word.stem),
  );
  return fresh && kept > 0 && kept * 4 >= need.around.length;
}
