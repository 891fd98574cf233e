/**
 * Distinguishes failures of the storage, which a caller may retry, from bugs, which it must not
 * retry.
 */
import { DrizzleQueryError } from "drizzle-orm";

/**
 * Messages of temporary failures of the platform's storage, of an object, or of the connection to
 * them.
 */
const PASSING =
  /network connection lost|connection (?:reset|closed|refused)|overloaded|too many requests|queued for too long|exceeded timeout|reset because|code was updated|transient issue|internal error|internal failure|storage operation|disk is full/i;
/** How errors of the relational database begin. */
const OF_DATABASE = /^(?:D1_|SQLITE_)/;
/** Faults of a statement or of its values, which occur on each attempt. */
const LASTING =
  /D1_TYPE_ERROR|D1_COLUMN_NOTFOUND|D1_EXEC_ERROR|SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|TOOBIG|RANGE)|syntax error|constraint failed/i;
/**
 * An exception to the faults above: a database that is being created or restored gets its tables
 * soon.
 */
const WITHOUT_TABLES = /no such table/i;
const DEEPEST_CAUSE = 8;

/** Whether the storage failed temporarily. Follows the chain of causes. */
export function isStorageFailure(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && cause instanceof Error; depth++) {
    if (isMarked(cause)) return true;
    // Skips the message of a query's error: it contains the query, and so any text.
    if (!(cause instanceof DrizzleQueryError)) {
      const { message } = cause;
      if (OF_DATABASE.test(message)) return WITHOUT_TABLES.test(message) || !LASTING.test(message);
      // A TypeError is a bug, whatever its message.
      if (cause.name === "Error" && PASSING.test(message)) return true;
    }
    cause = cause.cause;
  }
  return false;
}

/**
 * Whether the runtime marked the failure as temporary: on the way to an object, or in a busy or
 * reset object.
 */
function isMarked(error: Error): boolean {
  return ["retryable", "overloaded", "durableObjectReset"].some(
    (mark) => mark in error && error[mark as keyof Error] !== undefined,
  );
}

/**
 * The error's cause without the query: the query's error contains its parameters, which are
 * customers' texts, and an object passes the text of an error to its caller.
 */
export function withoutQuery(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error("a query failed")) : error;
}
