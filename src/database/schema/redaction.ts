import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RedactionSettings } from "../../protocol/api/redaction.ts";
import { projectId } from "./project.ts";

export const redaction = sqliteTable("redaction", {
  project: projectId().primaryKey(),
  settings: text({ mode: "json" }).$type<RedactionSettings>().notNull(),
  /**
   * Encrypted key from which pseudonyms are computed; see src/tenancy/sealing.ts. The key stays the
   * same when the settings change.
   */
  sealedKey: text().notNull(),
});

export const redactionCount = sqliteTable(
  "redaction_count",
  {
    project: projectId(),
    /** UTC day, such as 2026-03-04. */
    day: text().notNull(),
    kind: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.day, table.kind] })],
);
