/**
 * Entries have no foreign keys, because they outlive projects, people and keys. Triggers in the
 * migrations prevent every change of an entry, and its deletion within its retention period.
 */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditChange } from "../../../protocol/api/teams/audit.ts";
import type { AuditAction } from "../../../protocol/api/teams/audit-actions.ts";

const entryColumns = () => ({
  id: text().notNull(),
  organization: text().notNull(),
  /** Null if the action concerned the organization or an account. */
  project: text(),
  at: integer().notNull(),
  action: text().$type<AuditAction>().notNull(),
  target: text(),
  /** The person who signed in or created the API key, with their name and address at that time. */
  person: text(),
  personName: text(),
  personEmail: text(),
  key: text(),
  keyName: text(),
  signIn: text(),
  address: text(),
  userAgent: text(),
  requestId: text().notNull(),
  changes: text({ mode: "json" }).$type<AuditChange[]>().notNull(),
});

export const auditEntry = sqliteTable(
  "audit_entry",
  { ...entryColumns(), outcome: text().$type<"done" | "unknown">().notNull() },
  (table) => [
    primaryKey({ columns: [table.id] }),
    // Each index also contains the columns of the other filters, so that SQLite finds a page of
    // rare entries without reading the table.
    index("audit_entry_time").on(
      ...[table.organization, table.at, table.id],
      ...[table.project, table.person, table.action],
    ),
    index("audit_entry_project").on(
      ...[table.organization, table.project, table.at, table.id],
      ...[table.person, table.action],
    ),
    index("audit_entry_person").on(
      ...[table.organization, table.person, table.at, table.id],
      ...[table.project, table.action],
    ),
    index("audit_entry_action").on(
      ...[table.organization, table.action, table.at, table.id],
      ...[table.project, table.person],
    ),
    index("audit_entry_target").on(table.organization, table.target, table.at, table.id),
  ],
);

/**
 * Announced changes. A row is written before the change, and moves to the log after the change. If
 * the Worker dies in between, the sweep moves the row with the outcome `unknown`.
 */
export const auditPending = sqliteTable(
  "audit_pending",
  { ...entryColumns(), attempt: text().notNull() },
  (table) => [
    // A change of an account has one row for each organization of the person.
    primaryKey({ columns: [table.attempt, table.organization] }),
    index("audit_pending_time").on(table.at),
  ],
);

/** Organizations that have set a retention period for their audit log. */
export const auditSetting = sqliteTable("audit_setting", {
  organization: text().primaryKey(),
  days: integer().notNull(),
});
