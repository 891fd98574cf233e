import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ExportFile, ExportState } from "../../protocol/api/privacy/exports.ts";
import type { DeletionCounts } from "../../protocol/api/privacy/receipts.ts";
import { graph, projectId } from "./project.ts";

/**
 * Each column is the number of days after which rows of this kind are deleted. Null if they are
 * never deleted. The number of days for graphs is in `project`.
 */
export const projectRetention = sqliteTable("project_retention", {
  project: projectId().primaryKey(),
  cases: integer(),
  reports: integer(),
  deliveries: integer().notNull(),
  usage: integer().notNull(),
});

/**
 * Ids of cases that expired and were deleted, although their graph still exists. Without these
 * rows, new events of the graph could open the same cases again. An id is a hash, so the row
 * contains no text of the case.
 */
export const expiredCase = sqliteTable(
  "expired_case",
  {
    project: projectId(),
    graph: text().notNull(),
    case: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph, table.case] }),
    foreignKey({
      columns: [table.project, table.graph],
      foreignColumns: [graph.project, graph.id],
    }).onDelete("cascade"),
  ],
);

/**
 * Receipts for deletions of end users. They stay after the deletion, so they have no foreign keys,
 * and contain only hashes of ids.
 */
export const deletionReceipt = sqliteTable(
  "deletion_receipt",
  {
    id: text().primaryKey(),
    organization: text().notNull(),
    project: text().notNull(),
    at: integer().notNull(),
    /** What must still be deleted, with unhashed ids. Null after the receipt is signed. */
    pending: text({ mode: "json" }).$type<PendingDeletion>(),
    /** The receipt's signed text; null until the deletion has ended. */
    body: text(),
    /** Ed25519 signature of `body` in base64url; null until the deletion has ended. */
    signature: text(),
    /** Public key that verifies `signature`, in base64url. */
    key: text(),
  },
  (table) => [
    index("deletion_receipt_project").on(table.organization, table.project, table.at, table.id),
    index("deletion_receipt_pending").on(table.at).where(sql`pending is not null`),
  ],
);

export interface PendingDeletion {
  readonly graphs: readonly string[];
  readonly user: string;
  readonly by: { readonly kind: "person" | "key"; readonly id: string };
  readonly counts: DeletionCounts;
  /** Ids of the cases to delete. The signed receipt contains only hashes of these ids. */
  readonly caseIds: readonly string[];
}

/** All public keys that verify receipts' signatures. */
export const receiptKey = sqliteTable("receipt_key", {
  /** In base64url. */
  key: text().primaryKey(),
  firstUsedAt: integer().notNull(),
});

/** An export is a list of files. A file is made when somebody downloads it. */
export const organizationExport = sqliteTable(
  "organization_export",
  {
    id: text().primaryKey(),
    organization: text().notNull(),
    person: text().notNull(),
    job: text().notNull(),
    state: text().$type<ExportState>().notNull(),
    files: text({ mode: "json" }).$type<readonly ExportFile[]>().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    index("organization_export_organization").on(table.organization, table.createdAt, table.id),
    index("organization_export_end").on(table.expiresAt),
  ],
);
