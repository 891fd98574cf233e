/**
 * Writes the audit log for all declared routes that change or export something. Each change is
 * announced in the database before it is made. If the announcement fails, the change is not made.
 * An export is recorded before its answer is sent.
 */
import type { Context, MiddlewareHandler } from "hono";
import type { AuditIntent } from "../../database/audit/audit-recorder.ts";
import type { Audit } from "../../protocol/api/teams/audit-actions.ts";
import type { Declaration } from "../../protocol/routes/declaration.ts";
import { digestOf } from "../../tenancy/link-token.ts";
import type { HttpEnv } from "../context.ts";
import { readsBodyFirst } from "../declared-request.ts";
import {
  changesOf,
  circumstances,
  endAnnounced,
  principalIntent,
  shownValue,
} from "./audit-intent.ts";

/**
 * Returns the middleware that writes the audit log. If the log does not record the route, returns
 * an empty list.
 */
export function recordChange({ access, contract }: Declaration): MiddlewareHandler<HttpEnv>[] {
  const { audit } = contract;
  if (audit === undefined || access === "link") return [];
  const recorded = typeof audit === "string" ? { action: audit, shown: [] } : audit;
  if ("skipped" in recorded) return [];
  const route = { ...recorded, names: namesIn(contract.path) };
  return [contract.method === "get" ? exporting(route) : changing(route, readsBodyFirst(contract))];
}

type Recorded = Extract<Audit, { readonly action: unknown }> & {
  /**
   * Names of the parameters in the path, from left to right. They are stored here, because the
   * router does not keep this order.
   */
  readonly names: readonly string[];
};

const namesIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

function exporting({ action, names }: Recorded): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next();
    if (c.res.status !== 200) return;
    const filter = changesOf(c.req.query(), Object.keys(c.req.query())).filter(
      ({ field }) => field !== "project",
    );
    const intent = {
      ...intentOf(c, { action, names }),
      changes: [...parametersOf(c, names), ...filter],
    };
    const { audit, now } = c.get("services");
    await audit.record(intent, now());
  };
}

/**
 * @param hasReadBody true if the body was read and checked before. It is false if the operation
 * reads the body itself, because the body can be long or is not JSON.
 */
function changing(
  { action, shown, names }: Recorded,
  hasReadBody: boolean,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const body = hasReadBody ? await bodyOf(c) : undefined;
    const fields = (before?: Readonly<Record<string, unknown>>) => [
      ...parametersOf(c, names),
      ...changesOf(body, shown, before),
    ];
    const intent = { ...intentOf(c, { action, names }, body), changes: fields() };
    await c.get("services").audit.begin(intent);
    await next();
    const before = c.get("before");
    await endAnnounced(c, intent.attempt, {
      target: intent.target ?? (await idIn(c.res)),
      project: action === "project.create" ? await idIn(c.res) : undefined,
      changes: before && fields(before),
    });
  };
}

function intentOf(
  c: Context<HttpEnv>,
  { action, names }: Pick<Recorded, "action" | "names">,
  body?: unknown,
): AuditIntent {
  const person = c.get("person");
  const common = { ...circumstances(c), action, changes: [] };
  if (person !== undefined) {
    const organization: unknown = Object(body).organization;
    const owner = { organization: `${organization}`, member: person };
    return { ...common, owner, person, key: null, signIn: null, target: null };
  }
  const [first] = names;
  const target = first === undefined ? undefined : c.req.param(first);
  return {
    ...common,
    ...principalIntent(c),
    // The id of an end user can be an e-mail address, and the log is kept longer than the user's
    // data. So store only a hash of the id.
    target:
      target !== undefined && action === "end_user.delete" ? digestOf(target) : (target ?? null),
  };
}

/** Returns the path parameters except the first, which is the target of the audit entry. */
const parametersOf = (c: Context<HttpEnv>, names: readonly string[]) =>
  names.slice(1).map((field) => ({ field, to: shownValue(c.req.param(field)) }));

async function bodyOf(c: Context<HttpEnv>): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    return undefined;
  }
}

async function idIn(answer: Response): Promise<string | undefined> {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  if (!isJson || !answer.ok) return undefined;
  const id: unknown = Object(await answer.clone().json()).id;
  return typeof id === "string" ? id : undefined;
}
