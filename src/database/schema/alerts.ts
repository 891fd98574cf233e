/** Alert rules. Their messages are deliveries. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AlertRuleSettings } from "../../protocol/api/alerts/rules.ts";
import { projectId } from "./project.ts";

export const alertRule = sqliteTable(
  "alert_rule",
  {
    id: text().primaryKey(),
    project: projectId(),
    settings: text({ mode: "json" }).$type<AlertRuleSettings>().notNull(),
    /** Whether the rule has a threshold or a digest, which a clock triggers. */
    isTimed: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
    /** Last check of the threshold or digest. */
    checkedAt: integer().notNull(),
    /** Last message of the threshold or digest. */
    firedAt: integer(),
  },
  (table) => [
    index("alert_rule_project").on(table.project),
    index("alert_rule_timed").on(table.project, table.checkedAt).where(sql`is_timed`),
  ],
);
