import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { expireEntries } from "../../../src/database/audit/audit-log.ts";
import { AuditRecorder } from "../../../src/database/audit/audit-recorder.ts";
import { auditEntry, auditPending } from "../../../src/database/schema/teams/audit.ts";
import type { AuditEntry } from "../../../src/protocol/api/teams/audit.ts";
import { readDelimited } from "../../../src/protocol/json/delimited-text.ts";
import {
  database,
  joinByInvitation,
  ORIGIN,
  PASSWORD,
  signUp,
} from "../../tenancy/support/browser.ts";
import { graphObject } from "../../workers/support/remains.ts";
import {
  clientAs,
  clientOf,
  newKey,
  newTenant,
  send,
  type Tenant,
} from "../../workers/support/tenants.ts";
import { sendEvents } from "../../workers/support/traces.ts";

const DAY_MS = 24 * 3_600_000;

async function entriesOf({ owner, project }: Tenant, query = {}): Promise<AuditEntry[]> {
  const { items } = await clientAs(owner, project)("GET /audit", {
    query: { limit: 200, ...query },
  });
  return items;
}

test("T100 an entry has the person, project, target, address, agent and request of a change", async () => {
  const tenant = await newTenant();
  const owner = clientAs(tenant.owner, tenant.project);
  const key = await owner("POST /keys", {
    body: { name: "staging", scopes: ["read"], expiresAt: null },
  });
  const [entry] = await entriesOf(tenant, { action: "key.create" });
  expect(entry).toMatchObject({
    ...{ action: "key.create", outcome: "done", project: tenant.project, target: key.id },
    person: { id: tenant.owner.id, name: "Ada", email: tenant.owner.email },
    key: null,
    signIn: expect.any(String),
    requestId: expect.any(String),
    changes: [
      { field: "name", to: '"staging"' },
      { field: "scopes", to: '["read"]' },
      { field: "expiresAt", to: "null" },
    ],
  });
  expect(JSON.stringify(entry)).not.toContain(key.key);
  expect(Date.parse(entry?.at ?? "")).toBeGreaterThan(Date.now() - 60_000);
});

test("T100 a change by key names the key and the person who created it", async () => {
  const tenant = await newTenant();
  const owner = clientAs(tenant.owner, tenant.project);
  const made = await owner("POST /keys", { body: { name: "ci", scopes: ["read", "write"] } });
  const answer = await send("/v1/views", {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${made.key}`, "content-type": "application/json" },
      ...{ "cf-connecting-ip": "203.0.113.7", "user-agent": "ci/1.0" },
    },
    body: JSON.stringify({ name: "Lost", filter: {} }),
  });
  expect(answer.status).toBe(201);
  const [entry] = await entriesOf(tenant, { action: "view.create" });
  expect(entry).toMatchObject({
    ...{ person: { id: tenant.owner.id }, key: { id: made.id, name: "ci" }, signIn: null },
    ...{ address: "203.0.113.7", userAgent: "ci/1.0" },
    requestId: answer.headers.get("x-request-id"),
    changes: [{ field: "name" }, { field: "filter" }],
  });
});

test("T101 a setting is recorded with its old and new value, a text only by the name of its field", async () => {
  const tenant = await newTenant();
  const owner = clientAs(tenant.owner, tenant.project);
  await owner("PATCH /project", { body: { retentionDays: 30 } });
  await owner("PATCH /project", { body: { retentionDays: 7 } });
  await owner("PUT /project/model", {
    body: {
      endpoints: [{ url: "https://models.example.com/v1", model: "m", key: "sk-very-secret" }],
      usdPerDay: 3,
    },
  });
  const [model, second, first] = await entriesOf(tenant);
  expect(first?.changes).toEqual([{ field: "retentionDays", from: "null", to: "30" }]);
  expect(second?.changes).toEqual([{ field: "retentionDays", from: "30", to: "7" }]);
  expect(model?.changes).toEqual([
    { field: "endpoints" },
    { field: "usdPerDay", from: expect.any(String), to: "3" },
  ]);
  const stored = await env.DB.prepare("select * from audit_entry where organization = ?")
    .bind(tenant.organization)
    .all();
  expect(JSON.stringify(stored.results)).not.toContain("sk-very-secret");
});

test("T102 a refused change leaves no entry", async () => {
  const tenant = await newTenant();
  const owner = clientAs(tenant.owner, tenant.project);
  await owner.response("DELETE /keys/{key}", { params: { key: "unknown" } });
  await owner.response("POST /keys", { body: { name: "", scopes: [] } });
  expect(await entriesOf(tenant, { in: tenant.project })).toEqual([]);
  expect(await database.select().from(auditPending)).toEqual([]);
});

test("T102 a change whose Worker died is recorded later with an unknown outcome", async () => {
  const tenant = await newTenant();
  const recorder = new AuditRecorder(database, env.PUBLIC_URL);
  const at = Date.now() - 20 * 60_000;
  await recorder.begin({
    ...{ attempt: "try_1", at, action: "key.revoke", owner: { project: tenant.project } },
    ...{ person: tenant.owner.id, key: null, signIn: null, target: "k1", changes: [] },
    ...{ address: null, userAgent: null, requestId: "r1" },
  });
  await recorder.recordInterrupted(at, 10);
  expect(await entriesOf(tenant, { target: "k1" })).toEqual([]);
  await recorder.recordInterrupted(Date.now(), 10);
  await recorder.recordInterrupted(Date.now(), 10);
  const entries = await entriesOf(tenant, { target: "k1" });
  expect(entries).toMatchObject([{ action: "key.revoke", outcome: "unknown" }]);
});

test("T102 nothing is changed if the audit log cannot be written", async () => {
  const tenant = await newTenant();
  await env.DB.prepare("alter table audit_pending rename to audit_pending_away").run();
  const answer = await clientAs(tenant.owner, tenant.project).response("PATCH /project", {
    body: { name: "Renamed" },
  });
  await env.DB.prepare("alter table audit_pending_away rename to audit_pending").run();
  expect(answer.status).toBeGreaterThanOrEqual(500);
  const project = await clientOf(tenant.key)("GET /project");
  expect(project.name).toBe("Agent");
});

test("T103 the organization's log records sign-ins, wrong passwords, invitations and roles", async () => {
  const tenant = await newTenant();
  const member = await joinByInvitation("member", tenant.owner, tenant.organization);
  await member.signInAgain();
  await member.browser.post("/sign-in/email", { email: member.email, password: "wrong password" });
  await member.browser.post("/sign-in/email", { email: "nobody@x.example", password: PASSWORD });
  const members = await tenant.owner.browser.get(
    `/organization/list-members?organizationId=${tenant.organization}`,
  );
  const listed = await members.json<{ members: { id: string; userId: string }[] }>();
  const memberId = listed.members.find(({ userId }) => userId === member.id)?.id;
  await tenant.owner.browser.post("/organization/update-member-role", {
    ...{ organizationId: tenant.organization, memberId, role: "viewer" },
  });
  await expect
    .poll(async () => (await entriesOf(tenant, { person: member.id })).map(({ action }) => action))
    .toEqual(["sign_in.fail", "sign_in.succeed", "invitation.accept"]);
  const [role] = await entriesOf(tenant, { action: "member.change_role" });
  expect(role).toMatchObject({
    ...{ person: { id: tenant.owner.id }, project: null, target: memberId },
    changes: expect.arrayContaining([{ field: "role", from: '"member"', to: '"viewer"' }]),
  });
  const [invited] = await entriesOf(tenant, { action: "invitation.send" });
  expect(invited?.target).toBe(member.email);
  const [created] = await entriesOf(tenant, { action: "organization.create" });
  expect(created?.target).toBe(tenant.organization);
});

test("T104 the database refuses to change, replace or delete an entry", async () => {
  const tenant = await newTenant();
  const [entry] = await entriesOf(tenant);
  const id = entry?.id ?? "";
  const refuse = (statement: string) =>
    expect(env.DB.prepare(statement).bind(id).run()).rejects.toThrow(/audit log cannot be/);
  await refuse("update audit_entry set person = null where id = ?");
  await refuse("delete from audit_entry where id = ?");
  await env.DB.prepare(
    "insert or replace into audit_entry select id, organization, project, at, action, target, 'other', person_name, person_email, key, key_name, sign_in, address, user_agent, request_id, changes, outcome from audit_entry where id = ?",
  )
    .bind(id)
    .run();
  expect(await entriesOf(tenant)).toContainEqual(entry);
});

test("T105 retention deletes older entries and no others", async () => {
  const tenant = await newTenant();
  const now = Date.now();
  const old = (id: string, days: number) => ({
    ...{
      id,
      organization: tenant.organization,
      at: now - days * DAY_MS,
      action: "key.revoke" as const,
    },
    ...{ requestId: "r", changes: [], outcome: "done" as const },
  });
  await database.insert(auditEntry).values([old("aud_401", 401), old("aud_399", 399)]);
  await expireEntries(database, now, 100);
  const left = async () => (await entriesOf(tenant, { action: "key.revoke" })).map(({ id }) => id);
  expect(await left()).toEqual(["aud_399"]);
  const owner = clientAs(tenant.owner, tenant.project);
  expect(await owner("GET /audit/settings")).toEqual({ days: 400 });
  await owner("PUT /audit/settings", { body: { days: 30 } });
  await expireEntries(database, now, 100);
  expect(await left()).toEqual([]);
  const [change] = await entriesOf(tenant, { action: "audit.set_retention" });
  expect(change?.changes).toEqual([{ field: "days", from: "400", to: "30" }]);
});

test("T105 only an owner sets the retention", async () => {
  const tenant = await newTenant();
  const admin = await joinByInvitation("admin", tenant.owner, tenant.organization);
  const body = { days: 100 };
  const asAdmin = clientAs(admin, tenant.project).response("PUT /audit/settings", { body });
  expect((await asAdmin).status).toBe(403);
  const asKey = clientOf(tenant.key).response("PUT /audit/settings", { body });
  expect((await asKey).status).toBe(403);
});

test("T106 a deleted project leaves its entries with the organization", async () => {
  const tenant = await newTenant();
  const { headers } = tenant.owner.browser;
  headers.set("origin", ORIGIN);
  headers.set("content-type", "application/json");
  const body = JSON.stringify({ organization: tenant.organization, name: "Second" });
  const created = await send("/v1/projects", { method: "POST", headers, body });
  const other = await created.json<{ id: string }>();
  await clientAs(tenant.owner, other.id)("DELETE /project", { query: { name: "Second" } });
  await env.DB.prepare("delete from project where id = ?").bind(other.id).run();
  const entries = await entriesOf(tenant, { in: other.id });
  expect(entries.map(({ action }) => action)).toEqual(["project.delete", "project.create"]);
});

test("T107 owners and admins read the whole log, a key only its project's entries, and members nothing", async () => {
  const tenant = await newTenant();
  const admin = await joinByInvitation("admin", tenant.owner, tenant.organization);
  const member = await joinByInvitation("member", tenant.owner, tenant.organization);
  await clientAs(admin, tenant.project)("POST /views", { body: { name: "v", filter: {} } });
  const actions = (entries: readonly AuditEntry[]) => entries.map(({ action }) => action);
  const byAdmin = await clientAs(admin, tenant.project)("GET /audit");
  expect(actions(byAdmin.items)).toContain("invitation.send");
  const byKey = await clientOf(tenant.key)("GET /audit");
  expect(actions(byKey.items)).toEqual(["view.create"]);
  const beyond = await clientOf(tenant.key).response("GET /audit", { query: { in: "other" } });
  expect(beyond.status).toBe(403);
  const asMember = await clientAs(member, tenant.project).response("GET /audit");
  expect(asMember.status).toBe(403);
  const stranger = await newTenant();
  expect(actions(await entriesOf(stranger))).toEqual(["organization.create"]);
  expect(await entriesOf(stranger, { in: tenant.project })).toEqual([]);
});

test("T108 an export holds every matching entry once, as CSV or JSON, and is itself recorded", async () => {
  const tenant = await newTenant();
  const now = Date.now() - 1_000;
  const rows = Array.from({ length: 1_200 }, (_, index) => ({
    ...{ id: `aud_${index}`, organization: tenant.organization, at: now - (index % 7) },
    ...{ action: "label.set" as const, personName: "=HYPERLINK()", person: "p1", requestId: "r" },
    ...{ changes: [], outcome: "done" as const },
  }));
  for (let start = 0; start < rows.length; start += 6) {
    await database.insert(auditEntry).values(rows.slice(start, start + 6));
  }
  const owner = clientAs(tenant.owner, tenant.project);
  const query = { action: "label.set" as const };
  const json = await owner.response("GET /audit/export", { query: { ...query, format: "json" } });
  const entries = await json.json<AuditEntry[]>();
  expect(new Set(entries.map(({ id }) => id)).size).toBe(1_200);
  const csv = await owner.response("GET /audit/export", { query });
  expect(csv.headers.get("content-type")).toContain("text/csv");
  const table = readDelimited(await csv.text(), 2_000).rows;
  expect(table).toHaveLength(1_201);
  expect(table[1]?.fields[7]).toBe("'=HYPERLINK()");
  const exports = await entriesOf(tenant, { action: "audit.export" });
  expect(exports).toHaveLength(2);
  expect(exports[1]?.changes).toEqual([
    { field: "action", to: '"label.set"' },
    { field: "format", to: '"json"' },
  ]);
});

test("T109 an endpoint that subscribes to audit.recorded gets one delivery per entry of the organization", async () => {
  const tenant = await newTenant();
  const owner = clientAs(tenant.owner, tenant.project);
  const body = { url: "https://hooks.example.com/", events: ["audit.recorded" as const] };
  const refused = await clientOf(tenant.key).response("POST /webhooks", { body });
  expect(refused.status).toBe(403);
  const { id } = await owner("POST /webhooks", { body });
  await owner("POST /webhooks", { body: { url: "https://other.example.com/" } });
  await tenant.owner.browser.post("/organization/update", {
    ...{ organizationId: tenant.organization, data: { name: "Acme 2" } },
  });
  const [entry] = await entriesOf(tenant, { action: "organization.update" });
  const { items } = await owner("GET /deliveries");
  const payloads = items.map(({ endpoint, event, payload }) => ({
    endpoint,
    event,
    payload: JSON.parse(payload),
  }));
  expect(payloads[0]).toEqual({
    endpoint: id,
    event: "audit.recorded",
    payload: {
      type: "audit.recorded",
      timestamp: entry?.at,
      data: { ...entry, url: expect.stringContaining(`/p/${tenant.project}/audit`) },
    },
  });
  expect(payloads.every(({ endpoint }) => endpoint === id)).toBe(true);
  const moved = await clientOf(tenant.key).response("PATCH /webhooks/{endpoint}", {
    params: { endpoint: id },
    body: { url: "https://evil.example.com/" },
  });
  expect(moved.status).toBe(403);
});

test("T110 an index answers each filter and the order, without sorting", async () => {
  const columns = ["project", "person", "action", "target"];
  for (const column of columns) {
    const { results } = await env.DB.prepare(
      `explain query plan select * from audit_entry where organization = 'o' and ${column} = 'x' and (at, id) < (1, 'a') order by at desc, id desc limit 51`,
    ).all<{ detail: string }>();
    const plan = results.map(({ detail }) => detail).join("\n");
    expect(plan).toMatch(new RegExp(`USING INDEX audit_entry_${column} .*${column}=\\?`));
    expect(plan).not.toContain("TEMP B-TREE");
  }
});

test("T111 the log entry about the deletion of an end user does not hold the user's id", async () => {
  const tenant = await newTenant();
  const user = "ada@customer.example";
  await sendEvents(tenant.key, [{ type: "graph", id: "g1", graph: "g", at: 0, user }]);
  await graphObject(tenant.project, "g").flush();
  await clientOf(await newKey(tenant.project, ["admin"]))("DELETE /users/{user}", {
    params: { user },
  });
  const [entry] = await entriesOf(tenant, { action: "end_user.delete" });
  expect(entry?.target).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(entry)).not.toContain("customer");
});

test("T102 a refused invitation, role or acceptance leaves no entry", async () => {
  const tenant = await newTenant();
  const member = await joinByInvitation("member", tenant.owner, tenant.organization);
  const before = await entriesOf(tenant);
  const stranger = await signUp("Stranger");
  const { browser } = member;
  const organizationId = tenant.organization;
  const invitation = { organizationId, email: "x@y.example", role: "viewer" };
  const answers = [
    await browser.post("/organization/invite-member", invitation),
    await stranger.browser.post("/organization/invite-member", invitation),
    await browser.post("/organization/update-member-role", {
      ...{ organizationId, memberId: "unknown", role: "owner" },
    }),
    await stranger.browser.post("/organization/accept-invitation", { invitationId: "unknown" }),
    await browser.post("/change-password", {
      ...{ currentPassword: "wrong", newPassword: "several other words" },
      revokeOtherSessions: false,
    }),
  ];
  expect(answers.every(({ ok }) => !ok)).toBe(true);
  expect(await entriesOf(tenant)).toEqual(before);
  expect(await database.select().from(auditPending)).toEqual([]);
});

test("T109 an entry of a person in two organizations is delivered to each organization once", async () => {
  const [first, second] = [await newTenant(), await newTenant()];
  const { email, id } = first.owner;
  const invited = await second.owner.browser.post("/organization/invite-member", {
    ...{ organizationId: second.organization, email, role: "admin" },
  });
  const { id: invitationId } = await invited.json<{ id: string }>();
  await first.owner.browser.post("/organization/accept-invitation", { invitationId });
  for (const { owner, project } of [first, second]) {
    await clientAs(owner, project)("POST /webhooks", {
      body: { url: "https://hooks.example.com/", events: ["audit.recorded"] },
    });
  }
  await first.owner.browser.post("/update-user", { name: "Ada L." });
  for (const tenant of [first, second]) {
    const { items } = await clientAs(tenant.owner, tenant.project)("GET /deliveries");
    const updates = items
      .map(({ payload }) => JSON.parse(payload).data)
      .filter(({ action }) => action === "account.update");
    expect(updates).toMatchObject([{ person: { id } }]);
  }
});

test("T103 an account without an organization leaves no entry", async () => {
  const before = await database.$count(auditEntry);
  const person = await signUp("Loner");
  await person.browser.post("/update-user", { name: "Lone" });
  expect(await database.$count(auditEntry)).toBe(before);
});
