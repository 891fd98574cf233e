/**
 * Makes one attempt to open, close or reopen a tracker's issue, as the finding's state requires.
 */
import { createHash } from "node:crypto";
import type { SyncedIssue, TrackedIssues } from "../../database/alerts/tracked-issues.ts";
import type { LeasedDelivery, WebhookRepository } from "../../database/jobs/webhook-repository.ts";
import type { WebhookPayload } from "../../protocol/api/webhook-payloads.ts";
import { success } from "../../protocol/result.ts";
import type { TrackerTarget } from "../../webhooks/channels/channel-address.ts";
import { noticeOf } from "../../webhooks/channels/notice.ts";
import { nextAttempt } from "../../webhooks/retry-schedule.ts";
import { github } from "../../webhooks/trackers/github.ts";
import { linear } from "../../webhooks/trackers/linear.ts";
import { syncIssue } from "../../webhooks/trackers/sync-issue.ts";
import type { Answered, Tracker, TrackerFault } from "../../webhooks/trackers/tracker.ts";
import type { TrackerDeps } from "../../webhooks/trackers/tracker-client.ts";

interface TrackDeps<Signal> extends TrackerDeps<Signal> {
  readonly issues: TrackedIssues;
  readonly webhooks: WebhookRepository;
  readonly random: () => number;
}

interface TrackEnd {
  /** Time of the next attempt. Null if the delivery has ended. */
  readonly retryAt: number | null;
  /** Reason to disable the channel. Null if it stays enabled. */
  readonly disabled: string | null;
}

interface Opened {
  readonly event: WebhookPayload;
  readonly target: TrackerTarget;
}

export async function trackFinding<Signal>(
  deps: TrackDeps<Signal>,
  leased: LeasedDelivery,
  opened: Opened,
): Promise<TrackEnd> {
  const startedAt = deps.now();
  const answer = await ask(deps, leased, opened);
  const endedAt = deps.now();
  const attempt = {
    ...{ at: new Date(startedAt).toISOString(), milliseconds: endedAt - startedAt },
    ...(answer.ok
      ? { status: OK, error: null }
      : { status: answer.fault.status, error: answer.fault.error }),
  };
  if (answer.ok) {
    const { id } = leased.endpoint;
    const finding = findingOf(opened.event);
    const also =
      answer.value === undefined || finding === undefined
        ? []
        : [deps.issues.storing(id, finding, answer.value, endedAt)];
    await deps.webhooks.recordAttempt(leased, attempt, "delivered", null, also);
    return { retryAt: null, disabled: null };
  }
  const retryAt = retryTime(answer.fault, leased, endedAt, deps.random());
  const state = retryAt === null ? "failed" : "queued";
  await deps.webhooks.recordAttempt(leased, attempt, state, retryAt);
  return { retryAt, disabled: answer.fault.kind === "lost" ? whyLost(answer.fault) : null };
}

/**
 * If all requests of an attempt succeeded, this HTTP status is logged for the attempt. The requests
 * themselves can have different statuses.
 */
const OK = 200;

function retryTime(fault: TrackerFault, leased: LeasedDelivery, now: number, random: number) {
  if (fault.kind !== "retry") return null;
  return nextAttempt(leased.round + 1, now, random, fault.waitSeconds);
}

const whyLost = ({ error }: TrackerFault): string =>
  `${error} Enter the repository or team for issues and a token that may write there, then enable the channel.`;

/**
 * Asks the tracker to bring the finding's issue into the right state. A test event is about no
 * finding. It only checks whether the tracker would allow this service to open issues.
 */
async function ask<Signal>(
  deps: TrackDeps<Signal>,
  { endpoint, attempts }: LeasedDelivery,
  { event, target }: Opened,
): Promise<Answered<SyncedIssue | undefined>> {
  const tracker = trackerOf(target, deps);
  const finding = findingOf(event);
  if (finding === undefined) {
    const checked = await tracker.check();
    return checked.ok ? success(undefined) : checked;
  }
  const { issue, isFixed } = await deps.issues.find(endpoint.id, finding);
  const shouldBeOpen = isFixed === undefined ? event.type !== "finding.closed" : !isFixed;
  const synced = await syncIssue(tracker, {
    ...{ notice: noticeOf(event), channel: endpoint.id, known: issue },
    ...{ isRepeated: attempts.length > 0, shouldBeOpen },
  });
  if (!synced.ok) return synced;
  return success(synced.value && { ...synced.value, isOpen: shouldBeOpen });
}

function findingOf(event: WebhookPayload): string | undefined {
  switch (event.type) {
    case "finding.opened":
    case "finding.reopened":
    case "finding.closed":
      return event.data.finding;
    default:
      return undefined;
  }
}

function trackerOf<Signal>(target: TrackerTarget, deps: TrackerDeps<Signal>): Tracker {
  return target.kind === "github" ? github(target, deps) : linear(target, deps, uuidOf);
}

/** Returns a UUID that depends only on the text. Linear requires the format of version 4. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join("-");
}
