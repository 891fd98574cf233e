/** People's decisions on inferred answers. Rows are added but never changed. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DecisionKind } from "../../../protocol/api/annotation/inferred-answers.ts";
import { failedCase, projectId } from "../project.ts";

/**
 * A decision is deleted with its case. The case's row also has the result of the newest decision.
 */
export const answerDecision = sqliteTable(
  "answer_decision",
  {
    project: projectId(),
    case: text()
      .notNull()
      .references(() => failedCase.id, { onDelete: "cascade" }),
    /** The decisions on a case are numbered from 1. */
    number: integer().notNull(),
    /**
     * The text `person:` or `key:`, followed by the id of the person or API key. When the person or
     * key is deleted, this text does not change.
     */
    author: text().notNull(),
    createdAt: integer().notNull(),
    decision: text().$type<DecisionKind>().notNull(),
    /** The inferred answer that the decision is about. */
    inferred: text().notNull(),
    /** The expected answer after the decision; null if the inferred answer was refused. */
    answer: text(),
  },
  (table) => [primaryKey({ columns: [table.case, table.number] })],
);
