import type { Context } from "hono";
import type { AuditIntent } from "../../database/audit/audit-recorder.ts";
import type { AuditChange } from "../../protocol/api/teams/audit.ts";
import { ERROR_STATUS } from "../../protocol/error-codes.ts";
import type { EndedConnection } from "../../tenancy/connections/token-requests.ts";
import type { SignedInPerson } from "../../tenancy/principal.ts";
import type { HttpEnv } from "../context.ts";
import { ApiError } from "../errors.ts";
import { circumstances, endAnnounced, shownValue } from "./audit-intent.ts";

interface ChangedConnection {
  readonly action: "connection.create" | "connection.remove";
  readonly id: string;
  readonly project: string;
  readonly shown?: Readonly<Record<string, unknown>>;
}

/** Makes the change and records it in the audit log. A refused change is not recorded. */
export async function recordConnection<T>(
  c: Context<HttpEnv>,
  person: SignedInPerson,
  { action, id, project, shown = {} }: ChangedConnection,
  work: () => Promise<T>,
): Promise<T> {
  const intent: AuditIntent = {
    ...{ ...circumstances(c), action, owner: { project }, target: id, changes: changesIn(shown) },
    ...{ person: person.id, key: null, signIn: person.signIn },
  };
  await c.get("services").audit.begin(intent);
  try {
    const made = await work();
    await endAnnounced(c, intent.attempt, {}, 200);
    return made;
  } catch (error) {
    const status = error instanceof ApiError ? ERROR_STATUS[error.code] : 500;
    await endAnnounced(c, intent.attempt, {}, status);
    throw error;
  }
}

/**
 * Records the end of a connection. The entry names the person who made the connection, even if
 * somebody else ended it.
 */
export async function recordConnectionEnd(
  c: Context<HttpEnv>,
  { id, project, person }: EndedConnection,
  reason: string,
): Promise<void> {
  const { audit, now } = c.get("services");
  const intent: AuditIntent = {
    ...{ ...circumstances(c), action: "connection.end", owner: { project }, target: id },
    ...{ person, key: null, signIn: null, changes: changesIn({ reason }) },
  };
  await audit.record(intent, now());
}

const changesIn = (shown: Readonly<Record<string, unknown>>): AuditChange[] =>
  Object.entries(shown).map(([field, value]) => ({ field, to: shownValue(value) }));
