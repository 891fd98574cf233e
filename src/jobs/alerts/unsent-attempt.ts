import type { DeliveryAttempt } from "../../protocol/api/webhook-endpoints.ts";

/**
 * Returns the entry of the delivery log for an attempt that sent no HTTP request. For example, the
 * endpoint was disabled, or an e-mail was only added to the outbox.
 */
export function unsentAttempt(now: number, error: string | null): DeliveryAttempt {
  return { at: new Date(now).toISOString(), status: null, milliseconds: 0, error };
}
