/** Labels of cases: rows are added and never changed. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Label } from "../../../protocol/api/annotation/labels.ts";
import { failedCase, projectId } from "../project.ts";

/** Deleted with the case. The row of the case repeats the label that counts. */
export const caseLabel = sqliteTable(
  "case_label",
  {
    project: projectId(),
    case: text()
      .notNull()
      .references(() => failedCase.id, { onDelete: "cascade" }),
    /** Position in the case's history, from 1. */
    number: integer().notNull(),
    /** `person:` or `key:` with an id, `import`, or `unknown`. The row outlives the person and the key. */
    author: text().notNull(),
    createdAt: integer().notNull(),
    /** Null if the author withdrew it. */
    label: text({ mode: "json" }).$type<Label>(),
    isAdjudication: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.case, table.number] }),
    index("case_label_author").on(table.project, table.author, table.case),
  ],
);
