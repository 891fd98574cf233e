/** Alert rules, whose messages are deliveries, and what channels remember. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AlertRuleSettings } from "../../protocol/api/alerts/rules.ts";
import { endpoint, projectId } from "./project.ts";

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

const endpointId = () =>
  text()
    .notNull()
    .references(() => endpoint.id, { onDelete: "cascade" });

/** Recipients of an e-mail channel who asked for no more letters from it. */
export const unsubscription = sqliteTable(
  "unsubscription",
  {
    endpoint: endpointId(),
    /** In lower case. */
    address: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.endpoint, table.address] })],
);

/** The issue that a channel of GitHub or Linear opened for a finding. */
export const trackedIssue = sqliteTable(
  "tracked_issue",
  {
    endpoint: endpointId(),
    finding: text().notNull(),
    /** The service's own id or number. */
    issue: text().notNull(),
    /** What people call the issue, such as `#7` or `ENG-12`. */
    key: text().notNull().default(""),
    url: text().notNull(),
    /** As this service last left or found it. */
    isOpen: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.endpoint, table.finding] })],
);
