/**
 * Columns of proposals and suggestions that queries select, and their conversion to the API's
 * format.
 */
import { eq, sql } from "drizzle-orm";
import type { Proposal, ProposalSummary, Suggestion } from "../../protocol/api/proposals.ts";
import { failedCase } from "../schema/project.ts";
import { prompt, promptVersion } from "../schema/prompts.ts";
import { proposal, suggestion } from "../schema/proposals.ts";
import { CURRENT } from "./prompt-views.ts";

export const SUMMARY = {
  id: proposal.id,
  round: proposal.round,
  prompt: prompt.name,
  baseVersion: proposal.baseVersion,
  state: proposal.state,
  current: CURRENT,
  attribution: proposal.attribution,
  headline: proposal.headline,
  cases: sql<number>`(select count(*) from ${suggestion} where ${suggestion.proposal} = ${proposal.id})`,
  spent: proposal.spent,
  createdAt: proposal.createdAt,
  decidedAt: proposal.decidedAt,
  version: proposal.version,
  reason: proposal.reason,
};

export const WHOLE = {
  ...SUMMARY,
  promptId: proposal.prompt,
  baseText: promptVersion.text,
  text: proposal.text,
  points: proposal.points,
};

export const SUGGESTION = {
  round: suggestion.round,
  case: suggestion.case,
  graph: failedCase.graph,
  outcome: suggestion.outcome,
  prompt: suggestion.prompt,
  change: suggestion.change,
  why: suggestion.why,
  proposal: suggestion.proposal,
  point: suggestion.point,
  createdAt: suggestion.createdAt,
};

type ProposalRow = typeof proposal.$inferSelect;
type SummaryRow = Omit<ProposalRow, "project" | "text" | "points"> & {
  readonly current: number | null;
  readonly cases: number;
};
type SuggestionRow = Omit<typeof suggestion.$inferSelect, "project" | "basis"> & {
  readonly graph: string;
};

export function toSummary(row: SummaryRow): ProposalSummary {
  const { current, createdAt, decidedAt, ...same } = row;
  return {
    id: same.id,
    round: same.round,
    prompt: same.prompt,
    baseVersion: same.baseVersion,
    state: same.state,
    isOutdated: same.state === "open" && current !== same.baseVersion,
    attribution: same.attribution,
    headline: same.headline,
    cases: same.cases,
    spent: same.spent,
    createdAt: new Date(createdAt).toISOString(),
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
    version: same.version,
    reason: same.reason,
  };
}

export function toSuggestion({ createdAt: _, ...row }: SuggestionRow): Suggestion {
  return row;
}

export interface ProposalParts {
  readonly row: SummaryRow & Pick<ProposalRow, "text" | "points"> & { readonly baseText: string };
  readonly acceptedText: string | null;
  readonly suggestions: readonly Suggestion[];
  readonly unfixable: readonly Suggestion[];
}

export function toProposal({ row, acceptedText, suggestions, unfixable }: ProposalParts): Proposal {
  return {
    ...toSummary(row),
    baseText: row.baseText,
    text: row.text,
    acceptedText,
    points: row.points.map(({ id, change, what }) => ({
      ...{ id, change, what },
      cases: suggestions.filter(({ point }) => point === id).map((one) => one.case),
    })),
    suggestions: [...suggestions],
    unfixable: [...unfixable],
  };
}

/**
 * SQL condition for a join of a proposal with its base version, which is the prompt version that it
 * changes.
 */
export const BASE = sql`${promptVersion.prompt} = ${proposal.prompt} and ${promptVersion.number} = ${proposal.baseVersion}`;
export const OF_CASE = eq(failedCase.id, suggestion.case);
