/**
 * Distinguishes temporary storage failures from bugs. Only after a temporary failure may a caller
 * retry.
 */
import { DrizzleQueryError } from "drizzle-orm";

/** Messages of temporary failures of D1, of a Durable Object, or of the connection to them. */
const PASSING =
  /network connection lost|connection (?:reset|closed|refused)|overloaded|too many requests|queued for too long|exceeded timeout|reset because|code was updated|transient issue|internal error|internal failure|storage operation|disk is full/i;
/** Codes of temporary failures of R2: internal error, unavailable, too many requests. */
const OF_BUCKET = /\((?:10001|10043|10058)\)$/;
/** Beginning of every error message of D1 or SQLite. */
const OF_DATABASE = /^(?:D1_|SQLITE_)/;
/** Errors that the statement or its values cause. A retry would fail again. */
const LASTING =
  /D1_TYPE_ERROR|D1_COLUMN_NOTFOUND|D1_EXEC_ERROR|SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|TOOBIG|RANGE)|syntax error|constraint failed/i;
/**
 * Error about a missing table. It matches `LASTING`, but it is temporary: tables are missing only
 * while a database is created or restored.
 */
const WITHOUT_TABLES = /no such table/i;
const DEEPEST_CAUSE = 8;

/** Whether the error, or one of its causes, is a temporary storage failure. */
export function isStorageFailure(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && cause instanceof Error; depth++) {
    if (isMarked(cause)) return true;
    // Do not match the message of a query error: it contains the query and its values, so it can
    // contain any text.
    if (!(cause instanceof DrizzleQueryError)) {
      const { message } = cause;
      if (OF_DATABASE.test(message)) return WITHOUT_TABLES.test(message) || !LASTING.test(message);
      // A TypeError is a bug, even if its message looks like that of a temporary failure.
      const isPassing = PASSING.test(message) || OF_BUCKET.test(message);
      if (cause.name === "Error" && isPassing) return true;
    }
    cause = cause.cause;
  }
  return false;
}

/**
 * Whether the runtime has marked the error as temporary, because the Durable Object was
 * unreachable, busy or reset.
 */
function isMarked(error: Error): boolean {
  return ["retryable", "overloaded", "durableObjectReset"].some(
    (mark) => mark in error && error[mark as keyof Error] !== undefined,
  );
}

/**
 * Returns the cause of a query error, and every other error unchanged. A query error contains
 * customers' texts, which must not reach logs or callers.
 */
export function withoutQuery(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error("a query failed")) : error;
}
