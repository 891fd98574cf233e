/**
 * Sends all requests of the UI, with the person's cookie. A failed request throws an `ApiFailure`.
 */
import type { ErrorEnvelope } from "../../protocol/error-codes.ts";
import type { SubscriptionChange } from "../../protocol/people/mail.ts";
import { parseRetryAfter } from "../../protocol/retry-after.ts";
import { type Asked, clientOf, peopleClientOf } from "../../protocol/routes/client.ts";

/** A failed request. Status 0 means that no server answered. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** The server asks to wait this many milliseconds. 0 if the server names no time. */
  readonly retryAfterMs: number;

  constructor(
    status: number,
    code: string,
    message: string,
    requestId: string | null,
    retryAfterMs = 0,
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.name = "ApiFailure";
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** True if the server is still preparing the answer, so a retry will succeed soon. */
export const isPreparing = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === "preparing";

/**
 * Decides whether to send the failed request again. A refusal (4xx) is never retried. A temporary
 * failure is retried at most `MAX_RETRIES` times. While the server prepares the answer, the number
 * of retries has no limit.
 */
export function mayRetry(failures: number, error: Error): boolean {
  if (isPreparing(error)) return true;
  const mayPass = !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;
  return failures < MAX_RETRIES && mayPass;
}

/** Milliseconds before the next try. */
export function retryDelay(failures: number, error: Error): number {
  return isPreparing(error) ? PREPARING_MS : Math.min(1_000 * 2 ** failures, 30_000);
}

const MAX_RETRIES = 2;
const PREPARING_MS = 2_000;

interface CallOptions {
  readonly signal?: AbortSignal;
  /** If set, the request contains this file instead of a JSON body. */
  readonly file?: {
    readonly content: Blob;
    readonly type: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
}

/** Calls an API route. Throws an `ApiFailure` unless the status is 2xx. */
export const call = clientOf<CallOptions>(request);

/** Calls a route for sign-in or organizations. Throws an `ApiFailure` unless the status is 2xx. */
export const callPeople = peopleClientOf(request);

/**
 * Unsubscribes from a channel's e-mails, or subscribes again. The token in the e-mail's link
 * replaces a sign-in.
 */
export const setSubscribed = (token: string, isSubscribed: boolean): Promise<SubscriptionChange> =>
  request({
    method: isSubscribed ? "DELETE" : "POST",
    path: `/api/unsubscribe?token=${token}`,
    body: undefined,
  });

async function request({ method, path, body }: Asked, { file, signal }: CallOptions = {}) {
  const response = await send(method, path, file ?? asJson(body), signal);
  if (!response.ok) throw await failureOf(response);
  const text = await response.text();
  return text === "" ? undefined : wellFormed(text);
}

/**
 * JavaScript stores some characters, such as emoji, in two halves (a surrogate pair). If a text was
 * cut between them, only one half is left, and `encodeURIComponent` throws an error for it. This
 * pattern finds a half in JSON, where it is written as an escape such as `\ud83d`.
 */
const HALF_CHARACTER = /\\u[dD][89a-fA-F]/;

/**
 * Parses the JSON. If a string contains only half of a surrogate pair, replaces it with `\ufffd`.
 */
export function wellFormed(json: string) {
  if (!HALF_CHARACTER.test(json)) return JSON.parse(json);
  return JSON.parse(json, (_, value) => (typeof value === "string" ? value.toWellFormed() : value));
}

function asJson(body: unknown): Content | undefined {
  if (body === undefined) return undefined;
  return { content: JSON.stringify(body), type: "application/json" };
}

interface Content {
  readonly content: Blob | string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(method: string, url: string, body?: Content, signal?: AbortSignal) {
  try {
    return await fetch(url, {
      method,
      signal,
      credentials: "same-origin",
      headers: body === undefined ? {} : { ...body.headers, "content-type": body.type },
      body: body?.content ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiFailure(0, "unreachable", "The server did not answer. Are you online?", null);
  }
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get("x-request-id");
  const body: unknown = await response.json().catch(() => null);
  if (isEnvelope(body)) {
    const { code, message } = body.error;
    const retryAfterMs = 1_000 * parseRetryAfter(response.headers.get("retry-after"), Date.now());
    return new ApiFailure(response.status, code, message, body.error.requestId, retryAfterMs);
  }
  const message = isMessage(body) ? body.message : `The server answered ${response.status}.`;
  return new ApiFailure(response.status, "unknown", message, requestId);
}

function isEnvelope(body: unknown): body is ErrorEnvelope {
  if (typeof body !== "object" || body === null || !("error" in body)) return false;
  const { error } = body;
  return typeof error === "object" && error !== null && "code" in error && "requestId" in error;
}

/** Whether the body is an error of a sign-in endpoint, which contains only a message. */
function isMessage(body: unknown): body is { message: string } {
  return (
    typeof body === "object" &&
    body !== null &&
    "message" in body &&
    typeof body.message === "string"
  );
}
