/**
 * Alert rules, unsubscribed addresses and issues. The messages of alert rules are in the table
 * `delivery`.
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
    /** True if the rule has a threshold or a digest, which the sweep checks regularly. */
    isTimed: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
    /** Time of the last check of the threshold or digest. */
    checkedAt: integer().notNull(),
    /**
     * Time at which the threshold or the digest last led to a message. Null before the first
     * message.
     */
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

/** An address that has unsubscribed from an e-mail channel. */
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

/** An issue that a GitHub or Linear channel opened for a finding. */
export const trackedIssue = sqliteTable(
  "tracked_issue",
  {
    endpoint: endpointId(),
    finding: text().notNull(),
    /** Id or number of the issue in the tracker's API. */
    issue: text().notNull(),
    /** The issue's name for people, such as `#7` or `ENG-12`. */
    key: text().notNull().default(""),
    url: text().notNull(),
    /** Whether the issue was open when this service last read or changed it. */
    isOpen: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.endpoint, table.finding] })],
);
