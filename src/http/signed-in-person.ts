import type { Context } from "hono";
import type { SignedInPerson } from "../tenancy/principal.ts";
import type { HttpEnv } from "./context.ts";
import { ApiError } from "./errors.ts";

/**
 * The person whom the cookie of the request identifies.
 *
 * @throws ApiError if the cookie identifies nobody
 */
export async function signedInPerson(c: Context<HttpEnv>): Promise<SignedInPerson> {
  const person = await c.get("services").personOf(c.req.raw.headers);
  if (person === null) throw new ApiError("unauthorized", "Sign in first.");
  return person;
}
