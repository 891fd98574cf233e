/**
 * Sends each e-mail with one JSON POST in Resend's format, which many providers accept: `{from, to,
 * subject, text, html}`, with a bearer token and an `Idempotency-Key`.
 */
import { parseRetryAfter } from "../../protocol/retry-after.ts";
import {
  type Mailer,
  type OutgoingLetter,
  type SendOutcome,
  unsubscribeHeaders,
} from "../letter.ts";

/**
 * Before a worker sends an e-mail, it claims the e-mail for a limited time. An attempt must end
 * before the claim ends. Otherwise, another worker could claim the e-mail and send it again.
 */
const ATTEMPT_TIMEOUT_MS = 20_000;
const MAX_ERROR_CHARS = 2_000;
const MAX_WAIT_SECONDS = 6 * 3_600;

export interface ProviderRequest<Signal> {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly redirect: "manual";
  readonly signal: Signal;
}

export interface ProviderResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/**
 * `Signal` is the runtime's type AbortSignal. It is a type parameter, because this folder cannot
 * use the types of a runtime.
 */
export interface HttpProviderDeps<Signal> {
  readonly url: string;
  readonly key: string;
  /** The sender, such as `MemTrace <mail@example.com>`. */
  readonly from: string;
  readonly fetch: (url: string, request: ProviderRequest<Signal>) => Promise<ProviderResponse>;
  /** The signal aborts after this time. */
  readonly timeout: (milliseconds: number) => Signal;
}

export function httpProvider<Signal>(deps: HttpProviderDeps<Signal>): Mailer {
  return {
    isLocal: false,
    send: async (letter) => {
      try {
        const answer = await deps.fetch(deps.url, requestOf(letter, deps));
        const body = (await answer.text()).slice(0, MAX_ERROR_CHARS);
        return outcomeOf(answer.status, body, answer.headers.get("retry-after"));
      } catch {
        // The runtime's message can contain resolved addresses, so the log gets a fixed text.
        return retry(null, "No answer from the provider, or the connection broke.");
      }
    },
  };
}

function requestOf<Signal>(
  { id, to, subject, text, html, unsubscribe }: OutgoingLetter,
  { key, from, timeout }: HttpProviderDeps<Signal>,
): ProviderRequest<Signal> {
  return {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": id,
      "user-agent": "MemTrace-Mail/1",
    },
    body: JSON.stringify({
      ...{ from, to: [to], subject, text, html },
      ...(unsubscribe === null ? {} : { headers: unsubscribeHeaders(unsubscribe) }),
    }),
    redirect: "manual",
    signal: timeout(ATTEMPT_TIMEOUT_MS),
  };
}

/** Exported because a test checks the outcomes of many answers. */
export function outcomeOf(status: number, body: string, retryAfter: string | null): SendOutcome {
  if (status >= 200 && status < 300) return { kind: "sent", status };
  const error = `The provider answered ${status}.`;
  // This answer means that the provider has already accepted this e-mail with other content. This
  // happens if the configuration changed after an earlier attempt. So the e-mail has been sent.
  if (status === 409 && /invalid_idempotent/.test(body)) return { kind: "sent", status };
  if (status === 429) {
    const asked = parseRetryAfter(retryAfter, Date.now());
    return { ...retry(status, error), waitSeconds: Math.min(asked, MAX_WAIT_SECONDS) };
  }
  if (status === 400 || status === 422) {
    if (namesRecipient(body)) {
      return { kind: "bounced", status, error: `${error} It refuses the address.` };
    }
    return /\bfrom\b|domain|api.?key/i.test(body)
      ? retry(status, `${error} It refuses the sender: check MAIL_FROM.`)
      : { kind: "refused", status, error: `${error} It refuses the letter.` };
  }
  if (status === 413) return { kind: "refused", status, error: `${error} The letter is too long.` };
  if (status === 401 || status === 403) {
    return retry(status, `${error} Check MAIL_API_KEY and the sender's domain.`);
  }
  return retry(status, error);
}

/**
 * Whether the error is about the recipient's address. An error about the sender's address does not
 * count. It occurs with every e-mail, so every recipient would be treated as bounced.
 */
function namesRecipient(body: string): boolean {
  if (/\bfrom\b/i.test(body)) return false;
  return /[`'"]to[`'"]|\bto\b field|recipient|suppress|bounce|mailbox|no such user/i.test(body);
}

function retry(status: number | null, error: string) {
  return { kind: "retry", status, error, waitSeconds: 0, isOutage: true } as const;
}
