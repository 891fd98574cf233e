import type { Delivery, Endpoint } from "../../protocol/api/webhook-endpoints.ts";
import type { delivery, endpoint } from "../schema/project.ts";

export type EndpointRow = typeof endpoint.$inferSelect;

export function toEndpoint(row: EndpointRow): Endpoint {
  const { id, url, description, events, state, disabledReason, includeTexts, createdAt } = row;
  return {
    ...{ id, url, description, events, state, disabledReason, includeTexts },
    createdAt: new Date(createdAt).toISOString(),
  };
}

export function toDelivery(row: { delivery: typeof delivery.$inferSelect; url: string }): Delivery {
  const {
    id,
    endpoint: target,
    event,
    rule,
    state,
    attempts,
    nextAttemptAt,
    payload,
  } = row.delivery;
  return {
    ...{ id, endpoint: target, url: row.url, event, rule, state, attempts, payload },
    nextAttemptAt:
      state === "queued" && nextAttemptAt !== null ? new Date(nextAttemptAt).toISOString() : null,
    createdAt: new Date(row.delivery.createdAt).toISOString(),
  };
}
