import type { Outcome } from "../../protocol/api/experiments.ts";

const OUTCOMES: readonly Outcome[] = ["right", "wrong", "failed", "unjudged"];

/** What the address says of an experiment's page: what it is compared with, which answers are shown. */
export interface ExperimentSearch {
  readonly against?: string | undefined;
  readonly outcome?: Outcome | undefined;
}

export function parseExperimentSearch(raw: Record<string, unknown>): ExperimentSearch {
  const outcome = OUTCOMES.find((one) => one === raw.outcome);
  return { against: typeof raw.against === "string" ? raw.against : undefined, outcome };
}
