/** The delivery job: makes one attempt at one delivery and stores the outcome. */

import type { BatchItem } from "drizzle-orm/batch";
import type { LeasedDelivery, WebhookRepository } from "../database/jobs/webhook-repository.ts";
import type { DeliveryAttempt } from "../protocol/api/webhook-endpoints.ts";
import type { WebhookPayload } from "../protocol/api/webhook-payloads.ts";
import type { Recorder } from "../telemetry/telemetry.ts";
import type { Sealing } from "../tenancy/sealing.ts";
import type { ChannelTarget } from "../webhooks/channels/channel-address.ts";
import { channelBody } from "../webhooks/channels/channel-message.ts";
import { type Letter, lettersOf } from "../webhooks/channels/letter.ts";
import { noticeOf } from "../webhooks/channels/notice.ts";
import { attemptDelivery, type DeliveryDeps, type DeliveryTask } from "../webhooks/deliver.ts";
import { CHANNEL_GONE_REASON, disableReason, GONE_REASON } from "../webhooks/endpoint-health.ts";
import { endpointDisabled } from "../webhooks/payloads.ts";

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
  /** The statement that puts a letter into the outbox; undefined if the deployment has none. */
  readonly outbox?: (letter: Letter) => BatchItem<"sqlite">;
  readonly record: Recorder;
  /** The addresses that are no confirmed ones of members of the organization. */
  strangersAmong(addresses: readonly string[]): Promise<readonly string[]>;
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
  const opened = await openReceiver(deps, leased);
  if (opened === undefined) {
    const reason = leased.endpoint.kind === "webhook" ? UNSEALED : UNSEALED_CHANNEL;
    await deps.webhooks.recordAttempt(leased, unsentAttempt(deps.now(), reason), "failed", null);
    await disable(deps, leased, reason);
    return;
  }
  if (opened.kind === "letters") {
    await mail(deps, leased, opened.letters);
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

const NO_OUTBOX = "This deployment sends no e-mail.";
const NO_MEMBER =
  "No recipient is a member of the organization any more, with a confirmed address. Change the recipients of the channel.";

/** The outbox has retries of its own, so its acceptance ends the delivery. */
async function mail<Signal>(
  { webhooks, outbox, now }: WebhookJobDeps<Signal>,
  leased: LeasedDelivery,
  letters: readonly Letter[],
): Promise<void> {
  const refusal = letters.length === 0 ? NO_MEMBER : null;
  const error = outbox === undefined ? NO_OUTBOX : refusal;
  const attempt = { ...unsentAttempt(now(), ""), error };
  const statements = outbox === undefined ? [] : letters.map(outbox);
  const state = error === null ? "delivered" : "failed";
  await webhooks.recordAttempt(leased, attempt, state, null, statements);
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
  | { readonly kind: "letters"; readonly letters: readonly Letter[] };

/** Undefined if the endpoint's secrets cannot be read. */
async function openReceiver<Signal>(
  deps: WebhookJobDeps<Signal>,
  leased: LeasedDelivery,
): Promise<Opened | undefined> {
  const { endpoint, payload, id } = leased;
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
    // A person may have left the organization, or changed their address, since the channel was made.
    const strangers = await deps.strangersAmong(target.recipients);
    const recipients = target.recipients.filter((each) => !strangers.includes(each));
    return { kind: "letters", letters: lettersOf(noticeOf(event), id, recipients) };
  }
  // Anybody can make a workflow that answers with anything.
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

function unsentAttempt(now: number, error: string): DeliveryAttempt {
  return {
    at: new Date(now).toISOString(),
    status: null,
    milliseconds: 0,
    error,
  };
}
