/** Decides when a failing endpoint is disabled. */

const FAILING_DAYS = 5;
const FAILED_DELIVERIES = 3;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The deliveries that have failed since the last successful one. A delivery counts only after its
 * last attempt has failed.
 */
export interface FailedRun {
  readonly deliveries: number;
  /**
   * Creation time of the oldest of these deliveries, in milliseconds since 1970. Null if there are
   * none.
   */
  readonly since: number | null;
}

/**
 * Call this each time the last attempt of a delivery has failed. If the endpoint should be disabled
 * now, returns a sentence for its owner that says why; otherwise null. Several deliveries must have
 * failed over several days. So a short outage does not disable an endpoint that gets few
 * deliveries.
 */
export function disableReason(run: FailedRun, now: number): string | null {
  if (run.since === null || run.deliveries < FAILED_DELIVERIES) return null;
  if (now - run.since < FAILING_DAYS * DAY_MS) return null;
  const day = new Date(run.since).toISOString().slice(0, 10);
  return `The last ${run.deliveries} deliveries failed in every attempt; none was received since ${day}.`;
}

/** The reason that is stored when an endpoint is disabled because it answered 410. */
export const GONE_REASON = "The endpoint answered 410 Gone.";
/** The reason that is stored when a channel is disabled because its service answered 404 or 410. */
export const CHANNEL_GONE_REASON =
  "The service says that this address no longer exists. Make a new one there, and enter it here.";
