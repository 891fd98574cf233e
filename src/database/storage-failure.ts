/** Distinguishes failures of the storage, which a caller may retry, from bugs, which it may not. */
import { DrizzleQueryError } from "drizzle-orm";

/** Messages of the platform if its storage, an object, or the connection to them fails. */
const PASSING =
  /network connection lost|connection (?:reset|closed|refused)|overloaded|too many requests|queued for too long|exceeded timeout|reset because|code was updated|transient issue|internal error|internal failure|storage operation|disk is full/i;
/** How errors of the relational database begin. */
const OF_DATABASE = /^(?:D1_|SQLITE_)/;
/** Faults of a statement or of its values, which fail each time. */
const LASTING =
  /D1_TYPE_ERROR|D1_COLUMN_NOTFOUND|D1_EXEC_ERROR|SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|TOOBIG|RANGE)|syntax error|constraint failed/i;
/** Beyond the others of its code: a database that is being set up or restored gets its tables. */
const WITHOUT_TABLES = /no such table/i;
const DEEPEST_CAUSE = 8;

/** Whether the storage failed in a way that passes. Looks through the chain of causes. */
export function isStorageFailure(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && cause instanceof Error; depth++) {
    if (isMarked(cause)) return true;
    // The message of a query's error contains the query, and therefore any text.
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

/** The runtime marks a failure on the way to an object, and a failure of a busy or reset object. */
function isMarked(error: Error): boolean {
  return ["retryable", "overloaded", "durableObjectReset"].some(
    (mark) => mark in error && error[mark as keyof Error] !== undefined,
  );
}

/**
 * The error without the query around it: that one's text holds the query's parameters, which are
 * customers' texts, and only the text of an error leaves an object.
 */
export function withoutQuery(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error("a query failed")) : error;
}
