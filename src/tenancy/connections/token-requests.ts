/**
 * Exchanges codes and refresh tokens for new tokens, and ends connections (OAuth 2.1, RFC 7009). A
 * code or refresh token works only once. If it is used again, somebody may have copied it, so the
 * connection ends.
 */
import { createHash } from "node:crypto";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { oauthConnection, oauthToken } from "../../database/schema/teams/connections.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { sameText } from "../api-key.ts";
import { accessOf } from "./connection-access.ts";
import { hashToken, newToken } from "./tokens.ts";

export const ACCESS_SECONDS = 3_600;
/** If an app does not refresh its tokens for this time, its connection ends. */
const REFRESH_MS = 30 * 86_400_000;
/** Maximum number of rows of each kind that one call deletes. */
const MAX_FORGOTTEN = 5_000;
/** A PKCE verifier: 43 to 128 unreserved characters (RFC 7636). */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

interface TokenDeps {
  readonly database: Database;
  readonly requiresVerification: boolean;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly now: number;
}

interface IssuedTokens {
  readonly access: string;
  readonly refresh: string;
  readonly scopes: readonly string[];
}

/** An ended connection, with the fields for the audit log. */
export interface EndedConnection {
  readonly id: string;
  readonly project: string;
  readonly person: string;
}

interface TokenRefusal {
  /**
   * Error message for the client. Every refused request gets the same message, because the exact
   * reason would help somebody who guesses tokens.
   */
  readonly message: string;
  /** The connection that this request ended, if any. */
  readonly ended?: EndedConnection;
}

export type TokenAnswer = Result<IssuedTokens, TokenRefusal>;

const refused: TokenRefusal = {
  message: "The code or token is wrong, was used, or has expired. Ask the person for access again.",
};

export interface CodeRequest {
  readonly client: string;
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

export interface PresentedToken {
  readonly client: string;
  readonly token: string;
}

/**
 * Exchanges the code for tokens. The connection ends if its code was already used, or if another
 * value in the request is wrong. So nobody can try the same code twice.
 */
export async function exchangeCode(deps: TokenDeps, given: CodeRequest): Promise<TokenAnswer> {
  const { database, now } = deps;
  const hash = hashToken("code", given.code);
  if (hash === undefined) return failure(refused);
  const [known] = await database
    .select()
    .from(oauthConnection)
    .where(eq(oauthConnection.code, hash));
  if (known === undefined) return failure(refused);
  const isRight =
    known.client === given.client &&
    known.redirectUri === given.redirectUri &&
    known.expiresAt > now &&
    provesChallenge(given.verifier, known.challenge);
  if (known.redeemedAt !== null || !isRight) return failure(await endFor(database, known.id));
  const isOpen = sql`exists (
    select 1 from oauth_connection where id = ${known.id} and redeemed_at is null)`;
  const issued = newTokens(deps, known.id, isOpen);
  const [, , redeemed] = await database.batch([
    ...issued.inserts,
    database
      .update(oauthConnection)
      .set({ redeemedAt: now, expiresAt: now + REFRESH_MS })
      .where(and(eq(oauthConnection.id, known.id), isNull(oauthConnection.redeemedAt))),
  ]);
  // If nothing changed, another request has exchanged this code at the same time. Somebody may have
  // copied the code, so end the connection.
  if (redeemed.meta.changes === 0) return failure(await endFor(database, known.id));
  return success({ ...issued.tokens, scopes: known.scopes });
}

export async function refresh(deps: TokenDeps, given: PresentedToken): Promise<TokenAnswer> {
  const { database, now } = deps;
  const hash = hashToken("refresh", given.token);
  if (hash === undefined) return failure(refused);
  const isPresented = and(eq(oauthToken.hash, hash), eq(oauthToken.kind, "refresh"));
  const [known] = await database
    .select({ token: oauthToken, connection: oauthConnection })
    .from(oauthToken)
    .innerJoin(oauthConnection, eq(oauthConnection.id, oauthToken.connection))
    .where(isPresented);
  if (known === undefined || known.connection.client !== given.client) return failure(refused);
  const { id, scopes } = known.connection;
  if (known.token.usedAt !== null) return failure(await endFor(database, id));
  if (known.token.expiresAt <= now) return failure(refused);
  if ((await accessOf(deps, isPresented)) === undefined) return failure(refused);
  const isUnused = sql`exists (
    select 1 from oauth_token where hash = ${hash} and used_at is null)`;
  const issued = newTokens(deps, id, isUnused);
  const [, , used] = await database.batch([
    ...issued.inserts,
    database
      .update(oauthToken)
      .set({ usedAt: now })
      .where(and(isPresented, isNull(oauthToken.usedAt))),
    database
      .update(oauthConnection)
      .set({ expiresAt: now + REFRESH_MS })
      .where(eq(oauthConnection.id, id)),
    database
      .delete(oauthToken)
      .where(and(eq(oauthToken.connection, id), lte(oauthToken.expiresAt, now))),
  ]);
  // If nothing changed, another request has used this token at the same time. Somebody may have
  // copied the token, so end the connection.
  if (used.meta.changes === 0) return failure(await endFor(database, id));
  return success({ ...issued.tokens, scopes });
}

/** Undefined if the client has no such token. */
export async function revokeToken(
  database: Database,
  given: PresentedToken,
): Promise<EndedConnection | undefined> {
  const hash = hashToken("refresh", given.token) ?? hashToken("access", given.token);
  if (hash === undefined) return undefined;
  return endConnection(
    database,
    sql`client = ${given.client} and id = (select connection from oauth_token where hash = ${hash})`,
  );
}

/**
 * Deletes expired tokens and expired connections. A connection also expires if the app does not
 * exchange its code in time.
 */
export async function forgetConnections(database: Database, now: number): Promise<void> {
  await database.batch([
    database.delete(oauthConnection).where(sql`id in (
      select id from oauth_connection where expires_at <= ${now} limit ${MAX_FORGOTTEN})`),
    database.delete(oauthToken).where(sql`hash in (
      select hash from oauth_token where expires_at <= ${now} limit ${MAX_FORGOTTEN})`),
  ]);
}

const endFor = async (database: Database, id: string): Promise<TokenRefusal> => {
  const ended = await endConnection(database, sql`id = ${id}`);
  return ended === undefined ? refused : { ...refused, ended };
};

async function endConnection(
  database: Database,
  condition: ReturnType<typeof sql>,
): Promise<EndedConnection | undefined> {
  const [ended] = await database
    .delete(oauthConnection)
    .where(condition)
    .returning({
      ...{ id: oauthConnection.id, project: oauthConnection.project },
      person: oauthConnection.userId,
    });
  return ended;
}

/** Returns statements that store a new pair of tokens if `condition` is true. */
function newTokens(deps: TokenDeps, connection: string, condition: ReturnType<typeof sql>) {
  const { database, randomBytes, now } = deps;
  const access = newToken("access", randomBytes);
  const refreshing = newToken("refresh", randomBytes);
  const insert = (hash: string, kind: "access" | "refresh", expiresAt: number) =>
    database
      .insert(oauthToken)
      .select(sql`select ${hash}, ${connection}, ${kind}, ${expiresAt}, null where ${condition}`);
  return {
    tokens: { access: access.token, refresh: refreshing.token },
    inserts: [
      insert(access.hash, "access", now + ACCESS_SECONDS * 1_000),
      insert(refreshing.hash, "refresh", now + REFRESH_MS),
    ] as const,
  };
}

function provesChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  return sameText(createHash("sha256").update(verifier).digest("base64url"), challenge);
}
