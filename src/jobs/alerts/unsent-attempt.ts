import type { DeliveryAttempt } from "../../protocol/api/webhook-endpoints.ts";

/**
 * Some attempts send no HTTP request, for example an e-mail. This is the entry of such an attempt
 * in the delivery log.
 */
export function unsentAttempt(now: number, error: string | null): DeliveryAttempt {
  return { at: new Date(now).toISOString(), status: null, milliseconds: 0, error };
}
