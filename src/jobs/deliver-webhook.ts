/** Makes one attempt of one delivery and stores its outcome. */

import type { TrackedIssues } from "../database/alerts/tracked-issues.ts";
import type { LeasedDelivery, WebhookRepository } from "../database/jobs/webhook-repository.ts";
import type { WebhookPayload } from "../protocol/api/webhook-payloads.ts";
import type { Recorder } from "../telemetry/telemetry.ts";
import type { Sealing } from "../tenancy/sealing.ts";
import type { ChannelTarget, TrackerTarget } from "../webhooks/channels/channel-address.ts";
import { channelBody } from "../webhooks/channels/channel-message.ts";
import { type Notice, noticeOf } from "../webhooks/channels/notice.ts";
import { attemptDelivery, type DeliveryDeps, type DeliveryTask } from "../webhooks/deliver.ts";
import { CHANNEL_GONE_REASON, disableReason, GONE_REASON } from "../webhooks/endpoint-health.ts";
import { endpointDisabled } from "../webhooks/payloads.ts";
import type { TrackerFetch } from "../webhooks/trackers/tracker-client.ts";
import { mailAlert, type Outbox } from "./alerts/mail-alert.ts";
import { trackFinding } from "./alerts/track-finding.ts";
import { unsentAttempt } from "./alerts/unsent-attempt.ts";

const UNSEALED =
  "The signing secret cannot be read: the deployment's SEALING_KEY has changed. Rotate the secret, then enable the endpoint.";

const UNSEALED_CHANNEL =
  "The channel's address cannot be read: the deployment's SEALING_KEY has changed. Enter the address again, then enable the channel.";

export interface WebhookJobDeps<Signal> extends DeliveryDeps<Signal> {
  readonly project: string;
  readonly webhooks: WebhookRepository;
  readonly sealing: Sealing;
  readonly publicUrl: string;
  newId(prefix: string): string;
  readonly record: Recorder;
  readonly issues: TrackedIssues;
  readonly fetch: DeliveryDeps<Signal>["fetch"] & TrackerFetch<Signal>;
  /** Undefined if the installation sends no e-mail. */
  readonly outbox?: Outbox;
  /** Runs this delivery's job after `delayMs` milliseconds. */
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
  const opened = await openReceiver(deps, leased);
  if (opened === undefined) {
    const reason = leased.endpoint.kind === "webhook" ? UNSEALED : UNSEALED_CHANNEL;
    await deps.webhooks.recordAttempt(leased, unsentAttempt(deps.now(), reason), "failed", null);
    await disable(deps, leased, reason);
    return;
  }
  if (opened.kind === "letters") {
    await mailAlert(deps, leased, opened);
    return;
  }
  if (opened.kind === "issue") {
    const end = await trackFinding(deps, leased, opened);
    if (end.retryAt !== null) await deps.wake(id, Math.max(0, end.retryAt - deps.now()));
    if (end.disabled !== null) await disable(deps, leased, end.disabled);
    return;
  }
  const result = await attemptDelivery(
    {
      id: leased.id,
      ...opened,
      attemptsMade: leased.round,
      isFailing: leased.endpoint.failures > 0,
    },
    deps,
  );
  const state =
    result.kind === "retry" ? "queued" : result.kind === "delivered" ? "delivered" : "failed";
  await deps.webhooks.recordAttempt(leased, result.attempt, state, result.nextAttemptAt);
  const { status, milliseconds } = result.attempt;
  deps.record({
    ...{ kind: "delivery", project: deps.project, outcome: result.kind },
    ...{ status: status ?? 0, milliseconds },
  });
  if (result.kind === "retry") {
    await deps.wake(id, Math.max(0, result.nextAttemptAt - deps.now()));
  }
  if (result.kind === "gone") {
    const reason = leased.endpoint.kind === "webhook" ? GONE_REASON : CHANNEL_GONE_REASON;
    await disable(deps, leased, reason);
  }
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

type Opened =
  | ({ readonly kind: "request" } & Pick<DeliveryTask, "url" | "payload" | "receiver">)
  | { readonly kind: "letters"; readonly notice: Notice; readonly recipients: readonly string[] }
  | { readonly kind: "issue"; readonly event: WebhookPayload; readonly target: TrackerTarget };

/**
 * Decrypts the endpoint's address or secrets, and returns the message to send. Undefined if they
 * cannot be decrypted.
 */
async function openReceiver<Signal>(
  deps: WebhookJobDeps<Signal>,
  leased: LeasedDelivery,
): Promise<Opened | undefined> {
  const { endpoint, payload } = leased;
  if (endpoint.kind === "webhook") {
    const secrets = await openSecrets(deps, leased);
    if (secrets === undefined) return undefined;
    const receiver = { kind: "endpoint", secrets } as const;
    return { kind: "request", url: endpoint.url, payload, receiver };
  }
  const opened = await deps.sealing.open(endpoint.secret);
  if (!opened.ok) return undefined;
  const target: ChannelTarget = JSON.parse(opened.value);
  const event: WebhookPayload = JSON.parse(payload);
  if (target.kind === "email") {
    return { kind: "letters", notice: noticeOf(event), recipients: target.recipients };
  }
  if (target.kind === "github" || target.kind === "linear") {
    return { kind: "issue", event, target };
  }
  // A Teams address can belong to a workflow that answers with any text, and anybody can create
  // such a workflow. So never log its answer.
  const receiver = { kind: "service", explains: target.kind !== "teams" } as const;
  return { kind: "request", url: target.url, payload: channelBody(event, target), receiver };
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
