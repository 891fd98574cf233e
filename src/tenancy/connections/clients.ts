/**
 * Apps register themselves as clients (RFC 7591). Anybody can do this. So the number of clients is
 * limited, and an unused client is deleted after some time.
 */
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { oauthClient } from "../../database/schema/teams/connections.ts";
import { isAllowedRedirect } from "./redirect-uri.ts";

const MAX_NAME_CHARS = 60;
const MAX_REDIRECT_URIS = 10;
/** The service keeps a client without a connection for this many milliseconds. */
const UNUSED_MS = 30 * 86_400_000;
/** If there are more clients without a connection than this, a new one replaces the oldest. */
const MAX_UNUSED = 10_000;
/** Maximum number of clients that one call deletes. */
const MAX_FORGOTTEN = 5_000;

export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly createdAt: number;
}

/**
 * Leaves out the URIs that are not allowed. A server may do this: it need not register every URI
 * for which an app asks (RFC 7591, section 3.2.1).
 */
export function usableRedirects(asked: readonly string[]): readonly string[] {
  return [...new Set(asked)].filter(isAllowedRedirect).slice(0, MAX_REDIRECT_URIS);
}

/** Spaces, and characters that hide or reorder text. */
const UNSEEN = /[\p{C}\p{Z}]+/gu;

/**
 * Shortens the app's name to one line. The app chose this name, and nobody has checked it. So pages
 * must escape it and say that the app chose it.
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

export async function forgetClients(database: Database, now: number): Promise<void> {
  await database.delete(oauthClient).where(sql`id in (
    select id from oauth_client unused
    where created_at < ${now - UNUSED_MS} and ${isUnused(sql`unused.id`)} limit ${MAX_FORGOTTEN})`);
}

const isUnused = (id: ReturnType<typeof sql>) =>
  sql`not exists (select 1 from oauth_connection where client = ${id})`;
