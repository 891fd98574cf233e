/** Decides when to disable a failing endpoint. */

const FAILING_DAYS = 5;
const FAILED_DELIVERIES = 3;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The deliveries that failed permanently since the last successful delivery. */
export interface FailedRun {
  readonly deliveries: number;
  /** Creation time of the oldest of these deliveries, in milliseconds; null if there is none. */
  readonly since: number | null;
}

/**
 * Returns the reason to disable the endpoint now, as a sentence for the endpoint's owner. Returns
 * null to keep it enabled. Call it after every delivery that was given up. An endpoint is disabled
 * only after a long time and after several failed deliveries. So a single outage does not disable
 * an endpoint that gets few deliveries.
 */
export function disableReason(run: FailedRun, now: number): string | null {
  if (run.since === null || run.deliveries < FAILED_DELIVERIES) return null;
  if (now - run.since < FAILING_DAYS * DAY_MS) return null;
  const day = new Date(run.since).toISOString().slice(0, 10);
  return `The last ${run.deliveries} deliveries failed in every attempt; none was received since ${day}.`;
}

/** The reason that is stored if the endpoint answered 410. */
export const GONE_REASON = "The endpoint answered 410 Gone.";
/** The reason that is stored if a service answered 404 or 410. */
export const CHANNEL_GONE_REASON =
  "The service says that this address no longer exists. Make a new one there, and enter it here.";
