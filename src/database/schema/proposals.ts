/** Results of optimiser rounds. */
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BlameMode, ProposalState, SuggestionOutcome } from "../../protocol/api/proposals.ts";
import type { Spent } from "../../protocol/model.ts";
import { failedCase, projectId } from "./project.ts";
import { promptVersion } from "./prompts.ts";

/** One change to the prompt. The description quotes no trace. */
export interface ProposalPoint {
  readonly id: string;
  readonly change: string;
  readonly what: string;
}

/**
 * A proposal is deleted with its base version, because the proposal contains most of that version's
 * text.
 */
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
    /** Number of the version that was made from the proposal when the proposal was accepted. */
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
 * Result of a round for one case. It is deleted with the case, because its reasons quote the trace.
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
    /** Name of the prompt to change. */
    prompt: text(),
    change: text().notNull(),
    why: text().notNull(),
    proposal: text(),
    /** Id of the point in the proposal that contains the suggestion. */
    point: text(),
    /**
     * Identifies the input on which the model's answer depends. While the input is unchanged, the
     * model is not asked again.
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
