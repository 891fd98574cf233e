/** Decides when a failing endpoint is disabled. */

const FAILING_DAYS = 5;
const FAILED_DELIVERIES = 3;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The failed deliveries since the last successful delivery. Deliveries with further attempts are
 * not included.
 */
export interface FailedRun {
  readonly deliveries: number;
  /**
   * Time at which the oldest of these deliveries was created, in milliseconds since the epoch; null
   * if there are none.
   */
  readonly since: number | null;
}

/**
 * Returns the reason to disable the endpoint now, as a sentence for the endpoint's owner; null to
 * keep it enabled. Call this each time a delivery has no attempt left. There is a reason only if
 * several deliveries failed, and the failures cover several days. So one outage does not disable an
 * endpoint that gets few deliveries.
 */
export function disableReason(run: FailedRun, now: number): string | null {
  if (run.since === null || run.deliveries < FAILED_DELIVERIES) return null;
  if (now - run.since < FAILING_DAYS * DAY_MS) return null;
  const day = new Date(run.since).toISOString().slice(0, 10);
  return `The last ${run.deliveries} deliveries failed in every attempt; none was received since ${day}.`;
}

/** The stored reason for disabling an endpoint that answered 410. */
export const GONE_REASON = "The endpoint answered 410 Gone.";
/** The stored reason for disabling a channel whose service answered 404 or 410. */
export const CHANNEL_GONE_REASON =
  "The service says that this address no longer exists. Make a new one there, and enter it here.";
