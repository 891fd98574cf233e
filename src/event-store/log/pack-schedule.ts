/** Decides when a graph object packs its log and deletes packed rows. A pure function of its state. */

/** From the first urgent event to its pack, so that the pack includes the events right after it. */
const URGENT_DELAY_MS = 400;
/** A pause of this length ends the first burst of a new graph. */
const PAUSE_MS = 1_000;
/** When a new graph checks for that pause, after its first event. The last check always packs. */
const FIRST_PACK_CHECKS_MS = [1_000, 3_000, 7_000];
/** Any other pack. Fewer and larger packs cost less, and a reader requests a flush anyway. */
const PACK_DELAY_MS = 30_000;
/** From a failed pack to the next attempt. The log keeps all events until one succeeds. */
const RETRY_DELAY_MS = 5_000;
/** From a pack to the deletion of its rows, if no append deletes them first. A timer keeps the object awake. */
const CLEAR_DELAY_MS = 250;

/** Times are milliseconds since the epoch. */
export interface PackState {
  /** Since when events wait for a pack; undefined if none wait. */
  readonly waitingSince: number | undefined;
  /** Since when they include a wrong answer, or fill a pack. */
  readonly urgentSince: number | undefined;
  /** Whether the graph has no pack yet. */
  readonly isNew: boolean;
  /** The last append. */
  readonly appendedAt: number;
  /** The last pack that failed, if none has succeeded since. */
  readonly failedAt: number | undefined;
  /** The last pack, while its rows are not cleared. */
  readonly packedAt: number | undefined;
}

/** `pack` and `clear` are moments; one that has passed is due now. */
export interface PackSchedule {
  /** For a timer, which dies with the object. */
  readonly pack?: number;
  readonly clear?: number;
  /** For the alarm, which survives the object if a timer was lost. */
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
