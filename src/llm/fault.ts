/** Why an endpoint gave no answer, and whether to retry or to ask another endpoint. */
import { APIConnectionError, APIError } from "openai";
import type { ModelFailureReason } from "../protocol/model.ts";
import { parseRetryAfter } from "../protocol/retry-after.ts";

export interface Fault {
  readonly ok: false;
  readonly reason: Exclude<ModelFailureReason, "malformed" | "over_budget">;
  /**
   * What can help. `again`: the same request can succeed later. `elsewhere`: only another endpoint
   * can answer. `never`: the request itself is wrong, so every endpoint would refuse it.
   */
  readonly remedy: "again" | "elsewhere" | "never";
  readonly message: string;
  /** The wait that the endpoint requested. */
  readonly waitMs?: number;
  /** Tokens of an answer that began but broke off. */
  readonly used?: Used;
}

export interface Used {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const MAX_QUOTE_CHARS = 300;

export class SilenceError extends Error {
  constructor(milliseconds: number) {
    super(`The endpoint sent nothing for ${Math.round(milliseconds / 1_000)} seconds.`);
  }
}

export class SlownessError extends Error {
  constructor(milliseconds: number) {
    super(`The endpoint's answer took longer than ${Math.round(milliseconds / 1_000)} seconds.`);
  }
}

export function faultOf(error: unknown): Fault {
  if (error instanceof SilenceError || error instanceof SlownessError)
    return unavailable(error.message);
  if (error instanceof APIConnectionError) return unavailable("The endpoint could not be reached.");
  if (error instanceof APIError && error.status !== undefined) return faultOfStatus(error);
  if (error instanceof APIError) {
    return unavailable(`The endpoint broke off with ${quoted(error.message)}.`);
  }
  return unavailable("The endpoint's answer broke off, or was not in the protocol's form.");
}

function faultOfStatus(error: APIError): Fault {
  const status = error.status ?? 0;
  const said = quoted(error.message);
  if (status === 401 || status === 403) {
    return elsewhere("unauthorized", `The endpoint does not accept the key: ${said}.`);
  }
  if (status === 404 || (status >= 300 && status < 400)) {
    return elsewhere("not_found", `The endpoint does not know this address or model: ${said}.`);
  }
  if (status === 429 && error.code === "insufficient_quota") {
    return elsewhere("unauthorized", `The endpoint's account has no credit left: ${said}.`);
  }
  if (status === 429) {
    const wait = waitOf(error.headers);
    return {
      ...{ ok: false, reason: "rate_limited", remedy: "again" },
      message: `The endpoint takes no more requests for now: ${said}.`,
      ...(wait === undefined ? {} : { waitMs: wait }),
    };
  }
  if (status >= 500 || status === 408 || status === 409) {
    const wait = waitOf(error.headers);
    return {
      ...unavailable(`The endpoint failed: ${said}.`),
      ...(wait === undefined ? {} : { waitMs: wait }),
    };
  }
  return {
    ...{ ok: false, reason: "refused", remedy: "never" },
    message: `The endpoint refused the request: ${said}.`,
  };
}

function unavailable(message: string): Fault {
  return { ok: false, reason: "unavailable", remedy: "again", message };
}

function elsewhere(reason: Fault["reason"], message: string): Fault {
  return { ok: false, reason, remedy: "elsewhere", message };
}

/** Milliseconds to wait. `retry-after-ms` takes precedence over `Retry-After`. */
function waitOf(headers: Headers | undefined): number | undefined {
  const milliseconds = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const seconds = parseRetryAfter(headers?.get("retry-after") ?? null, Date.now());
  return seconds === 0 ? undefined : 1_000 * seconds;
}

/** Returns the text as one line, without a final full stop. Masks keys in the usual formats. */
export function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
  const masked = line.replaceAll(/\b(sk|key|mt_live)[-_][\w*-]{6,}/gi, "$1-…");
  return masked.length <= MAX_QUOTE_CHARS ? masked : `${masked.slice(0, MAX_QUOTE_CHARS)}…`;
}
