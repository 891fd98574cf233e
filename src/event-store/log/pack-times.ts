/** Remembers when a graph's events began to wait, and when its last pack failed or was stored. */
import type { GraphLog } from "./graph-log.ts";
import { type PackSchedule, packSchedule } from "./pack-schedule.ts";

type Waiting = Pick<GraphLog, "isWaiting" | "isUrgent" | "isNew" | "isSettled">;

const NEVER = Number.POSITIVE_INFINITY;

/** All times are in milliseconds since the epoch. See `PackState` for their meaning. */
export class PackTimes {
  readonly #log: () => Waiting;
  #waitingSince: number | undefined;
  #urgentSince: number | undefined;
  #failedAt: number | undefined;
  #packedAt = 0;

  /** @param log returns the graph's current log; a deletion replaces the log */
  constructor(log: () => Waiting, now: number) {
    this.#log = log;
    this.noteWaiting(now);
  }

  /** Call this whenever events arrived, or the log was replaced. */
  noteWaiting(now: number): void {
    const { isWaiting, isUrgent } = this.#log();
    this.#waitingSince = isWaiting ? (this.#waitingSince ?? now) : undefined;
    this.#urgentSince = isUrgent ? (this.#urgentSince ?? now) : undefined;
  }

  noteFailure(now: number): void {
    this.#failedAt = now;
  }

  notePack(now: number): void {
    this.#failedAt = undefined;
    this.#packedAt = now;
    this.#waitingSince = undefined;
    this.#urgentSince = undefined;
    this.noteWaiting(now);
  }

  /**
   * Returns the times of the next pack, of the next deletion of packed rows, and of the next alarm.
   * A time is infinite if there is nothing to do.
   * @param appendedAt time of the last append
   */
  schedule(appendedAt: number, now: number): Required<PackSchedule> {
    // If the clock was wrong for a while, these times can be in the future and would delay a pack.
    this.#waitingSince = this.#waitingSince && Math.min(this.#waitingSince, now);
    this.#urgentSince = this.#urgentSince && Math.min(this.#urgentSince, now);
    this.#failedAt = this.#failedAt && Math.min(this.#failedAt, now);
    this.#packedAt = Math.min(this.#packedAt, now);
    const { isNew, isSettled } = this.#log();
    const state = {
      isNew,
      waitingSince: this.#waitingSince,
      urgentSince: this.#urgentSince,
      appendedAt,
      failedAt: this.#failedAt,
      packedAt: isSettled ? undefined : this.#packedAt,
    };
    return { pack: NEVER, clear: NEVER, alarm: NEVER, ...packSchedule(state, now) };
  }
}
