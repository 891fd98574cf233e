/**
 * Conditions on stored times. A clock that was far ahead may have stored a time in the future. If a
 * time is further in the future than any intended wait, these conditions assume a wrong clock, so
 * that the time does not delay work.
 */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Longer than any intended wait. The longest intended wait precedes a webhook's retry: one day plus
 * jitter.
 */
const LONGEST_WAIT_MS = 30 * 3_600_000;

/**
 * Whether the time has come, or lies further ahead than any intended wait. Use this only for rows
 * that another condition finds, because SQLite does not read two ranges of an index for an OR. To
 * list due rows, query `isBeyondWaits` separately.
 */
export function hasCome(time: SQLWrapper, now: number): SQL {
  return sql`(${time} <= ${now} or ${isBeyondWaits(time, now)})`;
}

/** Whether the time lies further ahead than any intended wait. */
export function isBeyondWaits(time: SQLWrapper, now: number): SQL {
  return sql`${time} > ${now + LONGEST_WAIT_MS}`;
}

/**
 * Whether the time is more than this many milliseconds before now, or more than this many after
 * now.
 */
export function isOver(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} < ${now - milliseconds} or ${time} > ${now + milliseconds})`;
}

/**
 * Whether the time is less than this many milliseconds before now, or less than this many after
 * now.
 */
export function isWithin(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} > ${now - milliseconds} and ${time} < ${now + milliseconds})`;
}
