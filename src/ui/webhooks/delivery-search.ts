import type { Delivery } from "../../protocol/api/webhook-endpoints.ts";

/** URL parameters: filters, and the open delivery. */
export interface DeliverySearch {
  readonly endpoint?: string;
  readonly state?: Delivery["state"];
  readonly delivery?: string;
}

export const DELIVERY_STATES: readonly Delivery["state"][] = ["queued", "delivered", "failed"];

export function parseDeliverySearch(raw: Record<string, unknown>): DeliverySearch {
  const parsed: DeliverySearch = {
    endpoint: typeof raw.endpoint === "string" ? raw.endpoint : undefined,
    state: DELIVERY_STATES.find((state) => state === raw.state),
    delivery: typeof raw.delivery === "string" ? raw.delivery : undefined,
  };
  return parsed;
}
