import type { DeliveryAttempt } from "../../protocol/api/webhook-endpoints.ts";

/** The delivery log's entry for an attempt without an HTTP request, such as an e-mail. */
export function unsentAttempt(now: number, error: string | null): DeliveryAttempt {
  return { at: new Date(now).toISOString(), status: null, milliseconds: 0, error };
}
