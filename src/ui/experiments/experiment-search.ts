import type { ItemOutcome } from "../../protocol/api/experiments.ts";

const OUTCOMES: readonly ItemOutcome[] = ["right", "wrong", "failed", "unjudged"];

/** What the address says of an experiment's page: what it is compared with, which answers are shown. */
export interface ExperimentSearch {
  readonly against?: string | undefined;
  readonly outcome?: ItemOutcome | undefined;
}

export function parseExperimentSearch(raw: Record<string, unknown>): ExperimentSearch {
  const outcome = OUTCOMES.find((one) => one === raw.outcome);
  return { against: typeof raw.against === "string" ? raw.against : undefined, outcome };
}
