/**
 * Makes one attempt to deliver a message to an endpoint or a service. The caller passes the
 * functions for fetch, time, HMAC and random numbers. From an endpoint's answer, the result
 * contains only the status, so that nobody can read responses through the delivery log.
 */
import type { DeliveryAttempt } from "../protocol/api/webhook-endpoints.ts";
import { parseRetryAfter } from "../protocol/retry-after.ts";
import { cut } from "./channels/fit-text.ts";
import { nextAttempt } from "./retry-schedule.ts";
import type { Hmac } from "./signature.ts";
import { sign } from "./signature.ts";
import type { UrlPolicy } from "./url-policy.ts";
import { checkEndpointUrl } from "./url-policy.ts";

/** Timeout of an attempt in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 15_000;
/**
 * Timeout of a delivery's first attempt while the endpoint is failing. Later attempts get
 * `ATTEMPT_TIMEOUT_MS`.
 */
const SHORT_TIMEOUT_MS = 5_000;

export interface DeliveryRequest<Signal> {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Never follow a redirect, because it would bypass the URL policy. */
  readonly redirect: "manual";
  readonly signal: Signal;
}

/** The part of a fetch Response that this file reads. */
export interface DeliveryResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  readonly body: { cancel(): Promise<void> } | null;
}

/**
 * `Signal` is the runtime's AbortSignal. It is a type parameter, because this folder does not
 * depend on the types of a runtime.
 */
export interface DeliveryDeps<Signal> {
  /**
   * It is called as a method of this object. Wrap a global fetch in a function, because some
   * runtimes need their own `this`.
   */
  readonly fetch: (url: string, request: DeliveryRequest<Signal>) => Promise<DeliveryResponse>;
  /** Returns a signal that aborts after this time with a `TimeoutError`. */
  readonly timeout: (milliseconds: number) => Signal;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  readonly hmac: Hmac;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  readonly policy: UrlPolicy;
}

/**
 * The receiver of the message. An endpoint gets a signature. A service recognises the sender by its
 * secret address or its key.
 */
export type DeliveryReceiver =
  | {
      readonly kind: "endpoint";
      /** The current signing secret, followed by the previous secrets that still sign. */
      readonly secrets: readonly string[];
    }
  | {
      readonly kind: "service";
      /**
       * Whether the log keeps the service's reason for a refusal. True only for services at fixed
       * hosts.
       */
      readonly explains: boolean;
    };

export interface DeliveryTask {
  /** Id of the delivery. It is the same for all attempts and contains no dots. */
  readonly id: string;
  readonly url: string;
  readonly payload: string;
  readonly receiver: DeliveryReceiver;
  /** Number of attempts before this one. */
  readonly attemptsMade: number;
  /**
   * Whether the last attempt to reach the endpoint failed, including attempts for other deliveries.
   */
  readonly isFailing: boolean;
}

/**
 * `exhausted`: no attempt follows, because all attempts are used or because the policy forbids the
 * address. `gone`: the address no longer exists, so the endpoint must be disabled.
 */
export type DeliveryResult =
  | { readonly kind: "retry"; readonly attempt: DeliveryAttempt; readonly nextAttemptAt: number }
  | {
      readonly kind: "delivered" | "exhausted" | "gone";
      readonly attempt: DeliveryAttempt;
      readonly nextAttemptAt: null;
    };

/**
 * Makes one attempt. If the network fails, returns this as a result. Throws only if a secret or the
 * id is malformed.
 */
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
 * Statuses with which a service refuses a message. The service would refuse the same message again.
 */
const FINAL_REFUSALS: ReadonlySet<number | null> = new Set([400, 401, 403, 413, 422]);

/** Decides how the delivery ends. Returns undefined if a later attempt may succeed. */
function endAfter(receiver: DeliveryReceiver, status: number | null) {
  if (status === 410) return "gone" as const;
  if (receiver.kind === "endpoint") return undefined;
  // A deleted Discord webhook or Slack app answers 404.
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
  /** Null if the receiver accepted the message. */
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
    // Cancel the body, because an unread body keeps its connection open. If cancelling fails,
    // nothing changes.
    if (!isExplained) response.body?.cancel().catch(() => undefined);
    const error = words === "" ? failure : `${failure} It said: ${words}`;
    return { status, error, retryAfter: response.headers.get("retry-after") };
  } catch (thrown) {
    // The runtime's message may contain resolved addresses, so the log gets a fixed text.
    const timedOut = thrown instanceof Error && thrown.name === "TimeoutError";
    const error = timedOut
      ? `No answer within ${timeoutMs / 1_000} seconds.`
      : "No connection, or it broke before an answer.";
    return { status: null, error, retryAfter: null };
  }
}

const MAX_WORDS = 200;

/** Reads the service's reason for the refusal, such as Slack's `invalid_blocks`. */
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
