/** Builds audit entries from a request, and keeps them within the audit log's limits. */
import type { Context } from "hono";
import type { AuditEnd, AuditIntent } from "../../database/audit/audit-recorder.ts";
import { logFailure } from "../../database/failure-log.ts";
import { type AuditChange, MAX_SHOWN_CHARS } from "../../protocol/api/teams/audit.ts";
import type { HttpEnv } from "../context.ts";

const MAX_USER_AGENT_CHARS = 300;
const MAX_CHANGES = 40;

export function circumstances(c: Context<HttpEnv>) {
  const services = c.get("services");
  return {
    attempt: services.newId("try"),
    at: services.now(),
    address: c.req.header("cf-connecting-ip") ?? null,
    userAgent: c.req.header("user-agent")?.slice(0, MAX_USER_AGENT_CHARS) ?? null,
    requestId: c.get("requestId"),
  } satisfies Partial<AuditIntent>;
}

/**
 * Returns the names of the changed fields. The old and new values are added only for the fields in
 * `shown`.
 */
export function changesOf(
  body: unknown,
  shown: readonly string[],
  before: Readonly<Record<string, unknown>> = {},
): AuditChange[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  return Object.entries(body)
    .slice(0, MAX_CHANGES)
    .map(([field, value]) => {
      if (!shown.includes(field)) return { field };
      const from = before[field];
      return {
        field,
        ...(from === undefined ? {} : { from: shownValue(from) }),
        to: shownValue(value),
      };
    });
}

export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS - 1)}…` : text;
}

export function principalIntent(c: Context<HttpEnv>) {
  const { kind, id, name, project, creator, signIn, connection } = c.get("principal");
  const app = connection && { id: connection.id, name: connection.app };
  return {
    owner: { project },
    person: creator,
    key: kind === "key" ? { id, name } : (app ?? null),
    signIn: signIn ?? null,
  } satisfies Partial<AuditIntent>;
}

/**
 * Call this after a change that was announced to the audit log. This function turns the
 * announcement into an entry of the log. If the status is 4xx, nothing was changed, so it deletes
 * the announcement instead. If the database fails here, the caller still gets the answer of its
 * request. The sweep (a regular job) then makes the entry later.
 */
export async function endAnnounced(
  c: Context<HttpEnv>,
  attempt: string,
  end: Omit<AuditEnd, "outcome">,
  status: number = c.res.status,
): Promise<void> {
  const { audit, now } = c.get("services");
  try {
    if (status >= 400 && status < 500) await audit.drop(attempt);
    else await audit.end(attempt, { ...end, outcome: status < 400 ? "done" : "unknown" }, now());
  } catch (error) {
    logFailure("an audit entry waits for the sweep", error, { requestId: c.get("requestId") });
  }
}
