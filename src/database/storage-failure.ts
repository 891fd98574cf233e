/**
 * Distinguishes temporary storage failures, which a caller may retry, from bugs, which a caller
 * must not retry.
 */
import { DrizzleQueryError } from "drizzle-orm";

/**
 * Matches messages of temporary failures: of the platform's storage, of a Durable Object, or of the
 * connection to either of them.
 */
const PASSING =
  /network connection lost|connection (?:reset|closed|refused)|overloaded|too many requests|queued for too long|exceeded timeout|reset because|code was updated|transient issue|internal error|internal failure|storage operation|disk is full/i;
/**
 * Matches the codes of temporary failures of R2: internal error, unavailable, too many requests.
 */
const OF_BUCKET = /\((?:10001|10043|10058)\)$/;
/** Matches the beginning of errors of the relational database. */
const OF_DATABASE = /^(?:D1_|SQLITE_)/;
/**
 * Matches errors that a statement or its values cause. The statement would fail again on each
 * attempt.
 */
const LASTING =
  /D1_TYPE_ERROR|D1_COLUMN_NOTFOUND|D1_EXEC_ERROR|SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|TOOBIG|RANGE)|syntax error|constraint failed/i;
/** An exception to `LASTING`: a database that is being created or restored lacks tables. */
const WITHOUT_TABLES = /no such table/i;
const DEEPEST_CAUSE = 8;

/** Whether the storage failed temporarily. Follows the chain of causes. */
export function isStorageFailure(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && cause instanceof Error; depth++) {
    if (isMarked(cause)) return true;
    // Skip the message of an error about a query. The message contains the query, so it may contain
    // any text.
    if (!(cause instanceof DrizzleQueryError)) {
      const { message } = cause;
      if (OF_DATABASE.test(message)) return WITHOUT_TABLES.test(message) || !LASTING.test(message);
      // A TypeError is a bug, even if its message looks like a temporary failure.
      const isPassing = PASSING.test(message) || OF_BUCKET.test(message);
      if (cause.name === "Error" && isPassing) return true;
    }
    cause = cause.cause;
  }
  return false;
}

/**
 * Whether the runtime marked the failure as temporary. The runtime does so if it could not reach
 * the Durable Object, or if the Durable Object was busy or was reset.
 */
function isMarked(error: Error): boolean {
  return ["retryable", "overloaded", "durableObjectReset"].some(
    (mark) => mark in error && error[mark as keyof Error] !== undefined,
  );
}

/**
 * Returns the error's cause without the query. An error about a query contains the query's
 * parameters, which are customers' texts. A Durable Object passes its errors to its caller.
 */
export function withoutQuery(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error("a query failed")) : error;
}
