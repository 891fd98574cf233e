/** Sends requests to issue trackers. A network failure is a result, not a thrown error. */
import { failure, success } from "../../protocol/result.ts";
import type { DeliveryResponse } from "../deliver.ts";
import type { Answered, TrackerFault } from "./tracker.ts";

/**
 * Maximum time for one request. A delivery sends up to three requests. A worker claims the delivery
 * for a limited time, and all requests must end before the claim ends.
 */
const TIMEOUT_MS = 15_000;
const USER_AGENT = "MemTrace-Issues/1";

export interface TrackerRequest<Signal> {
  readonly method: "GET" | "POST" | "PATCH";
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Redirects are not followed, because another server would then get the token. */
  readonly redirect: "manual";
  readonly signal: Signal;
}

export type TrackerFetch<Signal> = (
  url: string,
  request: TrackerRequest<Signal>,
) => Promise<DeliveryResponse>;

/**
 * `Signal` is the runtime's type AbortSignal. It is a type parameter, because this folder cannot
 * use the types of a runtime.
 */
export interface TrackerDeps<Signal> {
  readonly fetch: TrackerFetch<Signal>;
  readonly timeout: (milliseconds: number) => Signal;
  readonly now: () => number;
}

export interface Asked {
  readonly method: TrackerRequest<unknown>["method"];
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: object;
}

export interface TrackerAnswer {
  readonly status: number;
  readonly headers: DeliveryResponse["headers"];
  /** The parsed body. Undefined if it is not JSON. */
  readonly json: unknown;
}

/** Returns the answer even if its status is an error. */
export async function askTracker<Signal>(
  { fetch, timeout }: TrackerDeps<Signal>,
  { method, url, headers, body }: Asked,
): Promise<Answered<TrackerAnswer>> {
  try {
    const response = await fetch(url, {
      ...{ method, redirect: "manual", signal: timeout(TIMEOUT_MS) },
      headers: {
        ...{ accept: "application/json", "user-agent": USER_AGENT, ...headers },
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return success({ status: response.status, headers: response.headers, json: jsonOf(text) });
  } catch {
    // The runtime's message can contain IP addresses of internal hosts, so the log gets a fixed
    // text.
    return fault("retry", null, "No answer from the service, or the connection broke.");
  }
}

export function fault(
  kind: TrackerFault["kind"],
  status: number | null,
  error: string,
  waitSeconds = 0,
) {
  return failure({ kind, status, error, waitSeconds });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
