/**
 * The settings of the judge, which is the project's model, and the answers that were drawn for it
 * to judge.
 */
import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Judgement } from "../../protocol/api/annotation/judge.ts";
import { projectId } from "./project.ts";

export const judgeSettings = sqliteTable("judge_settings", {
  project: projectId().primaryKey(),
  enabled: integer({ mode: "boolean" }).notNull(),
  share: real().notNull(),
  answersPerDay: integer().notNull(),
  usdPerDay: real().notNull(),
});

export const judgement = sqliteTable(
  "judgement",
  {
    /**
     * `ans_` followed by a hash. If the same answer becomes a case, the case's id is `case_`
     * followed by this hash.
     */
    id: text().primaryKey(),
    project: projectId(),
    graph: text().notNull(),
    /** Distinguishes the graph from a later graph with the same id. */
    graphCreatedAt: integer().notNull(),
    /** Shortened texts. The judge reads the complete texts in the graph. */
    query: text().notNull(),
    prediction: text().notNull(),
    system: text(),
    occurredAt: integer().notNull(),
    createdAt: integer().notNull(),
    state: text().$type<"waiting" | "judged" | "failed">().notNull(),
    /** Earliest time at which a waiting answer is judged. */
    dueAt: integer().notNull(),
    attempts: integer().notNull(),
    judgement: text().$type<Judgement>(),
    reason: text(),
    quote: text(),
    message: text(),
    models: text(),
    usd: real().notNull(),
    /** Time at which the model was last asked about the answer. */
    askedAt: integer(),
  },
  (table) => [
    index("judgement_time").on(table.project, table.occurredAt, table.id),
    index("judgement_asked").on(table.project, table.askedAt).where(sql`asked_at is not null`),
    index("judgement_graph").on(table.project, table.graph),
    index("judgement_due").on(table.project, table.dueAt).where(sql`state = 'waiting'`),
  ],
);
