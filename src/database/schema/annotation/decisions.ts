/** Decisions on inferred answers. Rows are added but never changed. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DecisionKind } from "../../../protocol/api/annotation/inferred-answers.ts";
import { failedCase, projectId } from "../project.ts";

/**
 * Decisions are deleted with their case. The result of the newest decision is also stored in the
 * case's row.
 */
export const answerDecision = sqliteTable(
  "answer_decision",
  {
    project: projectId(),
    case: text()
      .notNull()
      .references(() => failedCase.id, { onDelete: "cascade" }),
    /** Position in the case's history, starting at 1. */
    number: integer().notNull(),
    /** `person:` or `key:` with an id. The row remains if the person or key is deleted. */
    author: text().notNull(),
    createdAt: integer().notNull(),
    decision: text().$type<DecisionKind>().notNull(),
    /** The inferred answer that the decision is about. */
    inferred: text().notNull(),
    /** The expected answer after the decision; null if the person refused the inferred answer. */
    answer: text(),
  },
  (table) => [primaryKey({ columns: [table.case, table.number] })],
);
