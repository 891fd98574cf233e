/** Runs a transaction only if a condition holds. */
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Database } from "./database.ts";

/**
 * Runs the statements in one transaction. One of the statements must check the condition: if the
 * condition is false, the statement sets `column` to null. The column is not nullable, so the
 * transaction fails.
 * @param column table and name of the column, as in `job.state`
 * @returns undefined if the condition did not hold
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
