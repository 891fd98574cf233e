/** Finds the person whom the request's cookie identifies, at most once per request. */
import type { Context } from "hono";
import type { SignedInPerson } from "../tenancy/principal.ts";
import type { HttpEnv } from "./context.ts";
import { ApiError } from "./errors.ts";

/** Null if the cookie identifies nobody. */
export function personOfRequest(c: Context<HttpEnv>): Promise<SignedInPerson | null> {
  const known = c.get("cookiePerson");
  if (known !== undefined) return known;
  const found = c.get("services").personOf(c.req.raw.headers);
  c.set("cookiePerson", found);
  return found;
}

/** @throws ApiError if the cookie identifies nobody */
export async function signedInPerson(c: Context<HttpEnv>): Promise<SignedInPerson> {
  const person = await personOfRequest(c);
  if (person === null) throw new ApiError("unauthorized", "Sign in first.");
  return person;
}
