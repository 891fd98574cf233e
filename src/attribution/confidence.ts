/**
 * How sure a verdict is: how many of the independent views name the same operation and error type,
 * how clearly the detail breaks off there, and how firm the starting point was.
 */
import { CARRIED } from "./carry.ts";
import type { About, Traced } from "./explain.ts";
import type { Finding } from "./finding.ts";

export function confidenceOf(about: About, traced: Traced): number {
  const [finding] = traced.findings;
  if (finding?.need === undefined || finding.op === null) return 0.1;
  const agreeing = traced.others.filter(([other]) => agrees(other, finding)).length;
  const agreement = (agreeing + 1) / (traced.others.length + 1);
  const start = (about.evidenceFound ? 0.85 : 1) * (about.needs.paraphrased ? 0.85 : 1);
  const share = start * agreement * (0.75 + 0.25 * clearness(finding, traced));
  return Math.round(100 * Math.min(0.97, Math.max(0.05, share))) / 100;
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
