import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { DeletionCounts, DeletionReceipt } from "../../protocol/api/privacy/receipts.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { deletionReceipt, type PendingDeletion, receiptKey } from "../schema/privacy.ts";
import { project } from "../schema/project.ts";

type Row = typeof deletionReceipt.$inferSelect;

export interface PendingReceipt {
  readonly id: string;
  readonly project: string;
  readonly at: number;
  readonly pending: PendingDeletion;
}

export interface SignedBody {
  readonly body: string;
  readonly signature: string;
  readonly key: string;
}

/**
 * Maximum number of cases whose hashes a receipt lists, because the receipt must fit into a
 * database row. The receipt's count of cases is complete.
 */
const MAX_LISTED_CASES = 10_000;

export class ReceiptRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, of: string) {
    this.#database = database;
    this.#project = of;
  }

  /** Counts everything that will be deleted with these graphs, such as cases and labels. */
  async describe(graphs: readonly string[]): Promise<Pick<PendingDeletion, "counts" | "caseIds">> {
    const named = sql`(select value from json_each(${JSON.stringify(graphs)}))`;
    const own = sql`project = ${this.#project}`;
    const cases = sql`(select id from failed_case where ${own} and graph in ${named})`;
    const [counts] = await this.#database.all<DeletionCounts>(sql`select
      count(*) as graphs, coalesce(sum(sessions), 0) as sessions,
      coalesce(sum(operations), 0) as operations, coalesce(sum(variables), 0) as variables,
      coalesce(sum(links), 0) as links,
      (select coalesce(sum(units), 0) from graph_memory where ${own} and graph in ${named}) as units,
      (select count(*) from failed_case where ${own} and graph in ${named}) as cases,
      (select count(attribution) from failed_case where ${own} and graph in ${named}) as attributions,
      (select count(*) from case_label where "case" in ${cases}) as labels,
      (select count(*) from comment where "case" in ${cases}) as comments,
      (select count(*) from report, json_each(report.body, '$.findings') as finding,
          json_each(finding.value, '$.cases') as quote
        where report.project = ${this.#project} and quote.value ->> '$.id' in ${cases}) as quotes,
      (select count(*) from delivery where ${own} and event = 'attribution.completed'
        and (payload ->> '$.data.graph') in ${named}) as deliveries,
      (select count(*) from public_link where ${own} and kind = 'case' and target in ${cases})
        as "publicLinks"
      from graph where ${own} and id in ${named}`);
    const ids = await this.#database.all<{ id: string }>(
      sql`select id from failed_case where ${own} and graph in ${named} limit ${MAX_LISTED_CASES}`,
    );
    if (counts === undefined) throw new Error("a count without a row");
    return { counts, caseIds: ids.map(({ id }) => id) };
  }

  /**
   * Stores what will be deleted, before the deletion begins. The sweep needs this to continue an
   * interrupted deletion.
   */
  async begin(id: string, pending: PendingDeletion, now: number): Promise<PendingReceipt> {
    const owner = this.#database
      .select({ organization: project.organization })
      .from(project)
      .where(eq(project.id, this.#project));
    await this.#database.insert(deletionReceipt).values({
      ...{ id, organization: sql`(${owner})`, project: this.#project, at: now, pending },
    });
    return { id, project: this.#project, at: now, pending };
  }

  async list(cursor: Cursor | undefined, limit: number) {
    const rows = await this.#database
      .select()
      .from(deletionReceipt)
      .where(and(this.#own(), afterCursor(cursor, deletionReceipt.at, deletionReceipt.id)))
      .orderBy(desc(deletionReceipt.at), desc(deletionReceipt.id))
      .limit(limit + 1);
    return pageOf(rows, limit, toReceipt, ({ at, id }) => ({ time: at, id }));
  }

  async find(id: string): Promise<DeletionReceipt | undefined> {
    const [row] = await this.#database
      .select()
      .from(deletionReceipt)
      .where(and(this.#own(), eq(deletionReceipt.id, id)));
    return row && toReceipt(row);
  }

  #own() {
    return eq(deletionReceipt.project, this.#project);
  }
}

/**
 * Ends a deletion. Stores the signed text of its receipt. Removes the unhashed ids, which only the
 * deletion itself needed.
 */
export async function storeSigned(
  database: Database,
  id: string,
  signed: SignedBody,
  now: number,
): Promise<void> {
  await database.batch([
    database
      .update(deletionReceipt)
      .set({ ...signed, pending: null })
      .where(and(eq(deletionReceipt.id, id), isNotNull(deletionReceipt.pending))),
    database.insert(receiptKey).values({ key: signed.key, firstUsedAt: now }).onConflictDoNothing(),
  ]);
}

/** Returns deletions that began before `before` and have not ended. */
export async function interruptedDeletions(
  database: Database,
  before: number,
  limit: number,
): Promise<PendingReceipt[]> {
  const rows = await database
    .select()
    .from(deletionReceipt)
    // This condition must be spelled exactly as in the index `deletion_receipt_pending`. Otherwise
    // SQLite would not use the index.
    .where(and(sql`pending is not null`, lt(deletionReceipt.at, before)))
    .limit(limit);
  return rows.flatMap(({ pending, ...row }) => (pending === null ? [] : [{ ...row, pending }]));
}

/** Returns all public keys that verify receipts' signatures, oldest first. */
export async function publishedKeys(database: Database): Promise<string[]> {
  const rows = await database
    .select({ key: receiptKey.key })
    .from(receiptKey)
    .orderBy(receiptKey.firstUsedAt);
  return rows.map(({ key }) => key);
}

function toReceipt({ id, at, pending, body, signature, key }: Row): DeletionReceipt {
  return {
    ...{ id, body, signature, key },
    state: pending === null ? "signed" : "pending",
    createdAt: new Date(at).toISOString(),
  };
}
