/** Requests to the service, and the ways in which they can fail. */
import { setTimeout as pause } from "node:timers/promises";
import { ERROR_STATUS, type ErrorEnvelope } from "../../protocol/error-codes.ts";
import type { Asked } from "../../protocol/routes/client.ts";

/** The service answered, and said no. */
export class RefusedRequest extends Error {
  readonly status: number;
  /** The envelope's message. */
  readonly reason: string;

  constructor(request: string, status: number, reason: string) {
    super(`${request}: ${status} ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}

/** No answer came, not the whole of it, or one that is not the service's. */
export class UnreachableService extends Error {}

export interface Requests {
  /** Address of the service; a path in it is kept. */
  readonly url: string;
  /** The credentials, sent with every request. */
  headers(): Readonly<Record<string, string>>;
  /** The project that is meant; a key has but one. */
  readonly project?: string;
  /** Called before a request is repeated because the service asked to wait. */
  onWait?(seconds: number): void;
  /** Called if an answer takes long to begin, with the maximum total time. */
  onSilence?(seconds: number, atMost: number): void;
}

export interface Sending {
  /** Sent instead of JSON, with a content type among the headers. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether the request may be sent again if its outcome is unknown after a failure, as for a GET.
   */
  readonly isRepeatable?: boolean;
}

/** How often a request is sent that the service puts off. */
const MAX_ATTEMPTS = 10;
/** For a longer wait, the user gets the time and decides. */
const MAX_WAIT_SECONDS = 120;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const NO_CONTENT = 204;
/** A service that begins no answer for so long has failed. */
const SILENCE_MS = 120_000;
const LONG_MS = 20_000;

/**
 * The answer to an accepted request. Sends it again after `Retry-After`. After a failure of the
 * service, sends it again only if it may be repeated.
 *
 * @throws RefusedRequest
 * @throws UnreachableService
 */
export async function answerTo(
  requests: Requests,
  { method, path, body }: Asked,
  sending: Sending = {},
): Promise<Response> {
  const request = {
    method,
    body: sending.body ?? (body === undefined ? null : JSON.stringify(body)),
    headers: {
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...sending.headers,
      ...requests.headers(),
    },
  };
  const { isRepeatable = method === "GET" } = sending;
  for (let attempt = 1; ; attempt++) {
    const response = await answered(requests, path, request);
    if (response.ok) return response;
    const { status } = response;
    const isPutOff = status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && isRepeatable);
    const seconds = isPutOff ? Number(response.headers.get("retry-after")) : 0;
    if (!(seconds > 0 && seconds <= MAX_WAIT_SECONDS) || attempt === MAX_ATTEMPTS) {
      const body = await response.text().catch(() => "");
      throw refusalOf(`${method} ${path}`, { status, body, retryAfter: seconds }, requests.url);
    }
    await response.body?.cancel();
    requests.onWait?.(seconds);
    await pause(1_000 * seconds);
  }
}

/** The parsed JSON of the answer; undefined for an answer without content. */
export async function jsonAnswerTo(
  requests: Requests,
  asked: Asked,
  sending?: Sending,
): Promise<unknown> {
  const response = await answerTo(requests, asked, sending);
  const text = await response.text().catch((error) => {
    throw brokenOff(requests.url, error);
  });
  if (response.status === NO_CONTENT) return undefined;
  const answer = asJson(text);
  if (answer === undefined) throw foreign(requests.url, response.status);
  return answer;
}

export function brokenOff(url: string, error: unknown): UnreachableService {
  return new UnreachableService(`The answer of ${url} broke off: ${causeOf(error)}.`);
}

async function answered(
  { url, project = "", onSilence }: Requests,
  path: string,
  request: RequestInit,
): Promise<Response> {
  const address = new URL(`${url.replace(/\/+$/, "")}${path}`);
  if (project !== "") address.searchParams.set("project", project);
  const silence = new AbortController();
  const told = setTimeout(() => onSilence?.(LONG_MS / 1_000, SILENCE_MS / 1_000), LONG_MS);
  const timer = setTimeout(() => silence.abort(new Error("timed out")), SILENCE_MS);
  try {
    // Followed, it would lose the key at another address.
    const response = await fetch(address, {
      ...{ ...request, signal: silence.signal, redirect: "manual" },
    });
    const { status, headers } = response;
    if (status >= 300 && status < 400) throw redirected(url, headers.get("location") ?? "");
    return response;
  } catch (error) {
    if (error instanceof UnreachableService) throw error;
    throw new UnreachableService(`${url} does not answer: ${causeOf(error)}.`);
  } finally {
    clearTimeout(told);
    clearTimeout(timer);
  }
}

interface Refusal {
  readonly status: number;
  readonly body: string;
  /** Seconds to wait; 0 if the service does not ask to wait. */
  readonly retryAfter?: number;
}

/** The message of an unsuccessful answer. */
export function refusalOf(
  request: string,
  { status, body, retryAfter = 0 }: Refusal,
  url: string,
): RefusedRequest | UnreachableService {
  const envelope = asJson(body);
  if (!isEnvelope(envelope)) return foreign(url, status);
  const wait = retryAfter > 0 ? ` Repeat it after ${retryAfter} s.` : "";
  return new RefusedRequest(request, status, envelope.error.message + wait);
}

/** By hand: a command that asks the service once need not load a validator. */
function isEnvelope(body: unknown): body is ErrorEnvelope {
  const error: unknown = Object(Object(body).error);
  const { code, message } = error as Partial<ErrorEnvelope["error"]>;
  return Object.hasOwn(ERROR_STATUS, String(code)) && typeof message === "string";
}

function redirected(url: string, location: string): UnreachableService {
  const to = URL.canParse(location, url) ? ` to ${new URL(location, url).origin}` : "";
  return new UnreachableService(`${url} redirects${to}, which the key is not sent to.`);
}

/** Of another server, or of something between. */
export function foreign(url: string, status: number): UnreachableService {
  return new UnreachableService(`${url} answered with ${status}, but not as MemTrace does.`);
}

/** The runtime hides why a request failed behind "fetch failed". */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  // Messages of the TLS library are meant for its developers.
  if (code !== "" && cause.message.includes("\n")) return code;
  const isSaid = code === "" || cause.message.includes(code);
  return isSaid ? cause.message : [code, cause.message].filter((part) => part !== "").join(", ");
}

export function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
