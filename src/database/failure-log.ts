/**
 * Logs an unexpected failure; use only this function. A failed query's error contains its
 * parameters, which can be customers' texts and secrets. So only the cause is logged.
 */
import { withoutQuery } from "./storage-failure.ts";

export function logFailure(
  message: string,
  error: unknown,
  fields: Readonly<Record<string, string | undefined>>,
): void {
  const cause = withoutQuery(error);
  const stack = cause instanceof Error ? cause.stack : undefined;
  console.error({ message, ...fields, error: String(cause), stack });
}
