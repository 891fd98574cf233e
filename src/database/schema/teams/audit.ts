/**
 * The audit log. Entries are kept when their projects, people and keys are deleted, so they have no
 * foreign keys. Triggers in the migrations make it impossible to change an entry. They also make it
 * impossible to delete an entry before its retention period is over.
 */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditChange } from "../../../protocol/api/teams/audit.ts";
import type { AuditAction } from "../../../protocol/api/teams/audit-actions.ts";

const entryColumns = () => ({
  id: text().notNull(),
  organization: text().notNull(),
  /** The project that the action concerned. Null if it concerned the organization or an account. */
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
    // A request can have several filters, for example a person and an action. SQLite searches one
    // index, for one of the filters. Each index except the last also contains the columns of the
    // other filters. So SQLite reads only matching entries from the table, even if they are rare.
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
 * Announced changes. A row is written before its change is made, and it moves to the audit log when
 * the change is made. If the Worker dies between the two, the sweep moves the row and gives it the
 * outcome `unknown`.
 */
export const auditPending = sqliteTable(
  "audit_pending",
  { ...entryColumns(), attempt: text().notNull() },
  (table) => [
    // A change of an account has several rows: one for each organization of the person.
    primaryKey({ columns: [table.attempt, table.organization] }),
    index("audit_pending_time").on(table.at),
  ],
);

/** Organizations that have set a retention period for their audit log. */
export const auditSetting = sqliteTable("audit_setting", {
  organization: text().primaryKey(),
  days: integer().notNull(),
});
