/**
 * What speaks for and against a verdict. Each sign is between 0 and 1 and says nothing of any one
 * system: whether independent ways to compare the texts agree, how clearly the detail breaks off,
 * how far words can be relied on in this graph, and how firm the starting point was.
 */

import { coverage, readExpected } from "./expected-answer.ts";
import type { Finding } from "./finding.ts";
import type { Reading } from "./reading.ts";
import { contentStems } from "./text/words.ts";
import type { About, Traced } from "./traced.ts";
import { looseness } from "./transmission.ts";
import { CARRIED } from "./views.ts";

export interface Signs {
  /** Share of the other views that name the same operation and type. */
  readonly agreement: number;
  /** How far the text after the loss is from stating what the carrier stated. */
  readonly clearness: number;
  /** The text after the loss makes the statement in words that no message uses. */
  readonly anew: number;
  readonly paraphrased: number;
  /** How unlikely the evidence is the right one. */
  readonly unfounded: number;
  /** How freely the memory words things. */
  readonly freedom: number;
  /** The same, where the loss is one of words and not of a whole unit. */
  readonly freeWords: number;
  /** How much of their words copies lose in this graph. */
  readonly loose: number;
  /** How nearly a unit that the detail did not reach states it. */
  readonly rival: number;
  /** How nearly what the answering step read states what is said to have been lost. */
  readonly stillRead: number;
  /** A unit that was there is said to have been missed. */
  readonly missed: number;
  /** The answering step is blamed: nothing was found to be lost before. */
  readonly nothingLost: number;
  /** The same, and what it read hardly states the detail. */
  readonly unread: number;
  /** The same, and it gave much of the expected answer. */
  readonly nearlyRight: number;
}

export function signsOf(about: About, traced: Traced): Signs | undefined {
  const [finding] = traced.findings;
  if (finding?.need === undefined || finding.op === null) return undefined;
  const { need, errorType, flow } = finding;
  const { graph, roles, carry, store } = traced.tracing;
  const agreeing = traced.others.filter(([other]) => agrees(other, finding)).length;
  const ofWords = errorType === "ExtractionError" || errorType === "UpdateError";
  const blamesAnswer = errorType === "ResponseError";
  const read = roles.context.reduce((most, v) => Math.max(most, carry(v, need)), 0);
  const others = blamesAnswer ? [] : store.filter((unit) => !flow?.reached.has(unit.id));
  return {
    agreement: agreeing / Math.max(1, traced.others.length),
    clearness: clearness(finding, traced),
    anew: wordedAnew(finding, traced, about.reading) ? 1 : 0,
    paraphrased: about.needs.paraphrased ? 1 : 0,
    unfounded: 1 - about.evidenceShare,
    freedom: traced.fidelity.standsFor,
    freeWords: ofWords ? traced.fidelity.standsFor : 0,
    loose: looseness(graph),
    rival: others.reduce((most, unit) => Math.max(most, carry(unit, need)), 0),
    stillRead: blamesAnswer ? 0 : read,
    missed: errorType === "RetrievalError" ? 1 : 0,
    nothingLost: blamesAnswer ? 1 : 0,
    unread: blamesAnswer ? 1 - read : 0,
    nearlyRight: blamesAnswer ? givenShare(about) : 0,
  };
}

/** How much of the expected answer's own words the given answer has. */
function givenShare({ failed, reading }: About): number {
  const asked = new Set(contentStems(failed.query));
  const { parts } = readExpected(failed.expected, asked);
  const given = new Set(contentStems(failed.prediction).filter((stem) => !asked.has(stem)));
  return coverage(
    parts.flatMap((part) => [...part.stems]),
    given,
    reading.rarity,
  );
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
  return Math.min(1, Math.max(0, (stated - left) / 0.8));
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
