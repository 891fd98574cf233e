/**
 * Makes one attempt to deliver a message to an endpoint or a service. If an endpoint answers, only
 * the status is kept. The text of the answer could come from an internal server, and the delivery
 * log would show it. The caller provides fetch, clock, HMAC and random numbers.
 */
import type { DeliveryAttempt } from "../protocol/api/webhook-endpoints.ts";
import { parseRetryAfter } from "../protocol/retry-after.ts";
import { cut } from "./channels/fit-text.ts";
import { nextAttempt } from "./retry-schedule.ts";
import type { Hmac } from "./signature.ts";
import { sign } from "./signature.ts";
import type { UrlPolicy } from "./url-policy.ts";
import { checkEndpointUrl } from "./url-policy.ts";

const ATTEMPT_TIMEOUT_MS = 15_000;
/**
 * Timeout of a delivery's first attempt if the most recent attempt to reach the same endpoint
 * failed. All other attempts have the timeout `ATTEMPT_TIMEOUT_MS`.
 */
const SHORT_TIMEOUT_MS = 5_000;

export interface DeliveryRequest<Signal> {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  /** A redirect could lead to an address that the URL policy forbids. */
  readonly redirect: "manual";
  readonly signal: Signal;
}

/** The part of a fetch Response that this file needs. */
export interface DeliveryResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  readonly body: { cancel(): Promise<void> } | null;
}

/**
 * `Signal` is the runtime's type AbortSignal. It is a type parameter, because this folder cannot
 * use the types of a runtime.
 */
export interface DeliveryDeps<Signal> {
  /**
   * The global `fetch` of some runtimes fails if it is called as a method of another object. This
   * function is called in that way, so wrap the global `fetch` in a function.
   */
  readonly fetch: (url: string, request: DeliveryRequest<Signal>) => Promise<DeliveryResponse>;
  /** The signal aborts after this time with a `TimeoutError`. */
  readonly timeout: (milliseconds: number) => Signal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly hmac: Hmac;
  /** In [0, 1). */
  readonly random: () => number;
  readonly policy: UrlPolicy;
}

/**
 * How the receiver recognises the sender. A message to an endpoint has a signature. A service knows
 * the sender because the address is secret, or because the message contains a key.
 */
export type DeliveryReceiver =
  | {
      readonly kind: "endpoint";
      /**
       * The first one is the current signing secret. During a rotation, the previous secrets
       * follow, because messages are signed with them too.
       */
      readonly secrets: readonly string[];
    }
  | {
      readonly kind: "service";
      /**
       * If true, the delivery log shows what the service says about a refusal. This is allowed only
       * for services with fixed hosts, whose answers cannot come from an internal server.
       */
      readonly explains: boolean;
    };

export interface DeliveryTask {
  /** All attempts of a delivery use this id. It contains no dots. */
  readonly id: string;
  readonly url: string;
  readonly payload: string;
  readonly receiver: DeliveryReceiver;
  readonly attemptsMade: number;
  /** Whether the most recent attempt failed, counting all deliveries to this endpoint. */
  readonly isFailing: boolean;
}

/**
 * `exhausted`: no attempt is left, or the URL policy forbids the address. `gone`: the address no
 * longer exists, so the endpoint must be disabled.
 */
export type DeliveryResult =
  | { readonly kind: "retry"; readonly attempt: DeliveryAttempt; readonly nextAttemptAt: number }
  | {
      readonly kind: "delivered" | "exhausted" | "gone";
      readonly attempt: DeliveryAttempt;
      readonly nextAttemptAt: null;
    };

/** A network failure is a result, not an error. Throws only if a secret or the id is malformed. */
export async function attemptDelivery<Signal>(
  task: DeliveryTask,
  deps: DeliveryDeps<Signal>,
): Promise<DeliveryResult> {
  const startedAt = deps.now();
  const verdict = checkEndpointUrl(task.url, deps.policy);
  if (!verdict.ok) {
    return finalResult("exhausted", attemptRecord(startedAt, 0, null, verdict.fault));
  }
  const headers = await headersOf(task, startedAt, deps.hmac);
  const answer = await send(verdict.value, headers, task, deps);
  const endedAt = deps.now();
  const attempt = attemptRecord(startedAt, endedAt - startedAt, answer.status, answer.error);
  if (answer.error === null) return finalResult("delivered", attempt);
  const end = endAfter(task.receiver, answer.status);
  if (end !== undefined) return finalResult(end, attempt);
  const wait = parseRetryAfter(answer.retryAfter, endedAt);
  const nextAttemptAt = nextAttempt(task.attemptsMade + 1, endedAt, deps.random(), wait);
  return nextAttemptAt === null
    ? finalResult("exhausted", attempt)
    : { kind: "retry", attempt, nextAttemptAt };
}

/**
 * If a service such as Slack answers with one of these statuses, it would refuse the same message
 * again. So the delivery ends, and the message is not sent again.
 */
const FINAL_REFUSALS: ReadonlySet<number | null> = new Set([400, 401, 403, 413, 422]);

/** How the delivery ends with this status. Undefined if a later attempt can succeed. */
function endAfter(receiver: DeliveryReceiver, status: number | null) {
  if (status === 410) return "gone" as const;
  if (receiver.kind === "endpoint") return undefined;
  // Discord and Slack answer 404 if somebody deleted the webhook or app to which the URL belongs.
  if (status === 404) return "gone" as const;
  return FINAL_REFUSALS.has(status) ? ("exhausted" as const) : undefined;
}

async function headersOf(
  task: DeliveryTask,
  now: number,
  hmac: Hmac,
): Promise<Record<string, string>> {
  const plain = { "content-type": "application/json", "user-agent": "MemTrace-Webhooks/1" };
  if (task.receiver.kind === "service") return plain;
  const seconds = Math.floor(now / 1_000);
  return {
    ...plain,
    "webhook-id": task.id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": await sign(task.receiver.secrets, task.id, seconds, task.payload, hmac),
  };
}

interface Answer {
  readonly status: number | null;
  /** A sentence about the failure. Null if the receiver accepted the message. */
  readonly error: string | null;
  readonly retryAfter: string | null;
}

async function send<Signal>(
  url: string,
  headers: Record<string, string>,
  { payload: body, isFailing, attemptsMade, receiver }: DeliveryTask,
  deps: DeliveryDeps<Signal>,
): Promise<Answer> {
  const timeoutMs = isFailing && attemptsMade === 0 ? SHORT_TIMEOUT_MS : ATTEMPT_TIMEOUT_MS;
  const signal = deps.timeout(timeoutMs);
  try {
    const request = { method: "POST", headers, body, redirect: "manual", signal } as const;
    const response = await deps.fetch(url, request);
    const { status } = response;
    const failure = failureOf(status);
    const isExplained = failure !== null && receiver.kind === "service" && receiver.explains;
    const words = isExplained ? await wordsOf(response) : "";
    // An unread body would keep the connection open. A failure to cancel does not matter.
    if (!isExplained) response.body?.cancel().catch(() => undefined);
    const error = words === "" ? failure : `${failure} It said: ${words}`;
    return { status, error, retryAfter: response.headers.get("retry-after") };
  } catch (thrown) {
    // The runtime's message can contain IP addresses of internal hosts, so the log gets a fixed
    // text.
    const timedOut = thrown instanceof Error && thrown.name === "TimeoutError";
    const error = timedOut
      ? `No answer within ${timeoutMs / 1_000} seconds.`
      : "No connection, or it broke before an answer.";
    return { status: null, error, retryAfter: null };
  }
}

const MAX_WORDS = 200;

/** The service's own words about a refusal, such as Slack's `invalid_blocks`. */
async function wordsOf(response: DeliveryResponse): Promise<string> {
  try {
    return cut((await response.text()).replace(/\s+/g, " ").trim(), MAX_WORDS);
  } catch {
    return "";
  }
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `Answered ${status}; redirects are not followed.`;
  return `Answered ${status}; only 2xx means received.`;
}

function attemptRecord(
  startedAt: number,
  milliseconds: number,
  status: number | null,
  error: string | null,
): DeliveryAttempt {
  return { at: new Date(startedAt).toISOString(), status, milliseconds, error };
}

function finalResult(
  kind: "delivered" | "exhausted" | "gone",
  attempt: DeliveryAttempt,
): DeliveryResult {
  return { kind, attempt, nextAttemptAt: null };
}
