/**
 * SQL conditions on stored times. A wrong clock sometimes stores a time far in the future. These
 * conditions treat a time as wrong if it is further in the future than any intended wait. So a
 * wrong time does not delay work.
 */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Longer than any intended wait, in milliseconds. The longest intended wait is before a webhook's
 * retry: one day plus jitter.
 */
const LONGEST_WAIT_MS = 30 * 3_600_000;

/**
 * Whether the time has come, or is wrong because it is further in the future than any intended
 * wait. Use this only together with a condition that finds the rows by an index: for an OR, SQLite
 * does not use the index of times. To list due rows, make a second query with `isBeyondWaits`.
 */
export function hasCome(time: SQLWrapper, now: number): SQL {
  return sql`(${time} <= ${now} or ${isBeyondWaits(time, now)})`;
}

/** Whether the time is further in the future than any intended wait. */
export function isBeyondWaits(time: SQLWrapper, now: number): SQL {
  return sql`${time} > ${now + LONGEST_WAIT_MS}`;
}

/**
 * Whether the time differs from now by more than this many milliseconds, in the past or in the
 * future.
 */
export function isOver(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} < ${now - milliseconds} or ${time} > ${now + milliseconds})`;
}

/**
 * Whether the time differs from now by less than this many milliseconds, in the past or in the
 * future.
 */
export function isWithin(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} > ${now - milliseconds} and ${time} < ${now + milliseconds})`;
}
