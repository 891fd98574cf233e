import type { AttributedVerdict, Attribution } from "../../../src/protocol/api/attribution.ts";

/** The verdict, which must not be undecided. */
export function attributed(verdict: Attribution): AttributedVerdict {
  if (verdict.outcome === "undecided") throw new Error(`undecided: ${verdict.reason}`);
  return verdict;
}
