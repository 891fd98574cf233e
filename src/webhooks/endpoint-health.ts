/** Decides when a failing endpoint is disabled. */

const FAILING_DAYS = 5;
const FAILED_DELIVERIES = 3;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Failed deliveries since the last successful one. Deliveries with attempts left do not count. */
export interface FailedRun {
  readonly deliveries: number;
  /**
   * Creation time of the oldest of these deliveries, in milliseconds since 1970. Null if there are
   * none.
   */
  readonly since: number | null;
}

/**
 * Why to disable the endpoint now, as a sentence for its owner. Null keeps it enabled. Call this
 * each time a delivery has no attempt left. Several deliveries over several days must have failed,
 * so that one outage does not disable an endpoint with few deliveries.
 */
export function disableReason(run: FailedRun, now: number): string | null {
  if (run.since === null || run.deliveries < FAILED_DELIVERIES) return null;
  if (now - run.since < FAILING_DAYS * DAY_MS) return null;
  const day = new Date(run.since).toISOString().slice(0, 10);
  return `The last ${run.deliveries} deliveries failed in every attempt; none was received since ${day}.`;
}

/** Stored for an endpoint that answered 410. */
export const GONE_REASON = "The endpoint answered 410 Gone.";
/** Stored for a channel whose service answered 404 or 410. */
export const CHANNEL_GONE_REASON =
  "The service says that this address no longer exists. Make a new one there, and enter it here.";
