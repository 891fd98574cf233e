/**
 * Logs an unexpected failure. Use only this function. The error of a failed query contains the
 * query's parameters, which can be customers' texts and secrets. So only its cause is logged.
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
