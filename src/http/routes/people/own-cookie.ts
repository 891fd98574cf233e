/**
 * Writes the service's own cookies, except the sign-in cookie. Scripts of a page cannot read them,
 * and other hosts cannot set them.
 */
import type { Context } from "hono";
import { serialize } from "hono/utils/cookie";
import type { HttpEnv } from "../../context.ts";

const isSecure = (c: Context<HttpEnv>) =>
  new URL(c.get("services").publicUrl).protocol === "https:";

export const cookieName = (c: Context<HttpEnv>, name: string): string =>
  isSecure(c) ? `__Host-memtrace.${name}` : `memtrace.${name}`;

/** @param seconds lifetime of the cookie; 0 deletes it */
export const ownCookie = (
  c: Context<HttpEnv>,
  name: string,
  value: string,
  seconds: number,
): string =>
  serialize(cookieName(c, name), value, {
    ...{ path: "/", httpOnly: true, sameSite: "Lax", secure: isSecure(c) },
    maxAge: seconds,
  });
