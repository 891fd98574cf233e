/**
 * Conditions on stored times that hold again once a clock that was far ahead is right. A time further
 * in the future than any intended wait is such a clock's, and must not block the work until then.
 */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Longer than any intended wait: a webhook is tried again after a day and its jitter at most. */
const LONGEST_WAIT_MS = 30 * 3_600_000;

/**
 * Whether the time to begin has come. For rows that are found otherwise: SQLite does not take two ranges
 * from one index, so a list of due rows asks for those of `isBeyondWaits` by themselves.
 */
export function hasCome(time: SQLWrapper, now: number): SQL {
  return sql`(${time} <= ${now} or ${isBeyondWaits(time, now)})`;
}

/** Whether the time to begin lies further ahead than anything waits. */
export function isBeyondWaits(time: SQLWrapper, now: number): SQL {
  return sql`${time} > ${now + LONGEST_WAIT_MS}`;
}

/** Whether something happened longer ago than this. */
export function isOver(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} < ${now - milliseconds} or ${time} > ${now + milliseconds})`;
}

/** Whether something happened within the last milliseconds. */
export function isWithin(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} > ${now - milliseconds} and ${time} < ${now + milliseconds})`;
}
