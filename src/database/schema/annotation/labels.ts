/** Labels on cases. Rows are added but never changed. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Label } from "../../../protocol/api/annotation/labels.ts";
import { failedCase, projectId } from "../project.ts";

/**
 * All labels that people gave to cases. They are deleted with the case. The column `label` of the
 * case's row has the one label that is used for the case (see `countLabels`).
 */
export const caseLabel = sqliteTable(
  "case_label",
  {
    project: projectId(),
    case: text()
      .notNull()
      .references(() => failedCase.id, { onDelete: "cascade" }),
    /** The label rows of a case are numbered from 1. */
    number: integer().notNull(),
    /**
     * The text `person:` or `key:`, followed by the id of the person or API key. When the person or
     * key is deleted, this text does not change. The author can also be `import` (an imported file)
     * or `unknown`.
     */
    author: text().notNull(),
    createdAt: integer().notNull(),
    /** Null if this row withdraws the author's earlier label. */
    label: text({ mode: "json" }).$type<Label>(),
    isAdjudication: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.case, table.number] }),
    index("case_label_author").on(table.project, table.author, table.case),
  ],
);
