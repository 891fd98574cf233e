/**
 * Writes all error answers in one format. An `ApiError` gives the code and the message. Any other
 * error gets a fixed text.
 */
import type { ErrorHandler, NotFoundHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { PacksLost } from "../database/cold/packs-lost.ts";
import { logFailure } from "../database/failure-log.ts";
import { isStorageFailure } from "../database/storage-failure.ts";
import { ERROR_STATUS, type ErrorCode, type ErrorEnvelope } from "../protocol/error-codes.ts";
import type { ModelFailure } from "../protocol/model.ts";
import type { HttpEnv } from "./context.ts";

const UNAVAILABLE_RETRY_SECONDS = 5;

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which the client can repeat the request. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: { retryAfter?: number } = {}) {
    super(message);
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}

/**
 * The answer is the same for an id that does not exist and for an id of another tenant. So nobody
 * learns which ids another tenant has.
 */
export function notFound(what: string): ApiError {
  return new ApiError("not_found", `There is no such ${what} in this project.`);
}

export function atLimit(limit: number, what: string, remedy: string): ApiError {
  return new ApiError("conflict", `The limit of ${limit} ${what} is reached. ${remedy}`);
}

/**
 * Returns the error for a request that failed because of the model. Only if the model was
 * unavailable or rate-limited, the error says that a later request can succeed.
 */
export function modelRefusal({ reason, message }: Pick<ModelFailure, "reason" | "message">) {
  const mayPass = reason === "unavailable" || reason === "rate_limited";
  return new ApiError(mayPass ? "unavailable" : "model_failed", message);
}

export function noModel(): ApiError {
  return new ApiError("no_model", "The project has no model. Set one in its settings.");
}

const SAFE = "Repeating the request is safe.";
const UNSAFE = "The request may have taken effect. Check that before you send it again.";

export const answerError: ErrorHandler<HttpEnv> = (error, c) => {
  const requestId = c.get("requestId");
  // If the route is not known yet, nothing was changed, so the client can repeat the request.
  const isRepeatable = c.get("isRepeatable") ?? true;
  let known = knownError(error);
  if (known === undefined) {
    logFailure("request failed", error, { requestId, path: c.req.path });
    if (isStorageFailure(error)) known = unavailable(isRepeatable);
  }
  const code = known?.code ?? "internal";
  const envelope: ErrorEnvelope = {
    error: {
      code,
      message: known?.message ?? `Something failed on our side. ${isRepeatable ? SAFE : UNSAFE}`,
      docs: new URL(`/docs/api#description/errors`, c.req.url).href,
      requestId,
    },
  };
  // The handler may have set an ETag. Remove it, so that clients do not cache the error.
  c.header("ETag", undefined);
  if (known?.retryAfter !== undefined) c.header("Retry-After", `${known.retryAfter}`);
  return c.json(envelope, ERROR_STATUS[code] satisfies ContentfulStatusCode);
};

/** Returns an error that names the lost events. Undefined if no events were lost. */
export function lostEvents(error: unknown): ApiError | undefined {
  if (!(error instanceof PacksLost)) return undefined;
  logFailure("packs are lost", error, {});
  return new ApiError("data_lost", error.message);
}

function knownError(error: Error): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const lost = lostEvents(error);
  if (lost !== undefined) return lost;
  if (error instanceof HTTPException && error.status === 415) {
    return new ApiError(
      "unsupported_media_type",
      "Send the body as JSON, with `Content-Type: application/json`.",
    );
  }
  return undefined;
}

function unavailable(isRepeatable: boolean): ApiError {
  const remedy = isRepeatable ? "Send the same request again in a few seconds." : UNSAFE;
  return new ApiError("unavailable", `The storage does not answer right now. ${remedy}`, {
    retryAfter: UNAVAILABLE_RETRY_SECONDS,
  });
}

export const answerNotFound: NotFoundHandler<HttpEnv> = (c) =>
  answerError(new ApiError("not_found", `There is no ${c.req.method} ${c.req.path}.`), c);
