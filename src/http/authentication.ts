/** Identifies the caller and checks the rate limit. Runs before every operation of `/v1`. */
import type { Context, MiddlewareHandler } from "hono";
import { RATE_RETRY_SECONDS } from "../protocol/limits.ts";
import { ACCESS_TOKEN_PREFIX } from "../protocol/people/connections.ts";
import type {
  PrincipalFailure,
  PrincipalResolution,
  SignedInPerson,
} from "../tenancy/principal.ts";
import type { HttpEnv, Services } from "./context.ts";
import { ApiError, notFound } from "./errors.ts";
import { personOfRequest } from "./signed-in-person.ts";

const UNAUTHORIZED: Readonly<
  Record<
    Exclude<
      PrincipalFailure,
      "unknown_project" | "project_not_named" | "unverified" | "factor_missing"
    >,
    string
  >
> = {
  no_credentials: "Send a project key as `Authorization: Bearer mt_live_…`, or sign in.",
  not_a_bearer_key: "The Authorization header must be `Bearer ` followed by a project key.",
  malformed_key: "The key is incomplete or mistyped. Project keys begin with mt_live_.",
  unknown_key: "No project has this key.",
  revoked_key: "The key was revoked.",
  expired_key: "The key has expired.",
  ended_connection:
    "The access of this app has expired or was removed. Connect the app again, or send a project key.",
};

/**
 * @throws ApiError if the installation requires a confirmed e-mail address, and the person has none
 */
export function requireVerified(services: Services, person: SignedInPerson): void {
  if (services.mail.requiresVerification && !person.isVerified) throw unverified();
}

/**
 * @throws ApiError if an organization of the person requires a second factor that the person has
 * not given in this browser
 */
export async function requireFactor(services: Services, person: SignedInPerson): Promise<void> {
  if ((await services.organizationsRequiring(person)).length > 0) throw factorMissing();
}

const factorMissing = () =>
  new ApiError(
    "second_factor_required",
    "Your organization requires two-factor sign-in. Open your account page and set up an authenticator app or add a passkey. If you have one, sign out and sign in with it.",
  );

const unverified = () =>
  new ApiError(
    "forbidden",
    "Confirm your e-mail address first: open the link in the e-mail that you got, or request another e-mail on your account page.",
  );

/** Lets only signed-in people pass. Operations that belong to no project use this. */
export const requirePerson: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const byKey = c.req.header("authorization") !== undefined;
  const person = byKey ? null : await personOfRequest(c);
  if (person === null) throw new ApiError("unauthorized", "Sign in first; a key is not enough.");
  requireVerified(c.get("services"), person);
  await requireFactor(c.get("services"), person);
  c.set("person", person.id);
  await next();
};

/** Lets only operators pass. Operations on the whole installation use this. */
export const requireOperator: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const services = c.get("services");
  const { operators } = services;
  const authorization = c.req.header("authorization");
  if (authorization !== undefined) {
    if (!operators.hasKey(authorization)) {
      throw new ApiError("unauthorized", "Send the installation's OPERATOR_KEY, or sign in.");
    }
    return next();
  }
  const person = await personOfRequest(c);
  if (person === null) {
    throw new ApiError("unauthorized", "Sign in, or send the installation's OPERATOR_KEY.");
  }
  if (!operators.includes(person)) {
    throw new ApiError(
      "forbidden",
      "Only operators of this installation may see this: people whose confirmed e-mail address is in its variable OPERATORS.",
    );
  }
  await requireFactor(services, person);
  c.set("person", person.id);
  await next();
};

export const authenticate: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await enter(c, await c.get("services").resolvePrincipal(c.req.raw));
  await next();
};

/** Like `authenticate`, but also accepts the access tokens of connected apps. */
export const authenticateApp: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { resolveConnection, resolvePrincipal } = c.get("services");
  const token = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  const isOfApp = token?.startsWith(ACCESS_TOKEN_PREFIX) === true;
  await enter(
    c,
    await (isOfApp
      ? resolveConnection(token, c.req.query("project") ?? null)
      : resolvePrincipal(c.req.raw)),
  );
  await next();
};

async function enter(c: Context<HttpEnv>, resolved: PrincipalResolution): Promise<void> {
  const services = c.get("services");
  if (!resolved.ok) {
    if (resolved.fault === "unverified") throw unverified();
    if (resolved.fault === "factor_missing") throw factorMissing();
    if (resolved.fault === "unknown_project") throw notFound("project");
    if (resolved.fault === "project_not_named") {
      throw new ApiError("invalid_request", "Name the project with the query parameter `project`.");
    }
    throw new ApiError("unauthorized", UNAUTHORIZED[resolved.fault]);
  }
  const project = services.project(resolved.value.project);
  if (!(await project.withinRate())) {
    throw new ApiError(
      "rate_limited",
      "The project sends too many requests. Wait as many seconds as Retry-After says, and send fewer requests.",
      {
        retryAfter: RATE_RETRY_SECONDS,
      },
    );
  }
  c.set("principal", resolved.value);
  c.set("project", project);
}
