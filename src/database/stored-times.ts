/**
 * Conditions on stored times that tolerate a clock that was far ahead. If a time lies further in
 * the future than any intended wait, such a clock wrote it, and it must not block the work until
 * then.
 */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Longer than any intended wait: a webhook is tried again after a day and its jitter at most. */
const LONGEST_WAIT_MS = 30 * 3_600_000;

/**
 * Whether the time has come to begin. Use it for rows that another condition finds. For one OR,
 * SQLite does not read two ranges of an index, so lists of due rows query `isBeyondWaits`
 * separately.
 */
export function hasCome(time: SQLWrapper, now: number): SQL {
  return sql`(${time} <= ${now} or ${isBeyondWaits(time, now)})`;
}

/** Whether the time lies further ahead than any intended wait. */
export function isBeyondWaits(time: SQLWrapper, now: number): SQL {
  return sql`${time} > ${now + LONGEST_WAIT_MS}`;
}

/** Whether the time is more than this many milliseconds ago. */
export function isOver(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} < ${now - milliseconds} or ${time} > ${now + milliseconds})`;
}

/** Whether the time is within the last `milliseconds`. */
export function isWithin(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} > ${now - milliseconds} and ${time} < ${now + milliseconds})`;
}
