/**
 * Apps register themselves as clients (RFC 7591). Anybody can register an app, so the number and
 * the lifetime of clients are limited.
 */
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { oauthClient } from "../../database/schema/teams/connections.ts";
import { isAllowedRedirect } from "./redirect-uri.ts";

const MAX_NAME_CHARS = 60;
const MAX_REDIRECT_URIS = 10;
/** Milliseconds for which the service keeps a client without a connection. */
const UNUSED_MS = 30 * 86_400_000;
/**
 * Maximum clients without a connection. At the maximum, a new client replaces the oldest client
 * without a connection.
 */
const MAX_UNUSED = 10_000;
/** Maximum clients that one run deletes. */
const MAX_FORGOTTEN = 5_000;

export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly createdAt: number;
}

/**
 * Returns the requested redirect URIs that the client is allowed to use. RFC 7591, section 3.2.1,
 * lets the server register fewer URIs than the app asks for.
 */
export function usableRedirects(asked: readonly string[]): readonly string[] {
  return [...new Set(asked)].filter(isAllowedRedirect).slice(0, MAX_REDIRECT_URIS);
}

/** Characters that hide or reorder text, and all kinds of spaces. */
const UNSEEN = /[\p{C}\p{Z}]+/gu;

/**
 * Returns the app's name as one short line. Nobody has checked the name, so pages must escape it
 * and say that the app itself chose it.
 */
function shownName(name: string): string {
  const line = name.toWellFormed().replace(UNSEEN, " ").trim();
  const characters = [...line];
  const short = characters.slice(0, MAX_NAME_CHARS - 1).join("");
  if (line === "") return "An app without a name";
  return characters.length > MAX_NAME_CHARS ? `${short}…` : line;
}

export async function registerClient(
  database: Database,
  wanted: Omit<OAuthClient, "createdAt">,
  now: number,
): Promise<OAuthClient> {
  const client = { ...wanted, name: shownName(wanted.name), createdAt: now };
  await database.batch([
    database.insert(oauthClient).values(client),
    database.delete(oauthClient).where(sql`id in (
      select id from oauth_client unused where ${isUnused(sql`unused.id`)}
      order by created_at desc, id limit ${MAX_FORGOTTEN} offset ${MAX_UNUSED})`),
  ]);
  return client;
}

export async function findClient(database: Database, id: string): Promise<OAuthClient | undefined> {
  const [found] = await database.select().from(oauthClient).where(eq(oauthClient.id, id));
  return found;
}

/** Deletes clients that have had no connection for a long time. */
export async function forgetClients(database: Database, now: number): Promise<void> {
  await database.delete(oauthClient).where(sql`id in (
    select id from oauth_client unused
    where created_at < ${now - UNUSED_MS} and ${isUnused(sql`unused.id`)} limit ${MAX_FORGOTTEN})`);
}

const isUnused = (id: ReturnType<typeof sql>) =>
  sql`not exists (select 1 from oauth_connection where client = ${id})`;
