/**
 * Finds the signed-in person. better-auth's `getSession` is not used: it takes 5 ms of CPU time and
 * two queries, which is too much for every request of a page.
 */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { parseCookies } from "better-auth/cookies";
import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { session, user } from "../../database/schema/identity.ts";
import { isUseDue } from "../last-use.ts";
import type { SignedInPerson } from "../principal.ts";
import { requireAuthSecret } from "./auth-secret.ts";
import { writeSignInUse } from "./sign-ins.ts";

export interface CookieReading {
  readonly database: Database;
  /** AUTH_SECRET, with which the library signs the cookie. */
  readonly secret: string;
  readonly development: boolean;
  readonly now: () => number;
  /**
   * Lets work go on after the answer, as `ctx.waitUntil` does. It is used to write when the sign-in
   * was last used, because this must not delay the answer.
   */
  readonly background: (work: Promise<unknown>) => void;
}

/**
 * With the prefix `__Host-`, subdomains cannot overwrite the cookie. The library's
 * `useSecureCookies` sets `__Secure-`, which does not prevent this.
 */
export const cookiePrefix = (development: boolean) =>
  development ? "memtrace" : "__Host-memtrace";

/** Null if the `Cookie` header identifies nobody. */
export async function personOfCookie(
  { database, secret, development, now, background }: CookieReading,
  headers: Headers,
): Promise<SignedInPerson | null> {
  const cookies = parseCookies(headers.get("cookie") ?? "");
  const token = signedToken(cookies.get(`${cookiePrefix(development)}.session_token`), secret);
  if (token === undefined) return null;
  const [found] = await database
    .select({
      ...{ id: user.id, name: user.name, email: user.email, isVerified: user.emailVerified },
      ...{ signIn: session.id, usedAt: session.updatedAt },
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(eq(session.token, token), gt(session.expiresAt, new Date(now()))));
  if (found === undefined) return null;
  const { usedAt, ...person } = found;
  if (isUseDue(usedAt.getTime(), now())) {
    background(writeSignInUse(database, person.signIn, now()));
  }
  return person;
}

/**
 * The cookie has the form `TOKEN.SIGNATURE`. Returns TOKEN if the signature is right. The signature
 * is an HMAC-SHA256 of TOKEN, in base64.
 */
function signedToken(cookie: string | undefined, secret: string): string | undefined {
  const dot = cookie?.lastIndexOf(".") ?? -1;
  if (cookie === undefined || dot < 1) return undefined;
  const token = cookie.slice(0, dot);
  const given = Buffer.from(cookie.slice(dot + 1), "base64");
  const right = createHmac("sha256", requireAuthSecret(secret)).update(token).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? token : undefined;
}
