/**
 * SQL conditions on stored times. A wrong clock can store a time in the far future. If a time is
 * further ahead than the longest wait of the service, it counts as wrong and delays no work.
 */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * This must be longer than the longest wait that the service uses. The longest one is a webhook's
 * retry after one day, plus a random delay.
 */
const LONGEST_WAIT_MS = 30 * 3_600_000;

/**
 * SQL condition that is true if the time is in the past. It is also true if the time is so far in
 * the future that it must be wrong. SQLite cannot use an index of times for this condition. So use
 * it only together with another condition that finds the rows by an index. To list all due rows,
 * make two queries instead: one for the times in the past, and one with `isBeyondWaits`.
 */
export function hasCome(time: SQLWrapper, now: number): SQL {
  return sql`(${time} <= ${now} or ${isBeyondWaits(time, now)})`;
}

/**
 * SQL condition that is true if the time is further in the future than any wait of this service.
 * Then a wrong clock must have set it.
 */
export function isBeyondWaits(time: SQLWrapper, now: number): SQL {
  return sql`${time} > ${now + LONGEST_WAIT_MS}`;
}

/**
 * SQL condition that is true if there are more than this many milliseconds between the time and
 * now. The time can be in the past or in the future.
 */
export function isOver(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} < ${now - milliseconds} or ${time} > ${now + milliseconds})`;
}

/**
 * SQL condition that is true if there are less than this many milliseconds between the time and
 * now. The time can be in the past or in the future.
 */
export function isWithin(time: SQLWrapper, now: number, milliseconds: number): SQL {
  return sql`(${time} > ${now - milliseconds} and ${time} < ${now + milliseconds})`;
}
