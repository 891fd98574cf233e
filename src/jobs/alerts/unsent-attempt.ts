import type { DeliveryAttempt } from "../../protocol/api/webhook-endpoints.ts";

/** Returns the attempt of a delivery that made no request itself. */
export function unsentAttempt(now: number, error: string | null): DeliveryAttempt {
  return { at: new Date(now).toISOString(), status: null, milliseconds: 0, error };
}
