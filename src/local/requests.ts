/** Requests to the service, and what can become of them other than an answer. */
import { setTimeout as pause } from "node:timers/promises";
import { ErrorEnvelope } from "../protocol/errors.ts";

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
  /** Address of the service; a path in it stays. */
  readonly url: string;
  /** Who asks; sent with every request. */
  headers(): Readonly<Record<string, string>>;
  /** The project that is meant; a key has but one. */
  readonly project?: string;
  /** Told before a request is repeated that the service put off. */
  onWait?(seconds: number): void;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How often a request is sent that the service puts off. */
const MAX_ATTEMPTS = 10;
/** A service that begins no answer for so long has failed. */
const SILENCE_MS = 120_000;

/**
 * The answer to a request that was taken. One that is put off (`Retry-After`) is sent again.
 * @throws RefusedRequest, UnreachableService
 */
export async function answerTo(requests: Requests, asked: Asked): Promise<Response> {
  const { method, path, body = null } = asked;
  const request = { method, body, headers: { ...asked.headers, ...requests.headers() } };
  for (let attempt = 1; ; attempt++) {
    const response = await answered(requests, path, request);
    if (response.ok) return response;
    const seconds = Number(response.headers.get("retry-after"));
    if (response.status !== 429 || !(seconds > 0) || attempt === MAX_ATTEMPTS) {
      const body = await response.text().catch(() => "");
      throw refusalOf(`${method} ${path}`, { status: response.status, body }, requests.url);
    }
    await response.body?.cancel();
    requests.onWait?.(seconds);
    await pause(1_000 * seconds);
  }
}

/** The JSON that the service answers with. */
export async function jsonAnswerTo<T>(requests: Requests, asked: Asked): Promise<T> {
  const response = await answerTo(requests, asked);
  const text = await response.text().catch((error) => {
    throw brokenOff(requests.url, error);
  });
  const answer = asJson(text);
  if (answer === undefined) throw foreign(requests.url, response.status);
  return answer as T;
}

export function brokenOff(url: string, error: unknown): UnreachableService {
  return new UnreachableService(`The answer of ${url} broke off: ${causeOf(error)}.`);
}

async function answered(
  { url, project = "" }: Requests,
  path: string,
  request: RequestInit,
): Promise<Response> {
  const address = new URL(`${url.replace(/\/+$/, "")}${path}`);
  if (project !== "") address.searchParams.set("project", project);
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error("timed out")), SILENCE_MS);
  try {
    return await fetch(address, { ...request, signal: silence.signal });
  } catch (error) {
    throw new UnreachableService(`${url} does not answer: ${causeOf(error)}.`);
  } finally {
    clearTimeout(timer);
  }
}

/** What an answer says that is no success. */
export function refusalOf(
  request: string,
  { status, body }: { readonly status: number; readonly body: string },
  url: string,
): RefusedRequest | UnreachableService {
  const envelope = ErrorEnvelope.safeParse(asJson(body));
  if (!envelope.success) return foreign(url, status);
  return new RefusedRequest(request, status, envelope.data.error.message);
}

/** Of another server, or of something between. */
function foreign(url: string, status: number): UnreachableService {
  return new UnreachableService(`${url} answered with ${status}, but not as MemTrace does.`);
}

/** The runtime hides why a request failed behind "fetch failed". */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const isSaid = code === "" || cause.message.includes(code);
  return isSaid ? cause.message : [code, cause.message].filter((part) => part !== "").join(", ");
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
