/** When an endpoint that keeps failing is switched off. */

const FAILING_DAYS = 5;
const FAILED_DELIVERIES = 3;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The deliveries of one endpoint that were given up since the last one that was received. */
export interface FailedRun {
  readonly deliveries: number;
  /** When the oldest of them was created, in milliseconds; null where there is none. */
  readonly since: number | null;
}

/**
 * Why to disable the endpoint now, as a sentence for its owner, or null to keep it enabled.
 * Ask after every delivery that was given up. Both a long time and several deliveries are needed:
 * an endpoint that rarely gets a message must not be lost to a single outage.
 */
export function disableReason(run: FailedRun, now: number): string | null {
  if (run.since === null || run.deliveries < FAILED_DELIVERIES) return null;
  if (now - run.since < FAILING_DAYS * DAY_MS) return null;
  const day = new Date(run.since).toISOString().slice(0, 10);
  return `The last ${run.deliveries} deliveries failed in every attempt; none was received since ${day}.`;
}

/** The reason that is stored where an endpoint answered 410. */
export const GONE_REASON = "The endpoint answered 410 Gone.";
