import type { ItemOutcome } from "../../protocol/api/experiments.ts";

const OUTCOMES: readonly ItemOutcome[] = ["right", "wrong", "failed", "unjudged"];

/**
 * The URL parameters of the page. `against` is the experiment to compare with. If `outcome` is set,
 * only answers with this outcome are listed.
 */
export interface ExperimentSearch {
  readonly against?: string | undefined;
  readonly outcome?: ItemOutcome | undefined;
}

export function parseExperimentSearch(raw: Record<string, unknown>): ExperimentSearch {
  const outcome = OUTCOMES.find((one) => one === raw.outcome);
  return { against: typeof raw.against === "string" ? raw.against : undefined, outcome };
}
