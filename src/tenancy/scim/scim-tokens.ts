import { createHash } from "node:crypto";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { insertWithin } from "../../database/conditional-insert.ts";
import type { Database } from "../../database/database.ts";
import { scimToken } from "../../database/schema/teams/scim.ts";
import { MAX_SCIM_TOKENS } from "../../protocol/limits.ts";
import type { ScimToken } from "../../protocol/people/sso.ts";
import { base62, base62Length } from "../base62.ts";
import { isStoredUseDue, isUseDue } from "../last-use.ts";

const PREFIX = "mt_scim_";
const SECRET_BYTES = 32;
const ID_BYTES = 12;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${base62Length(SECRET_BYTES)}}$`);

/** The secret has 256 random bits, so a fast hash is sufficient. */
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

export class ScimTokens {
  readonly #database: Database;
  readonly #organization: string;

  constructor(database: Database, organization: string) {
    this.#database = database;
    this.#organization = organization;
  }

  async list(): Promise<ScimToken[]> {
    const rows = await this.#database
      .select()
      .from(scimToken)
      .where(eq(scimToken.organization, this.#organization))
      .orderBy(scimToken.createdAt, scimToken.id);
    return rows.map(({ id, hint, createdAt, lastUsedAt }) => ({
      ...{ id, hint, createdAt: new Date(createdAt).toISOString() },
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    }));
  }

  /**
   * Returns the token's text, which is not stored. Undefined if the organization has the maximum
   * number of tokens.
   */
  async create(
    creator: string,
    now: number,
    randomBytes: (length: number) => Uint8Array,
  ): Promise<string | undefined> {
    const token = `${PREFIX}${base62(randomBytes(SECRET_BYTES))}`;
    const row = {
      id: `sct_${base62(randomBytes(ID_BYTES))}`,
      ...{ organization: this.#organization, hash: hashOf(token), creator },
      hint: `${token.slice(0, PREFIX.length + 4)}…${token.slice(-4)}`,
      ...{ createdAt: now, lastUsedAt: null },
    };
    const held = sql`select count(*) from scim_token where organization = ${this.#organization}`;
    const isStored = await insertWithin(this.#database, scimToken, row, {
      ...{ held, limit: MAX_SCIM_TOKENS },
    });
    return isStored ? token : undefined;
  }

  /** The next request with the token is refused. False if no token has this id. */
  async revoke(id: string): Promise<boolean> {
    const revoked = await this.#database
      .delete(scimToken)
      .where(and(eq(scimToken.organization, this.#organization), eq(scimToken.id, id)));
    return revoked.meta.changes > 0;
  }
}

export interface ScimCaller {
  readonly token: string;
  readonly organization: string;
}

/** Returns the organization whose directory sent this `Authorization` header. */
export async function authenticateScim(
  database: Database,
  authorization: string | undefined,
  now: number,
): Promise<ScimCaller | undefined> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  if (!SHAPE.test(token)) return undefined;
  const [row] = await database
    .select()
    .from(scimToken)
    .where(eq(scimToken.hash, hashOf(token)));
  if (row === undefined) return undefined;
  if (isUseDue(row.lastUsedAt, now)) {
    const isDue = or(isNull(scimToken.lastUsedAt), isStoredUseDue(scimToken.lastUsedAt, now));
    await database
      .update(scimToken)
      .set({ lastUsedAt: now })
      .where(and(eq(scimToken.id, row.id), isDue));
  }
  return { token: row.id, organization: row.organization };
}
