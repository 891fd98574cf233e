/**
 * SQL conditions on stored times. A wrong clock can store a time in the far future. A time beyond
 * any intended wait counts as wrong, so it does not delay work.
 */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * In milliseconds. Longer than the longest intended wait: a webhook's retry after one day plus
 * jitter.
 */
const LONGEST_WAIT_MS = 30 * 3_600_000;

/**
 * SQL condition that is true if the time has come, or if it is wrong because it is too far in the
 * future. SQLite cannot use an index of times for this condition. So use it only together with
 * another condition that finds the rows by an index. To list all due rows, make two queries
 * instead: one for the times that have come, and one with `isBeyondWaits`.
 */
export function hasCome(time: SQLWrapper, now: number): SQL {
  return sql`(${time} <= ${now} or ${isBeyondWaits(time, now)})`;
}

/**
 * SQL: whether the time is further in the future than any intended wait, so that it must be wrong.
 */
export function isBeyondWaits(time: SQLWrapper, now: number): SQL {
  return sql`${time} > ${now + LONGEST_WAIT_MS}`;
}

/** SQL: whether the time is more than this many milliseconds before or after now. */
export function isOver(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} < ${now - milliseconds} or ${time} > ${now + milliseconds})`;
}

/** SQL: whether the time is less than this many milliseconds before or after now. */
export function isWithin(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} > ${now - milliseconds} and ${time} < ${now + milliseconds})`;
}
