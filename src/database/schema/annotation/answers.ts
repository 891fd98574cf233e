/** Answers that a judge or a verdict called right. Wrong answers are cases. */
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { projectId } from "../project.ts";

export const rightAnswer = sqliteTable(
  "right_answer",
  {
    /**
     * The text `ans_`, followed by a hash. If the answer becomes a case, the case's id is `case_`,
     * followed by the same hash.
     */
    id: text().primaryKey(),
    project: projectId(),
    graph: text().notNull(),
    origin: text().$type<"verdict" | "judge" | "model">().notNull(),
    query: text().notNull(),
    queryId: text(),
    expected: text({ mode: "json" }).$type<string[]>().notNull(),
    prediction: text().notNull(),
    predictionId: text(),
    score: real().notNull(),
    system: text(),
    sessionCategory: text(),
    occurredAt: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("right_answer_time").on(table.project, table.occurredAt, table.id),
    index("right_answer_graph").on(table.project, table.graph),
  ],
);
