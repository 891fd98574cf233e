/**
 * Reports usage to Stripe as meter events (`POST /v1/billing/meter_events`). The value of an event
 * is a whole number. Each event has an identifier: if Stripe gets the same identifier again within
 * 24 hours, it does not count the event a second time. Stripe refuses events that are older than 35
 * days.
 */
import type { Meter } from "../protocol/api/teams/plans.ts";
import { parseRetryAfter } from "../protocol/retry-after.ts";

interface MeterEvent {
  /** All attempts to send the event use this id, so Stripe counts it only once. */
  readonly id: string;
  readonly customer: string;
  readonly meter: Meter;
  readonly value: number;
  /** Time of the usage, in milliseconds since 1970. */
  readonly at: number;
}

type MeterOutcome =
  | { readonly kind: "sent" }
  | {
      readonly kind: "retry";
      /**
       * A sentence that is stored with the event. It can contain the code of Stripe's error, but
       * never Stripe's message, which could repeat refused values.
       */
      readonly error: string;
      /** Seconds that Stripe asks to wait; 0 if Stripe names no time. */
      readonly waitSeconds: number;
      /**
       * True if the fault does not depend on this event, for example if Stripe cannot be reached.
       * Other events would fail too, so the caller should stop sending.
       */
      readonly isOutage: boolean;
    };

interface BillingRequest<Signal> {
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: "manual";
  readonly signal: Signal;
}

interface BillingResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

interface StripeDeps<Signal> {
  /** For example https://api.stripe.com. */
  readonly url: string;
  readonly key: string;
  readonly fetch: (url: string, request: BillingRequest<Signal>) => Promise<BillingResponse>;
  readonly timeout: (milliseconds: number) => Signal;
}

export interface BillingSystem {
  send(event: MeterEvent): Promise<MeterOutcome>;
}

const TIMEOUT_MS = 15_000;
const MAX_WAIT_SECONDS = 3_600;
const MAX_BODY_CHARS = 2_000;

export function stripe<Signal>(deps: StripeDeps<Signal>): BillingSystem {
  return {
    send: async (event) => {
      try {
        const address = new URL("/v1/billing/meter_events", deps.url).href;
        const answer = await deps.fetch(address, requestOf(event, deps));
        const body = (await answer.text()).slice(0, MAX_BODY_CHARS);
        return outcomeOf(answer.status, body, answer.headers.get("retry-after"));
      } catch {
        return retry("No answer from the billing system, or the connection broke.", true);
      }
    },
  };
}

function requestOf<Signal>(
  { id, customer, meter, value, at }: MeterEvent,
  { key, timeout }: StripeDeps<Signal>,
): BillingRequest<Signal> {
  const fields = {
    event_name: `memtrace_${meter}`,
    identifier: id,
    timestamp: `${Math.floor(at / 1_000)}`,
    "payload[stripe_customer_id]": customer,
    "payload[value]": `${value}`,
  };
  return {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/x-www-form-urlencoded",
      "idempotency-key": id,
      "user-agent": "MemTrace-Billing/1",
    },
    body: Object.entries(fields)
      .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
      .join("&"),
    redirect: "manual",
    signal: timeout(TIMEOUT_MS),
  };
}

function outcomeOf(status: number, body: string, retryAfter: string | null): MeterOutcome {
  if (status >= 200 && status < 300) return { kind: "sent" };
  // An event with this identifier already exists. So Stripe accepted an earlier attempt, but
  // MemTrace did not receive the answer to that attempt.
  if (status === 400 && /already exists/i.test(body) && /identifier/i.test(body)) {
    return { kind: "sent" };
  }
  const code = codeIn(body);
  const error = `The billing system answered ${status}${code === "" ? "" : ` (${code})`}.`;
  if (status === 429) {
    const asked = parseRetryAfter(retryAfter, Date.now());
    return { ...retry(error, true), waitSeconds: Math.min(asked, MAX_WAIT_SECONDS) };
  }
  if (status === 401 || status === 403) return retry(`${error} Check BILLING_API_KEY.`, true);
  return retry(error, status >= 500);
}

/** Returns only Stripe's error code. Stripe's message would repeat the refused values. */
function codeIn(body: string): string {
  return /"code"\s*:\s*"([a-z_]{1,60})"/.exec(body)?.[1] ?? "";
}

function retry(error: string, isOutage: boolean) {
  return { kind: "retry", error, waitSeconds: 0, isOutage } as const;
}
