/** Sends requests to the service. An error's class shows the kind of failure. */
import { setTimeout as pause } from "node:timers/promises";
import { ERROR_STATUS, type ErrorEnvelope } from "../../protocol/error-codes.ts";
import { parseRetryAfter } from "../../protocol/retry-after.ts";
import type { Asked } from "../../protocol/routes/client.ts";

/** The service answered and refused the request. */
export class RefusedRequest extends Error {
  readonly status: number;
  /** The service's error message. */
  readonly reason: string;

  constructor(request: string, status: number, reason: string) {
    super(`${request}: ${status} ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}

/** No complete answer arrived, or the answer did not come from MemTrace. */
export class UnreachableService extends Error {}

export interface Requests {
  /** The service's address. Can contain a path before the API's paths. */
  readonly url: string;
  /** Returns the headers with the credentials. Called for every request. */
  headers(): Readonly<Record<string, string>>;
  /** Id of the project to use. Leave it out with a project key, which determines the project. */
  readonly project?: string;
  /** Called when the service asks to wait. After the wait, the client repeats the request. */
  onWait?(seconds: number): void;
  /**
   * Called once if the service has not begun to answer for a while. `seconds` says how long. After
   * `atMost` seconds, the request fails.
   */
  onSilence?(seconds: number, atMost: number): void;
}

export interface Sending {
  /** Body to send instead of JSON. The caller sets the content type in the headers. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * True if sending the request twice does no harm. After a failure such as status 503, the client
   * cannot know whether the service has carried out the request. So it sends the request again only
   * if this field is true. Default: true for a GET request, otherwise false.
   */
  readonly isRepeatable?: boolean;
}

/** Maximum attempts for one request if the service asks to retry later. */
const MAX_ATTEMPTS = 10;
/**
 * Maximum seconds before a retry. If the service asks for more, the request fails with an error
 * that names the time.
 */
const MAX_WAIT_SECONDS = 120;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const NO_CONTENT = 204;
/** If no answer begins within this time, the request fails. */
const SILENCE_MS = 120_000;
const LONG_MS = 20_000;

/**
 * Sends a request and returns the answer if it is successful. If the status is 429 or 503 and
 * `Retry-After` says how long to wait, waits and sends the request again. After a 503, this is done
 * only for a repeatable request.
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
    const seconds = isPutOff ? parseRetryAfter(response.headers.get("retry-after"), Date.now()) : 0;
    if (!(seconds > 0 && seconds <= MAX_WAIT_SECONDS) || attempt === MAX_ATTEMPTS) {
      const body = await response.text().catch(() => "");
      throw refusalOf(`${method} ${path}`, { status, body, retryAfter: seconds }, requests.url);
    }
    await response.body?.cancel();
    requests.onWait?.(seconds);
    await pause(1_000 * seconds);
  }
}

/** Returns the answer's parsed JSON. Undefined if the answer has no content. */
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
  return new UnreachableService(`The answer of ${url} ended too early: ${causeOf(error)}.`);
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
    // Do not follow redirects. `fetch` would follow them to another origin without the key, and the
    // server there would refuse the request. So report each redirect as an error with its target.
    const response = await fetch(address, {
      ...{ ...request, signal: silence.signal, redirect: "manual" },
    });
    const redirect = redirectOf(url, response);
    if (redirect !== undefined) throw new UnreachableService(redirect);
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
  /** Seconds that the service asks to wait; 0 if it does not ask. */
  readonly retryAfter?: number;
}

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

/** Checks the error body by hand. A validator would be a large dependency for simple commands. */
function isEnvelope(body: unknown): body is ErrorEnvelope {
  const error: unknown = Object(Object(body).error);
  const { code, message } = error as Partial<ErrorEnvelope["error"]>;
  return Object.hasOwn(ERROR_STATUS, String(code)) && typeof message === "string";
}

/** Returns a sentence about the redirect's target. Undefined if the answer is no redirect. */
export function redirectOf(url: string, { status, headers }: Response): string | undefined {
  if (status < 300 || status >= 400) return undefined;
  const location = headers.get("location") ?? "";
  const to = URL.canParse(location, url) ? ` to ${new URL(location, url).origin}` : "";
  return `${url} redirects${to}. The key is not sent there.`;
}

/** The error for an answer from another server or a proxy. */
export function foreign(url: string, status: number): UnreachableService {
  return new UnreachableService(`${url} answered with ${status}, but not as MemTrace does.`);
}

/**
 * Returns why a request failed. The runtime's error says only “fetch failed”; its `cause` has the
 * reason.
 */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  // The TLS library's messages are long and internal, so return only the code.
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
