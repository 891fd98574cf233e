import { createHash } from "node:crypto";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { knownDevice } from "../../../protocol/people/known-device.ts";
import { isGuessable } from "../../../tenancy/passwords/guessable-password.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { cookieName, ownCookie } from "./own-cookie.ts";

/**
 * The cookie lives for 400 days, because browsers keep no cookie longer. Each sign-in renews it.
 */
const DEVICE_SECONDS = 400 * 24 * 3_600;
const DEVICE_BYTES = 18;

/** @throws ApiError that names the field, if the password is easy to guess */
export function refuseGuessable(
  field: string,
  password: string,
  { email, name }: { readonly email: string; readonly name: string },
): void {
  if (!isGuessable(password, [email, name])) return;
  throw new ApiError(
    "invalid_request",
    `${field}: attackers try this password, or one like it, first. Choose several words that do not belong together. Nothing was changed.`,
  );
}

export const addressOf = (c: Context<HttpEnv>) => c.req.header("cf-connecting-ip") ?? "unknown";

/**
 * Counts `check` as an attempt to enter the account's password.
 * @throws ApiError if there were too many attempts
 */
export async function asAttempt(
  c: Context<HttpEnv>,
  email: string,
  check: () => Promise<Response>,
): Promise<Response> {
  await claimAttempt(c, email);
  const answer = await check();
  const cookie = await rememberBrowser(c, email);
  const known = new Response(answer.body, answer);
  known.headers.append("set-cookie", cookie);
  return known;
}

/**
 * Counts an attempt to enter a password or code. Call this before the password or code is checked.
 * @param account an e-mail address, or another name under which attempts are counted
 * @throws ApiError if there were too many attempts
 */
export async function claimAttempt(c: Context<HttpEnv>, account: string): Promise<void> {
  const attempt = { address: addressOf(c), email: account };
  const claim = await c.get("services").claimSignIn(attempt);
  if (!claim.ok) throw tooManyAttempts(claim.waitMs);
}

/**
 * Call this after all factors were right. It deletes the failed attempts of the account, and stores
 * the browser as known.
 *
 * @returns the long-lived cookie for the browser
 */
export async function rememberBrowser(
  c: Context<HttpEnv>,
  email: string,
  isTrusted = false,
): Promise<string> {
  const services = c.get("services");
  const { cookie, hash } = deviceOf(c);
  const name = knownDevice(c.req.header("user-agent") ?? null) ?? "unknown";
  const forgotUrl = `${services.publicUrl}/forgot-password`;
  const device = { hash, name, forgotUrl, isTrusted };
  await services.signInSucceeded({ address: addressOf(c), email, device });
  services.wakeMail();
  return cookie;
}

/**
 * Returns the browser's long-lived cookie, new or renewed. It identifies a known browser but gives
 * no access.
 */
export function deviceOf(c: Context<HttpEnv>): { cookie: string; hash: string } {
  const { randomBytes } = c.get("services");
  const given = getCookie(c, cookieName(c, "device"));
  const isOurs = given !== undefined && /^[\w-]{24}$/.test(given);
  const value = isOurs ? given : Buffer.from(randomBytes(DEVICE_BYTES)).toString("base64url");
  const cookie = ownCookie(c, "device", value, DEVICE_SECONDS);
  return { cookie, hash: createHash("sha256").update(value).digest("hex") };
}

function tooManyAttempts(waitMs: number): ApiError {
  const retryAfter = Math.ceil(waitMs / 1_000);
  const wait = retryAfter > 90 ? `${Math.ceil(retryAfter / 60)} minutes` : `${retryAfter} seconds`;
  return new ApiError(
    "rate_limited",
    `Too many attempts to sign in. Wait ${wait}. Each further attempt with a wrong password makes the wait longer.`,
    { retryAfter },
  );
}
