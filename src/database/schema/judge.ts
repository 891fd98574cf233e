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
     * `ans_` with a hash. If the answer becomes a case, the case's id is `case_` with the same
     * hash.
     */
    id: text().primaryKey(),
    project: projectId(),
    graph: text().notNull(),
    /** A later graph with the same id has another creation time. */
    graphCreatedAt: integer().notNull(),
    /** The question, shortened. The judge reads the full question and answer in the graph. */
    query: text().notNull(),
    prediction: text().notNull(),
    system: text(),
    occurredAt: integer().notNull(),
    createdAt: integer().notNull(),
    state: text().$type<"waiting" | "judged" | "failed">().notNull(),
    /** Earliest time at which the model is asked about a waiting answer. */
    dueAt: integer().notNull(),
    attempts: integer().notNull(),
    judgement: text().$type<Judgement>(),
    reason: text(),
    quote: text(),
    message: text(),
    models: text(),
    usd: real().notNull(),
    /** Time at which the model was last asked about the answer; null before that. */
    askedAt: integer(),
  },
  (table) => [
    index("judgement_time").on(table.project, table.occurredAt, table.id),
    index("judgement_asked").on(table.project, table.askedAt).where(sql`asked_at is not null`),
    index("judgement_graph").on(table.project, table.graph),
    index("judgement_due").on(table.project, table.dueAt).where(sql`state = 'waiting'`),
  ],
);
