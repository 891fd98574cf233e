/** Selects the wrong answers of an optimizer round. */

import type { CaseRepository } from "../../database/cases/case-repository.ts";
import type { PromptRepository } from "../../database/prompts/prompt-repository.ts";
import type { CaseFilter } from "../../protocol/api/api.ts";
import type { BlameMode } from "../../protocol/api/proposals.ts";

export interface RoundWish {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Names of prompts; empty for all. */
  readonly prompts?: readonly string[] | undefined;
  readonly attribution: BlameMode;
}

/** Maximum cases of a round that have a current prompt, and as many without one. */
const MAX_CASES = 40;

/**
 * Ids, latest answer first. Cases with the current prompts come first. Others follow, so the round
 * can say why no prompt is rewritten for them.
 */
export async function roundCases(
  deps: { readonly cases: CaseRepository; readonly prompts: PromptRepository },
  { from, to, prompts, attribution }: RoundWish,
  limit = MAX_CASES,
): Promise<string[]> {
  const period = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const newest = async (filter: CaseFilter) =>
    (await deps.cases.list({ ...period, ...filter }, undefined, limit)).items.map(({ id }) => id);
  if (attribution === "response") return newest({});
  const current = (await deps.prompts.current(prompts)).filter((one) => !one.isUnsteady);
  const first = await deps.cases.latestBehind(current, { ...period, state: "done" }, limit);
  const others = prompts === undefined ? await newest({ state: "done" }) : [];
  return [...new Set([...first, ...others])];
}
