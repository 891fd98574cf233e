/**
 * Conditions on stored times. They tolerate times that a clock wrote when it was far ahead. A time
 * further in the future than any intended wait is such a time, and must not delay work.
 */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Longer than any intended wait. The longest one is one day plus jitter, before a webhook's retry.
 */
const LONGEST_WAIT_MS = 30 * 3_600_000;

/**
 * Whether the time has come, or lies beyond any intended wait. Use this only for rows that another
 * condition finds, because SQLite does not read two ranges of an index for an OR. To list due rows,
 * query `isBeyondWaits` separately.
 */
export function hasCome(time: SQLWrapper, now: number): SQL {
  return sql`(${time} <= ${now} or ${isBeyondWaits(time, now)})`;
}

/** Whether the time lies further ahead than any intended wait. */
export function isBeyondWaits(time: SQLWrapper, now: number): SQL {
  return sql`${time} > ${now + LONGEST_WAIT_MS}`;
}

/** Whether the time is more than this many milliseconds ago, or further than that in the future. */
export function isOver(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} < ${now - milliseconds} or ${time} > ${now + milliseconds})`;
}

/** Whether the time is less than this many milliseconds ago, or less than that in the future. */
export function isWithin(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} > ${now - milliseconds} and ${time} < ${now + milliseconds})`;
}
