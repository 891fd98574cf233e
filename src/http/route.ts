/**
 * Connects a declared route with its handler. The router first authorizes the caller. Then it
 * refuses parameters and fields that the contract does not declare.
 */
import { createRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { Scope } from "../protocol/api/api.ts";
import { ERROR_STATUS, type ErrorCode } from "../protocol/error-codes.ts";
import { ErrorEnvelope } from "../protocol/errors.ts";
import { permits } from "../protocol/people/roles.ts";
import type { Declaration, RouteContract } from "../protocol/routes/declaration.ts";
import { leastRoleFor } from "../tenancy/roles.ts";
import { recordChange } from "./audit/record-change.ts";
import { requireOperator, requirePerson } from "./authentication.ts";
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
  500: "Failed on our side; the message says whether repeating is safe.",
  503: "Failed on our side; repeat after `Retry-After` seconds.",
};

/** Converts a declaration to a route, with its checks and possible errors. */
export function operation<C extends RouteContract>(declaration: Declaration<C>): C {
  const { access, errors, contract } = declaration;
  const { isRepeatable = true, audit: _, ...described }: RouteContract = contract;
  const failures = Object.fromEntries(
    [...new Set([...impliedErrors(contract), ...errors].map((code) => ERROR_STATUS[code]))].map(
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
    ...described,
    security: securityOf(access),
    ...(isOfProject(access) ? { "x-least-role": leastRoleFor(access) } : {}),
    middleware: [
      setRepeatable(isRepeatable),
      ...requirementsOf(access),
      ...refuseUndeclared(isOfProject(access), contract),
      ...recordChange(declaration),
    ],
    responses: { ...failures, ...contract.responses },
  });
  // Handlers return only successful answers and throw all errors. So the type of a contract
  // contains no error answers.
  return route as unknown as C;
}

function isOfProject(access: Declaration["access"]): access is Scope {
  return access !== "person" && access !== "operator" && access !== "link";
}

function requirementsOf(access: Declaration["access"]): MiddlewareHandler<HttpEnv>[] {
  if (access === "link") return [];
  if (access === "operator") return [requireOperator];
  return [access === "person" ? requirePerson : requireScope(access)];
}

function securityOf(access: Declaration["access"]): Record<string, string[]>[] {
  if (access === "link") return [];
  if (access === "operator") return [{ operatorKey: [] }, { signIn: [] }];
  return access === "person" ? [{ signIn: [] }] : [{ key: [access] }, { signIn: [] }];
}

function setRepeatable(isRepeatable: boolean): MiddlewareHandler<HttpEnv> {
  return (c, next) => {
    c.set("isRepeatable", isRepeatable);
    return next();
  };
}

function impliedErrors(config: Pick<RouteConfig, "method" | "request">): readonly ErrorCode[] {
  return [...ALWAYS, ...(readsBodyFirst(config) ? BODY_FIRST : [])];
}

function requireScope(scope: Scope): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { scopes, kind } = c.get("principal");
    if (!permits(scopes, scope)) {
      const who = kind === "key" ? "This key" : "Your role in the project";
      throw new ApiError(
        "forbidden",
        `${who} lacks the scope ${scope}; it has ${scopes.join(", ") || "none"}.`,
      );
    }
    await next();
  };
}

/** Creates a router whose validation errors name the wrong field. */
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
