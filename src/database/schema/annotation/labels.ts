/** Labels of cases. Rows are added but never changed. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Label } from "../../../protocol/api/annotation/labels.ts";
import { failedCase, projectId } from "../project.ts";

/** Labels are deleted with their case. The label that counts is also stored in the case's row. */
export const caseLabel = sqliteTable(
  "case_label",
  {
    project: projectId(),
    case: text()
      .notNull()
      .references(() => failedCase.id, { onDelete: "cascade" }),
    /** Position in the case's history, starting at 1. */
    number: integer().notNull(),
    /**
     * `person:` or `key:` with an id, `import`, or `unknown`. The row remains if the person or key
     * is deleted.
     */
    author: text().notNull(),
    createdAt: integer().notNull(),
    /** Null if the author withdrew the label. */
    label: text({ mode: "json" }).$type<Label>(),
    isAdjudication: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.case, table.number] }),
    index("case_label_author").on(table.project, table.author, table.case),
  ],
);
