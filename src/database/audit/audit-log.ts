/** Reads one organization's audit log, and sets how long entries are kept. */
import { and, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { AuditEntry, AuditFilter, AuditSettings } from "../../protocol/api/teams/audit.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { DEFAULT_AUDIT_DAYS } from "../../protocol/limits.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { auditEntry, auditSetting } from "../schema/teams/audit.ts";

const DAY_MS = 24 * 3_600_000;

type Row = typeof auditEntry.$inferSelect;

export class AuditLog {
  readonly #database: Database;
  readonly #organization: string;

  constructor(database: Database, organization: string) {
    this.#database = database;
    this.#organization = organization;
  }

  /** Lists the matching entries, newest first. */
  async list(filter: AuditFilter, cursor: Cursor | undefined, limit: number) {
    const rows = await this.#rows(filter, cursor, limit + 1);
    return pageOf(rows, limit, toEntry, ({ at, id }) => ({ time: at, id }));
  }

  /** Counts the matching entries, up to `most`. */
  async count(filter: AuditFilter, most: number): Promise<number> {
    const found = this.#database
      .select({ at: auditEntry.at })
      .from(auditEntry)
      .where(this.#matching(filter))
      .limit(most);
    const [row] = await this.#database.all<{ count: number }>(
      sql`select count(*) as count from (${found})`,
    );
    return row?.count ?? 0;
  }

  async settings(): Promise<AuditSettings> {
    const [row] = await this.#database
      .select({ days: auditSetting.days })
      .from(auditSetting)
      .where(eq(auditSetting.organization, this.#organization));
    return row ?? { days: DEFAULT_AUDIT_DAYS };
  }

  async putSettings({ days }: AuditSettings): Promise<AuditSettings> {
    await this.#database
      .insert(auditSetting)
      .values({ organization: this.#organization, days })
      .onConflictDoUpdate({ target: auditSetting.organization, set: { days } });
    return { days };
  }

  #rows(filter: AuditFilter, cursor: Cursor | undefined, limit: number): PromiseLike<Row[]> {
    return this.#database
      .select()
      .from(auditEntry)
      .where(and(this.#matching(filter), afterCursor(cursor, auditEntry.at, auditEntry.id)))
      .orderBy(desc(auditEntry.at), desc(auditEntry.id))
      .limit(limit);
  }

  #matching({ person, action, in: project, target, from, to }: AuditFilter): SQL | undefined {
    const filters = [
      [auditEntry.target, target],
      [auditEntry.project, project],
      [auditEntry.person, person],
      [auditEntry.action, action],
    ] as const;
    const given = filters.filter(([, value]) => value !== undefined);
    const conditions = given.map(([column, value], index) =>
      // Each filter has an index of its own. SQLite must use the index of the first filter, so the
      // `+` forbids the indexes of the other filters. SQLite has no statistics of the table, so
      // without the `+` it could choose a worse index.
      index === 0 ? sql`${column} = ${value}` : sql`+${column} = ${value}`,
    );
    return and(
      eq(auditEntry.organization, this.#organization),
      ...conditions,
      from === undefined ? undefined : sql`${auditEntry.at} >= ${Date.parse(from)}`,
      to === undefined ? undefined : sql`${auditEntry.at} < ${Date.parse(to)}`,
    );
  }
}

/**
 * Deletes entries that are older than their organization's retention period.
 * @returns the number of deleted entries, at most `limit`
 */
export async function expireEntries(
  database: Database,
  now: number,
  limit: number,
): Promise<number> {
  const days = sql`coalesce(
    (select days from audit_setting where audit_setting.organization = audit_entry.organization),
    ${DEFAULT_AUDIT_DAYS})`;
  // A `select distinct` would read all entries. This query jumps in the index from one organization
  // to the next.
  const organizations = sql`with recursive each(id) as (
      select min(organization) from audit_entry
      union all
      select (select min(organization) from audit_entry where organization > each.id)
      from each where each.id is not null)
    select id from each where id is not null`;
  const known = await database.all<{ id: string }>(organizations);
  let left = limit;
  for (const { id } of known) {
    if (left === 0) break;
    const old = database
      .select({ id: auditEntry.id })
      .from(auditEntry)
      .where(
        and(
          eq(auditEntry.organization, id),
          lt(auditEntry.at, sql`${now} - (${days}) * ${DAY_MS}`),
        ),
      )
      .limit(left);
    const deleted = await database
      .delete(auditEntry)
      .where(inArray(auditEntry.id, old))
      .returning({ id: auditEntry.id });
    left -= deleted.length;
  }
  return limit - left;
}

function toEntry(row: Row): AuditEntry {
  const { id, action, outcome, project, target, signIn, address, userAgent, requestId } = row;
  return {
    ...{ id, action, outcome, project, target, signIn, address, userAgent, requestId },
    at: new Date(row.at).toISOString(),
    person:
      row.person === null ? null : { id: row.person, name: row.personName, email: row.personEmail },
    key: row.key === null ? null : { id: row.key, name: row.keyName },
    changes: row.changes,
  };
}
