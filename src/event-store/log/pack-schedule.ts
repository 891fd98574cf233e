/**
 * Decides when a graph's Durable Object packs its log, and when it deletes the rows of packed
 * events. The decision is a pure function of the state.
 */

/**
 * Delay from the first urgent event to the pack. The delay lets the pack include the events that
 * arrive right after the urgent event.
 */
const URGENT_DELAY_MS = 400;
/** If a new graph receives no event for this long, the first burst of its events has ended. */
const PAUSE_MS = 1_000;
/**
 * Delays from the first waiting event of a new graph. After each delay, the Durable Object checks
 * whether the burst has ended. The last check always makes a pack.
 */
const FIRST_PACK_CHECKS_MS = [1_000, 3_000, 7_000];
/**
 * Delay from the first waiting event to a pack in all other cases. The delay is long because fewer
 * and larger packs cost less. A reader that needs the pack earlier requests a flush.
 */
const PACK_DELAY_MS = 30_000;
/** Delay from a failed pack to the next attempt. The log keeps all events until a pack succeeds. */
const RETRY_DELAY_MS = 5_000;
/**
 * Delay from a pack to the deletion of the rows of its events, if no append deletes them earlier.
 * The delay is short because a timer keeps the Durable Object awake.
 */
const CLEAR_DELAY_MS = 250;

/** Times are milliseconds since the epoch. */
export interface PackState {
  /** Arrival time of the first event that waits for a pack; undefined if no event waits. */
  readonly waitingSince: number | undefined;
  /**
   * Time at which the waiting events became urgent, because they contain a wrong answer or fill a
   * pack. Undefined if they are not urgent.
   */
  readonly urgentSince: number | undefined;
  /** Whether the graph has no pack yet. */
  readonly isNew: boolean;
  /** Time of the last append. */
  readonly appendedAt: number;
  /** Time of the last failed pack; undefined if a pack has succeeded since then. */
  readonly failedAt: number | undefined;
  /** Time of the last pack; undefined if the rows of its events are deleted. */
  readonly packedAt: number | undefined;
}

/** `pack` and `clear` are times. A time in the past means now. */
export interface PackSchedule {
  /** Time to set the timer to. The timer is lost if the Durable Object is evicted. */
  readonly pack?: number;
  readonly clear?: number;
  /** Time to set the alarm to. The alarm remains if the Durable Object is evicted. */
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
