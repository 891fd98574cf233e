/** The access of a connected app, and when it ends. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AuditLog } from "../../../src/database/audit/audit-log.ts";
import { member, session, user } from "../../../src/database/schema/identity.ts";
import {
  passkey,
  secondFactor,
  sessionFactor,
} from "../../../src/database/schema/teams/sign-in.ts";
import { ssoSession } from "../../../src/database/schema/teams/sso.ts";
import { newLinkToken } from "../../../src/tenancy/link-token.ts";
import { createProject, ProjectRepository } from "../../../src/tenancy/projects.ts";
import { attributedCase } from "../../workers/support/attributed-case.ts";
import { OAuthApp, refusalOf, statusWith, toolText } from "../../workers/support/oauth-app.ts";
import { promptedDog } from "../../workers/support/prompted-dog.ts";
import { clientOf, newTenant, send, type Tenant } from "../../workers/support/tenants.ts";
import { sendEvents } from "../../workers/support/traces.ts";
import { database, joinAs, PASSWORD, type Person, signedIn, signUp } from "../support/browser.ts";
import { newDirectory } from "../support/directory.ts";
import { enforceOwnSignIn, requireSecondFactor } from "../support/enforcement.ts";
import { SsoWorld } from "../support/sso-world.ts";

let tenant: Tenant;
let app: OAuthApp;
let id: string;
const graph = `g-${crypto.randomUUID()}`;
beforeAll(async () => {
  tenant = await newTenant();
  app = await OAuthApp.register({ client_name: "Editor" });
  await sendEvents(tenant.key, promptedDog(graph));
  id = (await attributedCase(clientOf(tenant.key), graph)).id;
});
afterAll(() => {
  vi.restoreAllMocks();
});

const label = { errorType: "UpdateError", op: null };
const memberOf = async ({ id: person }: Person) => {
  const [row] = await database.select().from(member).where(eq(member.userId, person));
  return row?.id ?? "";
};
/** Expects that neither the access token nor the refresh token gives access. */
async function hasEnded({ access_token, refresh_token }: Awaited<ReturnType<OAuthApp["tokens"]>>) {
  expect(await statusWith(access_token)).toBe(401);
  expect(await refusalOf(await app.refresh(refresh_token))).toBe("400 invalid_grant");
}

test("H659 the token of one project finds nothing of the same person's other projects", async () => {
  const wanted = { organization: tenant.organization, name: "Second" };
  const made = await createProject(database, tenant.owner.id, wanted, "DB", Date.now());
  const second = made.ok ? made.value.id : "";
  const mine = await app.tokens(tenant.owner, tenant.project);
  const other = await app.tokens(tenant.owner, second, ["read", "write"]);
  expect(await toolText(mine.access_token, "why_wrong", { case: id })).toContain(id);
  for (const [name, args] of [
    ["why_wrong", { case: id }],
    ["propose_fix", { case: id }],
    ["replay_plan", { case: id }],
    ["label_case", { case: id, ...label }],
    ["what_did_it_know", { graph }],
    ["search_graph", { graph, text: "baker" }],
  ] as const) {
    const text = await toolText(other.access_token, name, args);
    expect([name, JSON.parse(text).error?.code]).toEqual([name, "not_found"]);
    expect(text).not.toContain("Rex");
  }
  expect(JSON.parse(await toolText(other.access_token, "list_cases"))).toMatchObject({ cases: [] });
  const stranger = await newTenant();
  const foreign = await app.tokens(stranger.owner, stranger.project);
  expect(await toolText(foreign.access_token, "why_wrong", { case: id })).toContain("not_found");
});

test("H660 an app only reads unless the person also allows write, and the audit log names the app", async () => {
  const reader = await app.tokens(tenant.owner, tenant.project);
  expect(reader.scope).toBe("read");
  expect(await toolText(reader.access_token, "label_case", { case: id, ...label })).toContain(
    "label_case needs the scope label; this app has read. Connect the app again",
  );
  const writer = await app.tokens(tenant.owner, tenant.project, ["read", "write"]);
  expect(writer.scope).toBe("read write");
  await toolText(writer.access_token, "label_case", { case: id, ...label });
  const labels = await clientOf(tenant.key).response("GET /cases/{case}/labels", {
    params: { case: id },
  });
  expect(await labels.text()).toContain(`person:${tenant.owner.id}`);
  const log = new AuditLog(database, tenant.organization);
  const { items } = await log.list({ action: "label.set" }, undefined, 10);
  expect(items[0]).toMatchObject({
    person: { id: tenant.owner.id },
    key: { id: expect.stringMatching(/^con_/), name: "Editor" },
  });
});

test("H661 an app's access ends with the membership, in whatever way it ends", async () => {
  const { owner, organization, project } = tenant;
  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    removed: async (person) =>
      owner.browser.post("/organization/remove-member", {
        ...{ organizationId: organization, memberIdOrEmail: await memberOf(person) },
      }),
    left: ({ browser }) => browser.post("/organization/leave", { organizationId: organization }),
    deleted: ({ browser, email }) => browser.post("/account/delete", { email, password: PASSWORD }),
  };
  for (const [how, end] of Object.entries(ends)) {
    const person = await joinAs("member", owner, organization);
    const tokens = await app.tokens(person, project);
    expect([how, await statusWith(tokens.access_token)]).toEqual([how, 200]);
    await end(person);
    await hasEnded(tokens);
    if (how !== "removed") continue;
    // A second membership does not bring the old access back.
    await database.run(sql`
      insert into member (id, organization_id, user_id, role, created_at)
      values (${crypto.randomUUID()}, ${organization}, ${person.id}, 'admin', ${Date.now()})`);
    await hasEnded(tokens);
  }
});

test("H661 the apps of a person lose access if the directory suspends the person", async () => {
  const world = new SsoWorld();
  const { company, directory } = await newDirectory(world);
  const { owner, organization } = company;
  const wanted = { organization, name: "Agent" };
  const made = await createProject(database, owner.id, wanted, "DB", Date.now());
  const email = company.address("grace");
  const created = await directory.createUser(email);
  const [row] = await database.select().from(user).where(eq(user.email, email));
  const person = await signedInAs(row?.id ?? "", email);
  const tokens = await app.tokens(person, made.ok ? made.value.id : "");
  expect(await statusWith(tokens.access_token)).toBe(200);
  await directory.json("PATCH", `/Users/${created.id}`, {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
    Operations: [{ op: "replace", path: "active", value: false }],
  });
  await hasEnded(tokens);
});

/** Signs a new browser in to the account. */
async function signedInAs(person: string, email: string): Promise<Person> {
  const stand = await signUp("Stand");
  await database.update(session).set({ userId: person }).where(eq(session.userId, stand.id));
  return { ...stand, id: person, email };
}

test("H661 an app's access follows the person's role in the project", async () => {
  const { owner, organization, project } = tenant;
  const person = await joinAs("member", owner, organization);
  const tokens = await app.tokens(person, project, ["read", "write"]);
  const labelling = () => toolText(tokens.access_token, "label_case", { case: id, ...label });
  expect(await labelling()).not.toContain("forbidden");
  const roleTo = async (role: string) =>
    owner.browser.post("/organization/update-member-role", {
      ...{ organizationId: organization, memberId: await memberOf(person), role },
    });
  await roleTo("annotator");
  expect(await labelling()).not.toContain("forbidden");
  await roleTo("viewer");
  expect(await labelling()).toContain("this app has read");
  expect(await statusWith(tokens.access_token)).toBe(200);
  await roleTo("guest");
  await hasEnded(tokens);
});

test("H661 an app's access ends with the project, or with a new password set by e-mail", async () => {
  const { owner, organization } = tenant;
  const made = await createProject(
    ...([database, owner.id, { organization, name: "Short" }, "DB", Date.now()] as const),
  );
  const project = made.ok ? made.value.id : "";
  const ofProject = await app.tokens(owner, project);
  await new ProjectRepository(database, project).delete(Date.now());
  await hasEnded(ofProject);

  const person = await joinAs("member", owner, organization);
  const tokens = await app.tokens(person, tenant.project);
  const { token, hash } = newLinkToken(
    (length) => crypto.getRandomValues(new Uint8Array(length)),
    "mta_",
  );
  await database.run(sql`
    insert into address_link (hash, user_id, purpose, address, created_at, expires_at)
    values (${hash}, ${person.id}, 'password_reset', ${person.email}, ${Date.now()}, ${Date.now() + 60_000})`);
  const newPassword = "another horse battery staple";
  const reset = await person.browser.post("/reset-password", { token, newPassword });
  expect(reset.status).toBe(200);
  await hasEnded(tokens);
});

test("H668 a changed password ends the access of all apps, unless the person keeps it", async () => {
  const { owner, organization, project } = tenant;
  const person = await joinAs("member", owner, organization);
  const other = await app.tokens(owner, project);
  const [first, second] = [await app.tokens(person, project), await app.tokens(person, project)];
  const pending = await app.code(person, project);
  const change = async (currentPassword: string, newPassword: string, body: object = {}) => {
    const asked = { currentPassword, newPassword, revokeOtherSessions: false, ...body };
    return (await person.browser.post("/change-password", asked)).status;
  };
  const [next, last] = ["another horse battery staple", "a third horse battery staple"];
  expect(await change("not the password", next)).not.toBe(200);
  expect(await change(PASSWORD, next, { removeConnectedApps: false })).toBe(200);
  expect(await statusWith(first.access_token)).toBe(200);
  expect(await change(next, last, { removeConnectedApps: "no" })).toBe(400);
  expect(await change(next, last)).toBe(200);
  await hasEnded(first);
  await hasEnded(second);
  expect(await refusalOf(await app.exchange(pending))).toBe("400 invalid_grant");
  expect(await statusWith(other.access_token)).toBe(200);
  const log = new AuditLog(database, organization);
  const ended = await log.list({ action: "connection.end", person: person.id }, undefined, 10);
  expect(ended.items).toHaveLength(3);
  expect(ended.items[0]?.changes).toEqual([
    { field: "reason", to: '"The person changed the password."' },
  ]);
});

test("H662 a required second factor counts for an app if the person gave it in the same browser", async () => {
  const own = await newTenant();
  const person = await joinAs("member", own.owner, own.organization);
  const without = await app.tokens(person, own.project);
  await requireSecondFactor(own.organization);
  await hasEnded(without);
  const request = app.query();
  const decision = { request, project: own.project, scopes: ["read"] };
  const refused = await person.browser.post("/connections/allow", decision);
  expect(await refused.text()).toContain("second_factor_required");

  const signIn = (await signedIn(person.browser.headers))?.signIn ?? "";
  await database.insert(secondFactor).values({
    ...{ userId: person.id, secret: "x", confirmedAt: 1, lastStep: 0, createdAt: 1 },
  });
  await database.insert(sessionFactor).values({ sessionId: signIn, kind: "app" });
  const withFactor = await app.tokens(person, own.project);
  expect(await statusWith(withFactor.access_token)).toBe(200);
  await hasEnded(without);
  // The end of the browser's sign-in does not matter; the end of the factor does.
  await person.browser.post("/sign-out", {});
  expect(await statusWith(withFactor.access_token)).toBe(200);
  await database.delete(secondFactor).where(eq(secondFactor.userId, person.id));
  await hasEnded(withFactor);
  await database.delete(passkey).where(eq(passkey.userId, person.id));
});

test("H662 an enforced provider blocks apps that were allowed without it", async () => {
  const own = await newTenant();
  const person = await joinAs("member", own.owner, own.organization);
  const before = await app.tokens(person, own.project);
  const domain = person.email.split("@")[1] ?? "";
  const enforcing = await enforceOwnSignIn(await signUp("Boss"), domain);
  await hasEnded(before);
  const decision = { request: app.query(), project: own.project, scopes: ["read"] };
  const refused = await person.browser.post("/connections/allow", decision);
  expect([refused.status, await refused.text()]).toEqual([
    ...[403, expect.stringContaining("requires its own sign-in")],
  ]);
  const sessionId = (await signedIn(person.browser.headers))?.signIn ?? "";
  await database.insert(ssoSession).values({ sessionId, organization: enforcing });
  const through = await app.tokens(person, own.project);
  expect(await statusWith(through.access_token)).toBe(200);
});

test("H664 only the person lists and removes their own apps", async () => {
  const person = await joinAs("member", tenant.owner, tenant.organization);
  const tokens = await app.tokens(person, tenant.project);
  const pending = await app.code(person, tenant.project);
  const list = async ({ browser }: Person) =>
    (await browser.get("/connections")).json<{ id: string }[]>();
  const [listed, ...more] = await list(person);
  expect(more).toEqual([]);
  expect(listed).toEqual({
    ...{ id: expect.stringMatching(/^con_/), app: "Editor", scopes: ["read"] },
    ...{ project: tenant.project, projectName: "Agent", lastUsedAt: null },
    createdAt: expect.any(String),
  });
  expect(JSON.stringify(await (await person.browser.get("/account/export")).json())).toContain(
    listed?.id,
  );
  const removal = { id: listed?.id };
  expect((await tenant.owner.browser.post("/connections/remove", removal)).status).toBe(404);
  expect(
    (await person.browser.post("/connections/remove", removal, "https://evil.example")).status,
  ).toBe(403);
  expect(await statusWith(tokens.access_token)).toBe(200);
  expect((await person.browser.post("/connections/remove", removal)).status).toBe(200);
  await hasEnded(tokens);
  expect((await person.browser.post("/connections/remove", removal)).status).toBe(404);
  expect((await app.exchange(pending)).status).toBe(200);
});

test("H665 the audit log records the connection of an app with the person, and how it ended", async () => {
  const own = await newTenant();
  const logged = async (action: "connection.create" | "connection.remove" | "connection.end") =>
    (await new AuditLog(database, own.organization).list({ action }, undefined, 10)).items;
  const tokens = await app.tokens(own.owner, own.project, ["read", "write"]);
  const [created] = await logged("connection.create");
  expect(created).toMatchObject({
    ...{ person: { id: own.owner.id }, project: own.project, outcome: "done" },
    changes: [
      { field: "app", to: '"Editor"' },
      { field: "scopes", to: '["read","write"]' },
      { field: "redirectUri", to: expect.stringContaining("127.0.0.1") },
    ],
  });
  await app.refresh(tokens.refresh_token);
  await app.refresh(tokens.refresh_token);
  expect(await logged("connection.end")).toMatchObject([
    {
      ...{ person: { id: own.owner.id }, target: created?.target },
      changes: [{ field: "reason", to: expect.stringContaining("used wrongly or twice") }],
    },
  ]);
  await app.tokens(own.owner, own.project);
  const [last] = await (await own.owner.browser.get("/connections")).json<{ id: string }[]>();
  await own.owner.browser.post("/connections/remove", { id: last?.id });
  expect(await logged("connection.remove")).toMatchObject([{ target: last?.id }]);
  const wrong = { request: app.query(), project: "prj_none", scopes: ["read"] };
  await own.owner.browser.post("/connections/allow", wrong);
  expect(await logged("connection.create")).toHaveLength(2);
});

test("H659 a token is refused for a project that is not its own", async () => {
  const tokens = await app.tokens(tenant.owner, tenant.project);
  const named = async (project: string) => {
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    return (await send(`/mcp?project=${project}`, { method: "POST", headers, body: "{}" })).status;
  };
  expect(await named((await newTenant()).project)).toBe(404);
  expect([401, 404]).not.toContain(await named(tenant.project));
});
