import type { Context } from "hono";
import type { HttpEnv } from "../../context.ts";
import { ApiError } from "../../errors.ts";

/** Returns the id of the signed-in person; undefined if the caller is a key. */
export function askingPerson(c: Context<HttpEnv>): string | undefined {
  const { kind, id } = c.get("principal");
  return kind === "person" ? id : undefined;
}

/**
 * Returns the id of the signed-in person.
 * @throws ApiError if the caller is a key, because only people work on queue items
 */
export function workingPerson(c: Context<HttpEnv>): string {
  const person = askingPerson(c);
  if (person !== undefined) return person;
  throw new ApiError("invalid_request", "Only people work on queues, not keys. Sign in.");
}
