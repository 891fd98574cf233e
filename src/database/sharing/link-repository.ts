import { and, desc, eq, getTableColumns, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { LinkFilter, LinkKind, PublicLink } from "../../protocol/api/sharing/links.ts";
import { MAX_PUBLIC_LINKS } from "../../protocol/limits.ts";
import { insertWhere } from "../conditional-insert.ts";
import type { Database } from "../database.ts";
import { failedCase, project, report } from "../schema/project.ts";
import { publicLink, savedView } from "../schema/sharing.ts";
import { isOver } from "../stored-times.ts";

/** A link to a case is named after the question of the case, cut to this many characters. */
const MAX_NAME_CHARS = 200;

type Row = typeof publicLink.$inferSelect;

const TARGETS = { case: failedCase, report, view: savedView } as const;

/** A project's public links. Creating a link deletes the expired links. */
export class LinkRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Returns the links that have not expired, newest first. */
  async list({ kind, target }: LinkFilter, now: number): Promise<PublicLink[]> {
    const isMeant = and(
      eq(publicLink.project, this.#project),
      gt(publicLink.expiresAt, now),
      kind === undefined ? undefined : eq(publicLink.kind, kind),
      target === undefined ? undefined : eq(publicLink.target, target),
    );
    const rows = await this.#database
      .select({ ...getTableColumns(publicLink), name: NAME })
      .from(publicLink)
      .where(isMeant)
      .orderBy(desc(publicLink.createdAt), desc(publicLink.id))
      .limit(MAX_PUBLIC_LINKS);
    return rows.map(toLink);
  }

  /**
   * Returns undefined if the target was deleted, or the project has the maximum number of unexpired
   * links.
   */
  async create(
    link: Omit<Row, "project" | "lastOpenedAt">,
    now: number,
  ): Promise<PublicLink | undefined> {
    const row = { ...link, project: this.#project, lastOpenedAt: null };
    const isEnded = and(eq(publicLink.project, this.#project), lt(publicLink.expiresAt, now));
    await this.#database.delete(publicLink).where(isEnded);
    const held = sql`(select count(*) from public_link where project = ${this.#project})`;
    // Check in the insert statement that the target exists, because another request can delete the
    // target at any time. A link to a deleted target must not be stored. If the same events arrived
    // again, they would make a new target with the same id, and the link would show this target.
    const table = TARGETS[link.kind];
    const exists = sql`exists (select 1 from ${table}
      where ${table.id} = ${link.target} and ${table.project} = ${this.#project})`;
    const isRoom = sql`${held} < ${MAX_PUBLIC_LINKS}`;
    const stored = await insertWhere(
      this.#database,
      publicLink,
      [row],
      sql`${isRoom} and ${exists}`,
    );
    if (stored.meta.changes === 0) return undefined;
    const { id, kind, target } = link;
    return (await this.list({ kind, target }, now)).find((created) => created.id === id);
  }

  /** Deletes the link, so that it stops working. Returns false if it does not exist. */
  async revoke(id: string): Promise<boolean> {
    const isIt = and(eq(publicLink.project, this.#project), eq(publicLink.id, id));
    const revoked = await this.#database.delete(publicLink).where(isIt).returning({
      id: publicLink.id,
    });
    return revoked.length > 0;
  }
}

export interface OpenedLink {
  readonly project: string;
  /** Null if the link does not show the project's name. */
  readonly projectName: string | null;
  readonly kind: LinkKind;
  readonly target: string;
  readonly expiresAt: number;
}

/**
 * Minimum time between two writes of a link's `lastOpenedAt`, because each written row is billed.
 */
const OPENED_EVERY_MS = 60_000;

/**
 * Finds the link by the hash of its token. Returns undefined if the link was revoked or has
 * expired, or its project is being deleted.
 */
export async function openLink(
  database: Database,
  hash: string,
  now: number,
): Promise<OpenedLink | undefined> {
  const [found] = await database
    .select({ link: publicLink, name: project.name })
    .from(publicLink)
    .innerJoin(project, and(eq(project.id, publicLink.project), isNull(project.deletedAt)))
    .where(and(eq(publicLink.hash, hash), gt(publicLink.expiresAt, now)));
  if (found === undefined) return undefined;
  const { link, name } = found;
  const isDue = or(
    isNull(publicLink.lastOpenedAt),
    isOver(publicLink.lastOpenedAt, now, OPENED_EVERY_MS),
  );
  await database
    .update(publicLink)
    .set({ lastOpenedAt: now })
    .where(and(eq(publicLink.id, link.id), isDue));
  const { kind, target, expiresAt, showsProject } = link;
  return {
    ...{ project: link.project, kind, target, expiresAt },
    projectName: showsProject ? name : null,
  };
}

/**
 * SQL for the name of the link's target. For a case, this is its question; for a report, its
 * period; for a view, its name.
 */
const NAME = sql<string | null>`case public_link.kind
  when 'case' then (select substr(query, 1, ${sql.raw(`${MAX_NAME_CHARS}`)}) from failed_case
    where id = public_link.target and project = public_link.project)
  when 'report' then (
    select date(start / 1000, 'unixepoch') || ' – ' || date("end" / 1000, 'unixepoch') from report
    where id = public_link.target and project = public_link.project)
  else (select name from saved_view
    where id = public_link.target and project = public_link.project) end`.as("target_name");

function toLink(named: Row & { readonly name: string | null }): PublicLink {
  const { id, kind, target, name, showsProject, createdBy, ...row } = named;
  const { lastOpenedAt } = row;
  return {
    ...{ id, kind, target, name, showsProject, createdBy },
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
    lastOpenedAt: lastOpenedAt === null ? null : new Date(lastOpenedAt).toISOString(),
  };
}
