/**
 * Decides when a graph's Durable Object packs its log and deletes packed rows. The decision is a
 * pure function of the state.
 */

/**
 * Delay from the first urgent event to its pack, so that the pack includes the events right after
 * it.
 */
const URGENT_DELAY_MS = 400;
/** If a new graph receives no event for this long, its first burst has ended. */
const PAUSE_MS = 1_000;
/**
 * Delays from the first waiting event of a new graph to each check for that pause. The last check
 * always packs.
 */
const FIRST_PACK_CHECKS_MS = [1_000, 3_000, 7_000];
/**
 * Delay from the first waiting event to any other pack. Fewer and larger packs cost less. A reader
 * that needs a pack earlier requests a flush.
 */
const PACK_DELAY_MS = 30_000;
/** Delay from a failed pack to the next attempt. The log keeps all events until a pack succeeds. */
const RETRY_DELAY_MS = 5_000;
/**
 * Delay from a pack to the deletion of its rows, if no append deletes them first. The delay is
 * short because a timer keeps the Durable Object awake.
 */
const CLEAR_DELAY_MS = 250;

/** Times are milliseconds since the epoch. */
export interface PackState {
  /** Time since which events wait for a pack; undefined if no event waits. */
  readonly waitingSince: number | undefined;
  /** Time since which the waiting events contain a wrong answer or fill a pack. */
  readonly urgentSince: number | undefined;
  /** Whether the graph has no pack yet. */
  readonly isNew: boolean;
  /** Time of the last append. */
  readonly appendedAt: number;
  /** Time of the last failed pack; undefined once a pack has succeeded. */
  readonly failedAt: number | undefined;
  /** Time of the last pack; undefined once its rows are deleted. */
  readonly packedAt: number | undefined;
}

/** `pack` and `clear` are times. A time in the past means now. */
export interface PackSchedule {
  /** Time for a timer. The timer is lost if the Durable Object is evicted. */
  readonly pack?: number;
  readonly clear?: number;
  /** Time for the alarm. The alarm remains if the Durable Object is evicted. */
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
