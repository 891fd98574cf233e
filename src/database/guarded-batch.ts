import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Database } from "./database.ts";

/**
 * Runs statements in one transaction, which succeeds only under a condition. If the condition is
 * false, one of the statements must set `column` to null. The column does not allow null, so the
 * transaction then fails and changes nothing.
 * @param column table and name, for example `job.state`
 * @returns undefined if the condition was false
 */
export async function guardedBatch<U extends BatchItem<"sqlite">, T extends Readonly<[U, ...U[]]>>(
  database: Database,
  column: string,
  statements: T,
): Promise<BatchResponse<T> | undefined> {
  try {
    return await database.batch(statements);
  } catch (error) {
    if (isNull(error, column)) return undefined;
    throw error;
  }
}

function isNull(error: unknown, column: string): boolean {
  if (!(error instanceof Error)) return false;
  const isMeant = error.message.includes(`NOT NULL constraint failed: ${column}`);
  return isMeant || isNull(error.cause, column);
}
