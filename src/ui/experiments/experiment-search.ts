import type { ItemOutcome } from "../../protocol/api/experiments.ts";

const OUTCOMES: readonly ItemOutcome[] = ["right", "wrong", "failed", "unjudged"];

/** URL parameters: experiment to compare with, and answers to show. */
export interface ExperimentSearch {
  readonly against?: string | undefined;
  readonly outcome?: ItemOutcome | undefined;
}

export function parseExperimentSearch(raw: Record<string, unknown>): ExperimentSearch {
  const outcome = OUTCOMES.find((one) => one === raw.outcome);
  return { against: typeof raw.against === "string" ? raw.against : undefined, outcome };
}
