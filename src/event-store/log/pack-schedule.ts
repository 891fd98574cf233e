/**
 * Computes when the Durable Object of a graph should next make a pack from its log, and when it
 * should delete the rows whose events are in a pack. It reads no clock and keeps no state: the
 * caller passes both.
 */

/**
 * Delay from the first urgent event to the pack. Events that arrive during the delay get into the
 * same pack.
 */
const URGENT_DELAY_MS = 400;
/** A new graph's first burst of events has ended when no event arrived for this long. */
const PAUSE_MS = 1_000;
/**
 * The first pack of a new graph waits until the first burst of events has ended. These are the
 * times of the checks, counted from the first waiting event. The last check makes a pack in any
 * case.
 */
const FIRST_PACK_CHECKS_MS = [1_000, 3_000, 7_000];
/**
 * Delay from the first waiting event to the pack, if the graph is not new and nothing is urgent.
 * Fewer and larger packs cost less. A reader that cannot wait requests a flush.
 */
const PACK_DELAY_MS = 30_000;
/**
 * Delay from a failed attempt to make a pack to the next attempt. The log keeps all events until a
 * pack succeeds.
 */
const RETRY_DELAY_MS = 5_000;
/**
 * Delay from storing a pack to deleting the log rows that the pack replaces. If events arrive
 * during the delay, their append already deletes the rows. The delay is short because its timer
 * keeps the Durable Object awake, which costs money.
 */
const CLEAR_DELAY_MS = 250;

/** All times are in milliseconds since the epoch. */
export interface PackState {
  /** Arrival time of the first event that waits for a pack; undefined for none. */
  readonly waitingSince: number | undefined;
  /**
   * Time at which the waiting events became urgent, because one of them can open a case or because
   * they fill a pack. Undefined if they are not urgent.
   */
  readonly urgentSince: number | undefined;
  readonly isNew: boolean;
  readonly appendedAt: number;
  /** Time of the last failed attempt to make a pack; undefined if a later attempt succeeded. */
  readonly failedAt: number | undefined;
  /**
   * Time at which the last pack was stored; undefined if the log rows that this pack replaces are
   * already deleted.
   */
  readonly packedAt: number | undefined;
}

/**
 * Says when the caller should make a pack (`pack`), and when it should delete the rows of packed
 * events (`clear`). If such a time is in the past, the caller should act immediately.
 */
export interface PackSchedule {
  /**
   * Time for the in-memory timer. An eviction of the Durable Object loses this timer, so `alarm` is
   * set too.
   */
  readonly pack?: number;
  readonly clear?: number;
  /** Time for the Durable Object's alarm, which also fires after an eviction. */
  readonly alarm?: number;
}

export function packSchedule(state: PackState, now: number): PackSchedule {
  const { waitingSince, failedAt, packedAt } = state;
  const clear = packedAt === undefined ? {} : { clear: packedAt + CLEAR_DELAY_MS };
  if (waitingSince === undefined) return clear;
  if (failedAt !== undefined) return { ...clear, alarm: failedAt + RETRY_DELAY_MS };
  return { ...clear, ...timerOf(state, waitingSince, now), alarm: waitingSince + PACK_DELAY_MS };
}

function timerOf(
  { urgentSince, isNew, appendedAt }: PackState,
  waitingSince: number,
  now: number,
): Pick<PackSchedule, "pack"> {
  if (urgentSince !== undefined) return { pack: urgentSince + URGENT_DELAY_MS };
  if (!isNew) return {};
  const checks = FIRST_PACK_CHECKS_MS.map((delay) => waitingSince + delay);
  const last = checks.at(-1) ?? waitingSince;
  const isPaused = now - appendedAt >= PAUSE_MS;
  const passed = checks.findLast((check) => check <= now);
  if (passed !== undefined && (isPaused || passed === last)) return { pack: passed };
  return { pack: checks.find((check) => check > now) ?? last };
}
