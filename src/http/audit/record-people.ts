import type { Context, MiddlewareHandler } from "hono";
import type { AuditIntent, AuditOwner } from "../../database/audit/audit-recorder.ts";
import { parseJson } from "../../protocol/json/json-text.ts";
import type { SignedInPerson } from "../../tenancy/principal.ts";
import type { HttpEnv } from "../context.ts";
import { readText } from "../ingest/request-body.ts";
import { personOfRequest } from "../signed-in-person.ts";
import { changesOf, circumstances, endAnnounced } from "./audit-intent.ts";
import { PEOPLE_AUDIT } from "./people-actions.ts";
import type { PeopleAudit } from "./people-audit.ts";

const MAX_BODY_BYTES = 64 * 1024;
const BASE = "/api/auth";

/** Announces each change before it is made, as `recordChange` does. */
export const recordPeople: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const endpoint = `${c.req.method} ${c.req.path.slice(BASE.length)}`;
  const recorded: PeopleAudit | undefined = Object.entries(PEOPLE_AUDIT).find(
    ([known]) => known === endpoint,
  )?.[1];
  if (recorded === undefined || "skipped" in recorded) return next();
  const person = await personOfRequest(c);
  // Nobody is signed in. The endpoint will refuse the request, so there is nothing to record.
  if (person === null) return next();
  const body = await bodyOf(c);
  const { action, of, target, shown = [] } = recorded;
  const changes = changesOf(body, shown);
  const intent: AuditIntent = {
    ...{ ...circumstances(c), action, owner: ownerOf(of, body, person), changes },
    ...{ person: person.id, key: null, signIn: person.signIn },
    target: target === undefined ? null : textIn(body, target),
  };
  await c.get("services").audit.begin(intent);
  await next();
  const before = c.get("before");
  await endAnnounced(c, intent.attempt, {
    changes: before && changesOf(body, shown, before),
  });
};

/** Call this before the answer is sent. If recording fails, the request must fail too. */
export async function recordOrganization(
  c: Context<HttpEnv>,
  person: SignedInPerson,
  organization: string,
): Promise<void> {
  const { audit, now } = c.get("services");
  const intent: AuditIntent = {
    ...{ ...circumstances(c), action: "organization.create", changes: [] },
    owner: { organization, member: person.id },
    ...{ person: person.id, key: null, signIn: person.signIn, target: organization },
  };
  await audit.record(intent, now());
}

/** Call this before the answer is sent, so that no export stays unrecorded. */
export async function recordAccountExport(
  c: Context<HttpEnv>,
  { id, signIn }: SignedInPerson,
): Promise<void> {
  const { audit, now } = c.get("services");
  const intent: AuditIntent = {
    ...{ ...circumstances(c), action: "account.export", changes: [], owner: { member: id } },
    ...{ person: id, key: null, signIn, target: null },
  };
  await audit.record(intent, now());
}

/** Call this before the answer is sent. If recording fails, the request must fail too. */
export async function recordProviderLink(
  c: Context<HttpEnv>,
  { id, signIn }: SignedInPerson,
  provider: string,
): Promise<void> {
  const { audit, now } = c.get("services");
  const intent: AuditIntent = {
    ...{ ...circumstances(c), action: "account.link_provider", owner: { member: id } },
    ...{ person: id, key: null, signIn, target: null },
    changes: [{ field: "provider", to: provider }],
  };
  await audit.record(intent, now());
}

/** Call this before the answer is sent. If recording fails, the request must fail too. */
export async function recordLinkUse(
  c: Context<HttpEnv>,
  action: "account.reset_password" | "account.confirm_address",
  person: string,
): Promise<void> {
  const { audit, now } = c.get("services");
  const intent: AuditIntent = {
    ...{ ...circumstances(c), action, changes: [], owner: { member: person } },
    ...{ person, key: null, signIn: null, target: null },
  };
  await audit.record(intent, now());
}

function ownerOf(
  of: Extract<PeopleAudit, { readonly of: unknown }>["of"],
  body: unknown,
  { id }: SignedInPerson,
): AuditOwner {
  if (of === "person") return { member: id };
  const named = textIn(body, of) ?? "";
  return of === "invitationId" ? { invitation: named } : { organization: named, member: id };
}

function textIn(body: unknown, field: string): string | null {
  const value: unknown = Object(body)[field];
  return typeof value === "string" ? value : null;
}

/** Reads a copy, so that the endpoint can still read the body. */
async function bodyOf(c: Context<HttpEnv>): Promise<unknown> {
  const parsed = parseJson(await readText(c.req.raw.clone(), MAX_BODY_BYTES));
  return parsed.ok ? parsed.value : undefined;
}
