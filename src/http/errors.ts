/** The one way out for failures: an `ApiError` with its code, or a fixed text for the unknown. */
import type { ErrorHandler, NotFoundHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { logFailure } from "../database/failure-log.ts";
import { isStorageFailure } from "../database/storage-failure.ts";
import { ERROR_STATUS, type ErrorCode, type ErrorEnvelope } from "../protocol/error-codes.ts";
import type { HttpEnv } from "./context.ts";

const UNAVAILABLE_RETRY_SECONDS = 5;

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which the request may be repeated. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: { retryAfter?: number } = {}) {
    super(message);
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}

/** Also for an id of another tenant, whose data must not be disclosed. */
export function notFound(what: string): ApiError {
  return new ApiError("not_found", `There is no such ${what} in this project.`);
}

/** A limit of the project is reached; `remedy` says how to make room. */
export function atLimit(limit: number, what: string, remedy: string): ApiError {
  return new ApiError("conflict", `The limit of ${limit} ${what} is reached. ${remedy}`);
}

export const answerError: ErrorHandler<HttpEnv> = (error, c) => {
  const requestId = c.get("requestId");
  let known = knownError(error);
  if (known === undefined) {
    logFailure("request failed", error, { requestId, path: c.req.path });
    if (isStorageFailure(error)) known = unavailable();
  }
  const code = known?.code ?? "internal";
  const envelope: ErrorEnvelope = {
    error: {
      code,
      message: known?.message ?? "Something failed on our side. Repeating the request is safe.",
      docs: new URL(`/docs#description/errors`, c.req.url).href,
      requestId,
    },
  };
  if (known?.retryAfter !== undefined) c.header("Retry-After", `${known.retryAfter}`);
  return c.json(envelope, ERROR_STATUS[code] satisfies ContentfulStatusCode);
};

function knownError(error: Error): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof HTTPException && error.status === 415) {
    return new ApiError(
      "unsupported_media_type",
      "Send the body as JSON, with `Content-Type: application/json`.",
    );
  }
  return undefined;
}

function unavailable(): ApiError {
  return new ApiError(
    "unavailable",
    "The storage does not answer right now. Send the same request again in a few seconds.",
    { retryAfter: UNAVAILABLE_RETRY_SECONDS },
  );
}

export const answerNotFound: NotFoundHandler<HttpEnv> = (c) =>
  answerError(new ApiError("not_found", `There is no ${c.req.method} ${c.req.path}.`), c);
