import type { DeliveryAttempt } from "../../protocol/api/webhook-endpoints.ts";

/** An attempt that made no request of the delivery's own. */
export function unsentAttempt(now: number, error: string | null): DeliveryAttempt {
  return { at: new Date(now).toISOString(), status: null, milliseconds: 0, error };
}
