/** Which wrong answers a round of the optimiser is about. */
import type { CaseFilter, CaseSummary } from "../protocol/api.ts";
import type { BlameMode } from "../protocol/proposals.ts";
import type { CaseRepository } from "../storage/case-repository.ts";
import type { PromptRepository } from "../storage/prompt-repository.ts";

export interface RoundWish {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Names; all, where there are none. */
  readonly prompts?: readonly string[] | undefined;
  readonly attribution: BlameMode;
}

/** Cases of one round that a prompt in use is behind, and as many others. */
const MAX_CASES = 40;
/** Prompts whose cases are looked for. */
const MAX_PROMPTS = 20;

/**
 * Ids, latest answer first: those that were answered with the prompts in use, and then others, of
 * which is said why no prompt is rewritten for them.
 */
export async function roundCases(
  deps: { readonly cases: CaseRepository; readonly prompts: PromptRepository },
  { from, to, prompts, attribution }: RoundWish,
  limit = MAX_CASES,
): Promise<string[]> {
  const period = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const newest = async (filter: CaseFilter) =>
    (await deps.cases.list({ ...period, ...filter }, undefined, limit)).items;
  if (attribution === "response") return idsOf(await newest({}), limit);
  const current = (await deps.prompts.current(prompts)).filter((one) => !one.isUnsteady);
  const usable: CaseSummary[] = [];
  for (const { id, version } of current.slice(0, MAX_PROMPTS)) {
    usable.push(...(await newest({ state: "done", prompt: id, promptVersion: version })));
  }
  const others = prompts === undefined ? await newest({ state: "done" }) : [];
  const first = idsOf(usable, limit);
  return [...new Set([...first, ...idsOf(others, limit)])];
}

function idsOf(cases: readonly CaseSummary[], limit: number): string[] {
  const latestFirst = cases.toSorted(
    (a, b) => ascending(b.occurredAt, a.occurredAt) || ascending(b.id, a.id),
  );
  return [...new Set(latestFirst.map(({ id }) => id))].slice(0, limit);
}

function ascending(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
