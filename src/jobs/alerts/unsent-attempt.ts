import type { DeliveryAttempt } from "../../protocol/api/webhook-endpoints.ts";

/** Returns the log entry for an attempt in which the delivery made no HTTP request itself. */
export function unsentAttempt(now: number, error: string | null): DeliveryAttempt {
  return { at: new Date(now).toISOString(), status: null, milliseconds: 0, error };
}
