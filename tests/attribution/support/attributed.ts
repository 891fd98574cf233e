import type { AttributedVerdict, Attribution } from "../../../src/protocol/api/attribution.ts";

/** Expects a decided verdict and returns it. */
export function attributed(verdict: Attribution): AttributedVerdict {
  if (verdict.outcome === "undecided") throw new Error(`undecided: ${verdict.reason}`);
  return verdict;
}
