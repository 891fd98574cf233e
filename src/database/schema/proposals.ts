import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BlameMode, ProposalState, SuggestionOutcome } from "../../protocol/api/proposals.ts";
import type { Spent } from "../../protocol/model.ts";
import { failedCase, projectId } from "./project.ts";
import { promptVersion } from "./prompts.ts";

/** One change that a proposal makes to the prompt. It quotes no trace. */
export interface ProposalPoint {
  readonly id: string;
  readonly change: string;
  readonly what: string;
}

/** A proposal contains most of its base version's text, so it is deleted with this version. */
export const proposal = sqliteTable(
  "proposal",
  {
    id: text().primaryKey(),
    project: projectId(),
    /** Id of the job that made the proposal. */
    round: text().notNull(),
    prompt: text().notNull(),
    baseVersion: integer().notNull(),
    text: text().notNull(),
    points: text({ mode: "json" }).$type<ProposalPoint[]>().notNull(),
    headline: text().notNull(),
    attribution: text().$type<BlameMode>().notNull(),
    spent: text({ mode: "json" }).$type<Spent>().notNull(),
    state: text().$type<ProposalState>().notNull(),
    createdAt: integer().notNull(),
    decidedAt: integer(),
    /** Number of the version that the accepted proposal became; null if not accepted. */
    version: integer(),
    /** Why a person rejected the proposal. */
    reason: text(),
  },
  (table) => [
    index("proposal_time").on(table.project, table.createdAt, table.id),
    index("proposal_prompt").on(table.prompt, table.baseVersion),
    foreignKey({
      columns: [table.prompt, table.baseVersion],
      foreignColumns: [promptVersion.prompt, promptVersion.number],
    }).onDelete("cascade"),
  ],
);

/**
 * A suggestion that one round of the optimiser makes for one case. Its reasons quote the trace, so
 * the row is deleted with the case.
 */
export const suggestion = sqliteTable(
  "suggestion",
  {
    project: projectId(),
    round: text().notNull(),
    case: text()
      .notNull()
      .references(() => failedCase.id, { onDelete: "cascade" }),
    outcome: text().$type<SuggestionOutcome>().notNull(),
    /** Name of the prompt that should change. */
    prompt: text(),
    change: text().notNull(),
    why: text().notNull(),
    proposal: text(),
    /** Id of the change (`ProposalPoint`) that was made from this suggestion. */
    point: text(),
    /**
     * JSON of everything that determines the model's answer, apart from the case and its verdict.
     * While it stays the same, the model is not asked again. See `#basisOf` in
     * src/jobs/optimization/round-suggestions.ts.
     */
    basis: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.round, table.case] }),
    index("suggestion_case").on(table.case),
    index("suggestion_time").on(table.project, table.createdAt),
    index("suggestion_proposal").on(table.proposal),
  ],
);
