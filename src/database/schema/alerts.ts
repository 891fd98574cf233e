/**
 * Three tables: alert rules, recipients who unsubscribed from channels, and issues that channels
 * opened. The messages of alert rules are stored as deliveries.
 */
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
    /** Whether the rule is checked at regular times. True for a threshold or a digest. */
    isTimed: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
    /** Time of the last check of the threshold or digest. */
    checkedAt: integer().notNull(),
    /** Time of the last message of the threshold or digest. */
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

/** Recipients who unsubscribed from the e-mails of an e-mail channel. */
export const unsubscription = sqliteTable(
  "unsubscription",
  {
    endpoint: endpointId(),
    /** E-mail address in lower case. */
    address: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.endpoint, table.address] })],
);

/** The issue that a GitHub or Linear channel opened for a finding. */
export const trackedIssue = sqliteTable(
  "tracked_issue",
  {
    endpoint: endpointId(),
    finding: text().notNull(),
    /** The id or number by which the service's API identifies the issue. */
    issue: text().notNull(),
    /** The issue's number as people see it in the service, such as `#7` or `ENG-12`. */
    key: text().notNull().default(""),
    url: text().notNull(),
    /** Whether the issue was open when this service last read or changed it. */
    isOpen: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.endpoint, table.finding] })],
);
