/** When a graph object packs its log and clears packed rows: a pure function of what it holds. */

/** From the first urgent event to its pack: what comes right after goes along. */
const URGENT_DELAY_MS = 400;
/** Without events for this long, the first burst of a new graph is over. */
const PAUSE_MS = 1_000;
/** When a new graph looks for that pause, counted from its first event; the last look always packs. */
const FIRST_PACK_LOOKS_MS = [1_000, 3_000, 7_000];
/** Any other pack. Fewer and larger packs cost less, and readers ask for a flush anyway. */
const PACK_DELAY_MS = 30_000;
/** After a failed pack; the log keeps everything until one succeeds. */
const RETRY_DELAY_MS = 5_000;
/** To the end of packed rows, if no append clears them before. A timer keeps the object awake. */
const CLEAR_DELAY_MS = 250;

/** Times are milliseconds since the epoch. */
export interface PackState {
  /** Since when events wait for a pack; undefined where none wait. */
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
  /** For the alarm, which outlives the object: the net below the timers. */
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
  const looks = FIRST_PACK_LOOKS_MS.map((delay) => waitingSince + delay);
  const last = looks.at(-1) ?? waitingSince;
  const isPaused = now - appendedAt >= PAUSE_MS;
  const passed = looks.findLast((look) => look <= now);
  if (passed !== undefined && (isPaused || passed === last)) return { pack: passed };
  return { pack: looks.find((look) => look > now) ?? last };
}
