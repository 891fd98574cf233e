import type { CaseRepository } from "../../database/cases/case-repository.ts";
import type { PromptRepository } from "../../database/prompts/prompt-repository.ts";
import type { CaseFilter } from "../../protocol/api/api.ts";
import type { BlameMode } from "../../protocol/api/proposals.ts";

export interface RoundWish {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Names or ids of the prompts. Absent for all prompts. */
  readonly prompts?: readonly string[] | undefined;
  readonly attribution: BlameMode;
}

/** Maximum number of cases in each of the two lists that `roundCases` joins. */
const MAX_CASES = 40;

/**
 * Returns the ids of a round's cases. First come the newest cases whose decisive operation used a
 * current prompt. If the request names no prompts, the newest cases of any kind follow. For a case
 * without a current prompt, the round proposes no prompt and stores the reason.
 *
 * With the attribution `response`, the round blames the operation that answered, and not the
 * decisive operation. The result is then simply the newest cases.
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
