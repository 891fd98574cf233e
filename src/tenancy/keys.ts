import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { insertWithin } from "../database/conditional-insert.ts";
import { afterCursor, pageOf } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { user } from "../database/schema/identity.ts";
import { apiKey, project } from "../database/schema/project.ts";
import type { CreateKey, Key, KeyWithSecret, Scope } from "../protocol/api/api.ts";
import type { Cursor } from "../protocol/cursor.ts";
import { MAX_ENDED_KEYS, MAX_KEYS } from "../protocol/limits.ts";
import { failure, type Result, success } from "../protocol/result.ts";
import { idIn, newApiKey, parseApiKey, sameText, secretMatches } from "./api-key.ts";
import { isStoredUseDue, isUseDue } from "./last-use.ts";

/**
 * Each isolate caches a key for this time, in milliseconds. If another isolate revokes the key, the
 * key still works in this isolate until the time is over.
 */
const CACHE_MS = 30_000;
const CACHE_KEYS = 10_000;

type KeyRow = typeof apiKey.$inferSelect;

export class KeyRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Undefined if the project has the maximum number of working keys. */
  async create(
    wanted: CreateKey & { readonly creator?: string | null },
    now: number,
  ): Promise<KeyWithSecret | undefined> {
    const { key, id, hash, hint } = newApiKey((length) =>
      crypto.getRandomValues(new Uint8Array(length)),
    );
    const row: KeyRow = {
      id,
      project: this.#project,
      name: wanted.name,
      hash,
      hint,
      scopes: [...new Set(wanted.scopes)],
      creator: wanted.creator ?? null,
      createdAt: now,
      expiresAt: wanted.expiresAt === null ? null : Date.parse(wanted.expiresAt),
      revokedAt: null,
      lastUsedAt: null,
    };
    const held = sql`
      select count(*) from api_key
      where project = ${this.#project} and revoked_at is null
        and (expires_at is null or expires_at > ${now})`;
    const isStored = await insertWithin(this.#database, apiKey, row, { held, limit: MAX_KEYS });
    if (!isStored) return undefined;
    await this.#deleteOld(now);
    const made = await this.#find(id);
    return made && { ...made, key };
  }

  /**
   * Deletes all revoked and expired keys except the newest. These keys give no access, so deleting
   * them changes nothing for anybody.
   */
  async #deleteOld(now: number): Promise<void> {
    await this.#database.delete(apiKey).where(
      sql`id in (
        select id from api_key
        where project = ${this.#project} and (revoked_at is not null or expires_at <= ${now})
        order by coalesce(min(revoked_at, expires_at), revoked_at, expires_at) desc, id
        limit -1 offset ${MAX_ENDED_KEYS})`,
    );
  }

  /** Returns the keys, newest first, also revoked and expired keys that are not yet deleted. */
  async list(cursor: Cursor | undefined, limit: number) {
    const after = afterCursor(cursor, apiKey.createdAt, apiKey.id);
    const rows = await this.#rows(after)
      .orderBy(desc(apiKey.createdAt), desc(apiKey.id))
      .limit(limit + 1);
    return pageOf(rows, limit, toKey, ({ key }) => ({ time: key.createdAt, id: key.id }));
  }

  /** Null if the project has no key with this id. Revoking a key again changes nothing. */
  async revoke(id: string, now: number): Promise<Key | null> {
    const [row] = await this.#database
      .update(apiKey)
      .set({ revokedAt: sql`coalesce(${apiKey.revokedAt}, ${now})` })
      .where(and(eq(apiKey.project, this.#project), eq(apiKey.id, id)))
      .returning();
    if (!row) return null;
    cache.delete(id);
    return (await this.#find(id)) ?? null;
  }

  async #find(id: string): Promise<Key | undefined> {
    const [row] = await this.#rows(eq(apiKey.id, id));
    return row && toKey(row);
  }

  #rows(where: SQL | undefined) {
    return this.#database
      .select({ key: apiKey, creator: user.name })
      .from(apiKey)
      .leftJoin(user, eq(user.id, apiKey.creator))
      .where(and(eq(apiKey.project, this.#project), where))
      .$dynamic();
  }
}

interface AuthenticatedKey {
  readonly id: string;
  readonly project: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly creator: string | null;
  readonly expiresAt: string | null;
}

export type KeyFailure = "malformed_key" | "unknown_key" | "revoked_key" | "expired_key";

/**
 * A caller without the right secret never gets `revoked_key` or `expired_key`.
 *
 * @param background `ctx.waitUntil`; the time of the last use is written without delaying the
 * answer
 */
export const authenticateKey = async (
  database: Database,
  presented: string,
  now: number,
  background: (work: Promise<unknown>) => void,
): Promise<Result<AuthenticatedKey, KeyFailure>> => {
  const row = provenKey(presented, now) ?? (await proveKey(database, presented, now));
  if (typeof row === "string") return failure(row);
  if (row.revokedAt !== null) return failure("revoked_key");
  if (row.expiresAt !== null && row.expiresAt <= now) return failure("expired_key");
  if (isUseDue(row.lastUsedAt, now)) {
    row.lastUsedAt = now;
    background(writeUse(database, row.id, now));
  }
  const { id, project, name, scopes, creator } = row;
  const expiresAt = row.expiresAt === null ? null : toTime(row.expiresAt);
  return success({ id, project, name, scopes, creator, expiresAt });
};

interface CachedKey {
  readonly row: KeyRow | null;
  readonly loadedAt: number;
  /**
   * The whole text of the key, set when a request has proved that it knows the secret. Later
   * requests with the same text need no hash.
   */
  proven?: string;
}

/** This isolate's cached keys by id. Null for ids that do not exist. */
const cache = new Map<string, CachedKey>();

const provenKey = (presented: string, now: number): KeyRow | undefined => {
  const known = cache.get(idIn(presented));
  if (known?.row == null || known.proven === undefined || isOld(known, now)) return undefined;
  return sameText(known.proven, presented) ? known.row : undefined;
};

const proveKey = async (
  database: Database,
  presented: string,
  now: number,
): Promise<KeyRow | KeyFailure> => {
  const parsed = parseApiKey(presented);
  if (!parsed) return "malformed_key";
  const known = await loadKey(database, parsed.id, now);
  if (!known.row || !secretMatches(parsed.secret, known.row.hash)) return "unknown_key";
  known.proven = presented;
  return known.row;
};

/**
 * Whether the cached key is too old and must be loaded again. If the clock was set back after the
 * key was loaded, `loadedAt` is in the future. So the difference counts in both directions.
 */
const isOld = ({ loadedAt }: CachedKey, now: number): boolean =>
  Math.abs(now - loadedAt) >= CACHE_MS;

/** Drops the project's keys from this isolate's cache. */
export const forgetKeys = (ofProject: string): void => {
  for (const [id, { row }] of cache) if (row?.project === ofProject) cache.delete(id);
};

const loadKey = async (database: Database, id: string, now: number): Promise<CachedKey> => {
  const known = cache.get(id);
  if (known && !isOld(known, now)) return known;
  const [found] = await database
    .select({ key: apiKey, deletedAt: project.deletedAt })
    .from(apiKey)
    .innerJoin(project, eq(project.id, apiKey.project))
    .where(eq(apiKey.id, id));
  // Keys of a project that is being deleted count as revoked.
  const row = found ? { ...found.key, revokedAt: found.key.revokedAt ?? found.deletedAt } : null;
  cache.delete(id);
  const loaded: CachedKey = { row, loadedAt: now };
  cache.set(id, loaded);
  const oldest = cache.keys().next();
  if (cache.size > CACHE_KEYS && !oldest.done) cache.delete(oldest.value);
  return loaded;
};

const writeUse = (database: Database, id: string, now: number): Promise<unknown> =>
  database
    .update(apiKey)
    .set({ lastUsedAt: now })
    .where(
      and(eq(apiKey.id, id), or(isNull(apiKey.lastUsedAt), isStoredUseDue(apiKey.lastUsedAt, now))),
    )
    .run();

interface MadeKeyRow {
  readonly key: KeyRow;
  readonly creator: string | null;
}

const toKey = ({ key: row, creator }: MadeKeyRow): Key => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  creator,
  scopes: row.scopes,
  createdAt: toTime(row.createdAt),
  expiresAt: row.expiresAt === null ? null : toTime(row.expiresAt),
  revokedAt: row.revokedAt === null ? null : toTime(row.revokedAt),
  lastUsedAt: row.lastUsedAt === null ? null : toTime(row.lastUsedAt),
});

const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
