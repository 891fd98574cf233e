/**
 * How sure a verdict is: how many of the independent views name the same operation and error type,
 * how clearly the detail breaks off there, and how firm the starting point was.
 */
import { CARRIED } from "./carry.ts";
import type { Finding } from "./finding.ts";
import type { Reading } from "./reading.ts";
import type { About, Traced } from "./traced.ts";

export function confidenceOf(about: About, traced: Traced): number {
  const [finding] = traced.findings;
  if (finding?.need === undefined || finding.op === null) return 0.1;
  const agreeing = traced.others.filter(([other]) => agrees(other, finding)).length;
  const agreement = (agreeing + 1) / (traced.others.length + 1);
  const doubt = wordedAnew(finding, traced, about.reading) ? 0.75 : 1;
  const start = doubt * (about.evidenceFound ? 0.85 : 1) * (about.needs.paraphrased ? 0.85 : 1);
  const share =
    notReworded(finding, traced) * start * agreement * (0.75 + 0.25 * clearness(finding, traced));
  return Math.round(100 * Math.min(0.97, Math.max(0.05, share))) / 100;
}

/** How surely a missing detail is lost, and not put in words that the messages do not use. */
function notReworded({ errorType, need }: Finding, { fidelity }: Traced): number {
  if (errorType !== "ExtractionError" && errorType !== "UpdateError") return 1;
  return 1 - fidelity.fresh ** Math.max(1, need?.core.length ?? 1);
}

export function agrees(a: Finding | undefined, b: Finding): boolean {
  return a !== undefined && a.op === b.op && a.errorType === b.errorType;
}

/** How far the carrier before and the text after are from the border of carrying, 0 to 1. */
function clearness({ need, carrier, link }: Finding, { tracing }: Traced): number {
  if (need === undefined || carrier === null) return 0;
  const { graph, carry } = tracing;
  const before = graph.variables.get(carrier);
  const target = link === null ? undefined : graph.links.get(link)?.to;
  const after = target === undefined ? undefined : graph.variables.get(target);
  const stated = before === undefined ? CARRIED : carry(before, need);
  const left = after === undefined ? 0 : carry(after, need);
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
