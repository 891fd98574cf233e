/** The delivery job: makes one attempt at one delivery and stores the outcome. */

import type { LeasedDelivery, WebhookRepository } from "../database/jobs/webhook-repository.ts";
import type { DeliveryAttempt } from "../protocol/api/webhook-endpoints.ts";
import type { Sealing } from "../tenancy/sealing.ts";
import { attemptDelivery, type DeliveryDeps } from "../webhooks/deliver.ts";
import { disableReason, GONE_REASON } from "../webhooks/endpoint-health.ts";
import { endpointDisabled } from "../webhooks/payloads.ts";

const UNSEALED =
  "The signing secret cannot be read: the deployment's SEALING_KEY has changed. Rotate the secret, then enable the endpoint.";

export interface WebhookJobDeps<Signal> extends DeliveryDeps<Signal> {
  readonly project: string;
  readonly webhooks: WebhookRepository;
  readonly sealing: Sealing;
  readonly publicUrl: string;
  newId(prefix: string): string;
  /** Wakes a delivery after a number of milliseconds. */
  wake(delivery: string, delayMs: number): Promise<void>;
}

export async function deliverWebhook<Signal>(
  deps: WebhookJobDeps<Signal>,
  id: string,
): Promise<void> {
  const leased = await deps.webhooks.lease(id, deps.now());
  if (leased === undefined) return;
  if (leased.endpoint.state === "disabled") {
    const attempt = unsentAttempt(deps.now(), "The endpoint is disabled.");
    await deps.webhooks.recordAttempt(leased, attempt, "failed", null);
    return;
  }
  const secrets = await openSecrets(deps, leased);
  if (secrets === undefined) {
    await deps.webhooks.recordAttempt(leased, unsentAttempt(deps.now(), UNSEALED), "failed", null);
    await disable(deps, leased, UNSEALED);
    return;
  }
  const result = await attemptDelivery(
    {
      id: leased.id,
      url: leased.endpoint.url,
      payload: leased.payload,
      secrets,
      attemptsMade: leased.round,
      isFailing: leased.endpoint.failures > 0,
    },
    deps,
  );
  const state =
    result.kind === "retry" ? "queued" : result.kind === "delivered" ? "delivered" : "failed";
  await deps.webhooks.recordAttempt(leased, result.attempt, state, result.nextAttemptAt);
  if (result.kind === "retry") {
    await deps.wake(id, Math.max(0, result.nextAttemptAt - deps.now()));
  }
  if (result.kind === "gone") await disable(deps, leased, GONE_REASON);
  if (result.kind === "exhausted") {
    const reason = disableReason(
      await deps.webhooks.failedRun(leased.endpoint.id, deps.now()),
      deps.now(),
    );
    if (reason !== null) await disable(deps, leased, reason);
  }
}

async function disable<Signal>(
  deps: WebhookJobDeps<Signal>,
  { endpoint }: LeasedDelivery,
  reason: string,
): Promise<void> {
  await deps.webhooks.disableEndpoint(endpoint.id, reason);
  const now = deps.now();
  const payload = endpointDisabled(
    { baseUrl: deps.publicUrl, project: deps.project },
    { id: endpoint.id, url: endpoint.url, reason },
    now,
  );
  const told = await deps.webhooks.deliveriesFor(payload, () => deps.newId("msg"), now);
  await deps.webhooks.storeDeliveries(told);
  for (const delivery of told) await deps.wake(delivery.id, 0);
}

async function openSecrets<Signal>(
  { sealing, now }: WebhookJobDeps<Signal>,
  { endpoint }: LeasedDelivery,
): Promise<string[] | undefined> {
  const rotating = endpoint.earlierSecrets
    .filter(({ until }) => until > now())
    .map(({ secret }) => secret);
  const secrets: string[] = [];
  for (const sealed of [endpoint.secret, ...rotating]) {
    const opened = await sealing.open(sealed);
    if (!opened.ok) return undefined;
    secrets.push(opened.value);
  }
  return secrets;
}

function unsentAttempt(now: number, error: string): DeliveryAttempt {
  return {
    at: new Date(now).toISOString(),
    status: null,
    milliseconds: 0,
    error,
  };
}
