import type { Context } from "hono";
import type { HttpEnv } from "../../context.ts";
import { ApiError } from "../../errors.ts";

/** Undefined if the caller is a key. */
export function askingPerson(c: Context<HttpEnv>): string | undefined {
  const { kind, id } = c.get("principal");
  return kind === "person" ? id : undefined;
}

/**
 * Only people work on queue items.
 * @throws ApiError if the caller is a key
 */
export function workingPerson(c: Context<HttpEnv>): string {
  const person = askingPerson(c);
  if (person !== undefined) return person;
  throw new ApiError("invalid_request", "Only people work on queues, not keys. Sign in.");
}
