/**
 * Declares an operation of the API: its contract, the scope that it needs, the failures that it
 * can answer with. Authorization runs before anything is read from the request; then what the
 * contract does not know is refused.
 */
import { createRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { decodeCursor } from "../database/cursor.ts";
import type { Scope } from "../protocol/api/api.ts";
import { ERROR_STATUS, type ErrorCode } from "../protocol/error-codes.ts";
import { ErrorEnvelope } from "../protocol/errors.ts";
import { requirePerson } from "./authentication.ts";
import type { HttpEnv } from "./context.ts";
import { readsBodyFirst, refuseUndeclared } from "./declared-request.ts";
import { ApiError } from "./errors.ts";

const ALWAYS: readonly ErrorCode[] = [
  "unauthorized",
  "forbidden",
  "rate_limited",
  "internal",
  "unavailable",
];
const BODY_FIRST: readonly ErrorCode[] = ["invalid_json", "too_large", "unsupported_media_type"];

const MEANING: Readonly<Record<number, string>> = {
  400: "The request is malformed; the message names the place.",
  401: "No valid key or sign-in.",
  403: "The key or role lacks the scope.",
  404: "Does not exist, or you have no access to it.",
  409: "In conflict with the current state; the message names the conflict.",
  413: "Larger than the limit.",
  415: "The encoding is not supported.",
  422: "Understood, but not acceptable; the message says why.",
  426: "Only WebSocket connections are accepted here.",
  429: "Too many requests; repeat after `Retry-After` seconds.",
  500: "Failed on our side; repeating is safe.",
  503: "Failed on our side; repeat after `Retry-After` seconds.",
};

/**
 * `access` is the scope that is needed within the project; `person` asks for a signed-in person
 * and is not within a project. `errors`: the codes beyond those that follow from the contract.
 */
export function operation<const R extends Omit<RouteConfig, "middleware" | "security">>(
  access: Scope | "person",
  errors: readonly ErrorCode[],
  config: R,
): R {
  const failures = Object.fromEntries(
    [...new Set([...impliedErrors(config), ...errors].map((code) => ERROR_STATUS[code]))].map(
      (status) => [
        status,
        {
          description: MEANING[status] ?? "",
          content: { "application/json": { schema: ErrorEnvelope } },
        },
      ],
    ),
  );
  const route = createRoute({
    ...config,
    security: access === "person" ? [{ signIn: [] }] : [{ key: [access] }, { signIn: [] }],
    middleware: [
      access === "person" ? requirePerson : requireScope(access),
      ...refuseUndeclared(access !== "person", config),
    ],
    responses: { ...failures, ...config.responses },
  });
  // Typed as declared: handlers answer with success only, failures are thrown.
  return route as unknown as R;
}

function impliedErrors(config: Pick<RouteConfig, "method" | "request">): readonly ErrorCode[] {
  return [...ALWAYS, ...(readsBodyFirst(config) ? BODY_FIRST : [])];
}

function requireScope(scope: Scope): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { scopes, kind } = c.get("principal");
    if (!scopes.includes(scope)) {
      const who = kind === "key" ? "This key" : "Your role in the project";
      throw new ApiError(
        "forbidden",
        `${who} lacks the scope ${scope}; it has ${scopes.join(", ") || "none"}.`,
      );
    }
    await next();
  };
}

/** A router whose failed validations become the one error envelope, naming the field. */
export function router() {
  return new OpenAPIHono<HttpEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const problems = result.error.issues
        .slice(0, 3)
        .map((issue) => `${issue.path.join(".") || result.target}: ${issue.message}`);
      throw new ApiError("invalid_request", `${problems.join("; ")}.`);
    },
  });
}

export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { "application/json": { schema } } };
}

export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { "application/json": { schema } } };
}

/** The query parameters of a list. */
export const PageQuery = z.object({
  cursor: z
    .string()
    .transform((text, context) => {
      const cursor = decodeCursor(text);
      if (cursor === undefined) context.addIssue("must be the `next` of the page before");
      return cursor;
    })
    .optional()
    .meta({ description: "`next` of the page before" }),
  limit: z.coerce
    .number({ error: "must be a whole number from 1 to 200" })
    .int()
    .min(1)
    .max(200)
    .default(50),
});
