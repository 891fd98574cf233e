/** Retention periods of projects, receipts of deletions, and exports of organizations. */
import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ExportFile, ExportState } from "../../protocol/api/privacy/exports.ts";
import type { DeletionCounts } from "../../protocol/api/privacy/receipts.ts";
import { graph, projectId } from "./project.ts";

/**
 * Number of days for which each kind of data is kept; null keeps the data forever. The retention
 * period of graphs is in `project`.
 */
export const projectRetention = sqliteTable("project_retention", {
  project: projectId().primaryKey(),
  cases: integer(),
  reports: integer(),
  deliveries: integer().notNull(),
  usage: integer().notNull(),
});

/**
 * Ids of cases that retention deleted while their graph stays. Without these rows, the graph's
 * events would open the cases again. A case's id is a hash, so the row contains no text.
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
 * Receipts for deletions of end users. Receipts outlive the deleted data, so they have no foreign
 * keys and contain only hashes of ids.
 */
export const deletionReceipt = sqliteTable(
  "deletion_receipt",
  {
    id: text().primaryKey(),
    organization: text().notNull(),
    project: text().notNull(),
    at: integer().notNull(),
    /**
     * The unhashed ids of the data that must still be deleted. Null after the deletion was
     * completed and its receipt was signed.
     */
    pending: text({ mode: "json" }).$type<PendingDeletion>(),
    /** The signed text; null until the deletion has ended. */
    body: text(),
    /** Ed25519 signature of `body` in base64url; null until the deletion has ended. */
    signature: text(),
    /** The public key that verifies the signature. */
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
  /** Hashes of the ids of the deleted cases. */
  readonly caseIds: readonly string[];
}

/** All public keys that ever signed a receipt. */
export const receiptKey = sqliteTable("receipt_key", {
  /** The public key in base64url. */
  key: text().primaryKey(),
  firstUsedAt: integer().notNull(),
});

/**
 * Exports of organizations. An export is a list of files. Each file is made when it is downloaded.
 */
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
