import type { Context, ErrorHandler, MiddlewareHandler } from "hono";
import type { AuditAction } from "../../../protocol/api/teams/audit-actions.ts";
import { ERROR_STATUS } from "../../../protocol/error-codes.ts";
import { parseJson } from "../../../protocol/json/json-text.ts";
import { ScimError } from "../../../tenancy/scim/scim-error.ts";
import { circumstances, endAnnounced } from "../../audit/audit-intent.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError, answerError } from "../../errors.ts";
import { readText } from "../../ingest/request-body.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const LIST_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const ERROR_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";
const TYPE = "application/scim+json; charset=utf-8";

export function scimJson(c: Context<HttpEnv>, body: object, status: 200 | 201 = 200): Response {
  const location: unknown = Object(Object(body).meta).location;
  if (status === 201 && typeof location === "string") c.header("Location", location);
  return c.body(JSON.stringify(body), status, { "content-type": TYPE });
}

export function scimList(
  c: Context<HttpEnv>,
  { total, items }: { readonly total: number; readonly items: readonly object[] },
  start: number,
): Response {
  return scimJson(c, {
    ...{ schemas: [LIST_SCHEMA], totalResults: total, startIndex: start },
    ...{ itemsPerPage: items.length, Resources: items.map((item) => shown(c, item)) },
  });
}

/**
 * Leaves out the attributes that the query parameter `attributes` does not name, or those that
 * `excludedAttributes` names. `schemas`, `id` and `meta` are always included.
 */
export function shown(c: Context<HttpEnv>, resource: object): object {
  const named = (name: string) =>
    (c.req.query(name) ?? "").split(",").map((each) => each.trim().split(/[.[]/)[0] ?? "");
  const wanted = named("attributes").filter((name) => name !== "");
  const excluded = named("excludedAttributes");
  const always = ["schemas", "id", "meta"];
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      if (always.includes(name)) return true;
      return wanted.length > 0 ? wanted.includes(name) : !excluded.includes(name);
    }),
  );
}

/** @throws ScimError */
export async function scimBody(c: Context<HttpEnv>): Promise<unknown> {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/(?:scim\+)?json\s*(?:;|$)/i.test(type)) {
    throw new ScimError(400, "Send the body as application/scim+json.", "invalidSyntax");
  }
  const parsed = parseJson(await readText(c.req.raw, MAX_BODY_BYTES));
  if (!parsed.ok) throw new ScimError(400, "The body is not JSON.", "invalidSyntax");
  return parsed.value;
}

export const scimFailure: ErrorHandler<HttpEnv> = async (error, c) => {
  const known = error instanceof ScimError ? error : fromApi(error);
  if (known === undefined) {
    // Use the answer of `answerError`, which logs the failure and recognises a failure of the
    // storage.
    const answer = await answerError(error, c);
    const { error: ours } = await answer.json<{ error: { message: string } }>();
    return failed(answer.status, ours.message, undefined, answer.headers.get("retry-after"));
  }
  return failed(known.status, known.message, known.scimType, null);
};

function fromApi(error: Error): ScimError | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const status = ERROR_STATUS[error.code];
  if (status === 413 || status === 429) return new ScimError(status, error.message);
  return status < 500 ? new ScimError(400, error.message, "invalidSyntax") : undefined;
}

function failed(
  status: number,
  detail: string,
  scimType: string | undefined,
  retryAfter: string | null,
): Response {
  const body = {
    ...{ schemas: [ERROR_SCHEMA], status: `${status}` },
    ...(scimType === undefined ? {} : { scimType }),
    detail,
  };
  const headers = new Headers({ "content-type": TYPE, "cache-control": "no-store" });
  if (retryAfter !== null) headers.set("retry-after", retryAfter);
  if (status === 401) headers.set("www-authenticate", "Bearer");
  return new Response(JSON.stringify(body), { status, headers });
}

export function recordScim(action: AuditAction): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { token, organization } = c.get("directory");
    const intent = {
      ...{ ...circumstances(c), action, changes: [], owner: { directoryOf: organization } },
      ...{ person: null, key: { id: token, name: "SCIM" }, signIn: null },
      target: c.req.param("id") ?? null,
    };
    await c.get("services").audit.begin(intent);
    await next();
    await endAnnounced(c, intent.attempt, { target: intent.target ?? (await createdId(c.res)) });
  };
}

async function createdId(answer: Response): Promise<string | undefined> {
  if (answer.status !== 201) return undefined;
  const id: unknown = Object(await answer.clone().json()).id;
  return typeof id === "string" ? id : undefined;
}
