/** The connected apps of all people in a project, as its admins see them. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { AuditLog } from "../../../src/database/audit/audit-log.ts";
import { oauthConnection } from "../../../src/database/schema/teams/connections.ts";
import type { Person } from "../../tenancy/support/browser.ts";
import { database, joinAs } from "../../tenancy/support/browser.ts";
import { OAuthApp, refusalOf, statusWith } from "../../workers/support/oauth-app.ts";
import { clientAs, clientOf, newKey, newTenant } from "../../workers/support/tenants.ts";

test("H669 owners and admins list everybody's apps and can end their access", async () => {
  const { owner, organization, project } = await newTenant();
  const [admin, member, viewer] = [
    await joinAs("admin", owner, organization),
    await joinAs("member", owner, organization),
    await joinAs("viewer", owner, organization),
  ];
  const app = await OAuthApp.register({ client_name: "Editor" });
  const ofOwner = await app.tokens(owner, project);
  const ofMember = await app.tokens(member, project, ["read", "write"]);
  await app.code(viewer, project);
  expect(await statusWith(ofMember.access_token)).toBe(200);

  const list = (person: Person) => clientAs(person, project)("GET /connected-apps");
  const { items } = await list(admin);
  expect(items.map(({ person }) => person.id).sort()).toEqual([owner.id, member.id].sort());
  const found = items.find(({ person }) => person.id === member.id);
  expect(found).toEqual({
    ...{ id: expect.stringMatching(/^con_/), app: "Editor", scopes: ["read", "write"] },
    person: { id: member.id, name: expect.any(String), email: member.email },
    ...{ createdAt: expect.any(String), lastUsedAt: expect.any(String) },
  });
  expect(await list(owner)).toEqual(await list(admin));

  const params = { connection: found?.id ?? "" };
  const remove = "DELETE /connected-apps/{connection}";
  for (const person of [member, viewer]) {
    const client = clientAs(person, project);
    expect((await client.response("GET /connected-apps")).status).toBe(403);
    expect((await client.response(remove, { params })).status).toBe(403);
  }
  const { key: stranger } = await newTenant();
  expect((await clientOf(stranger).response(remove, { params })).status).toBe(404);
  expect(await statusWith(ofMember.access_token)).toBe(200);

  expect((await clientAs(admin, project).response(remove, { params })).status).toBe(204);
  expect(await statusWith(ofMember.access_token)).toBe(401);
  expect(await refusalOf(await app.refresh(ofMember.refresh_token))).toBe("400 invalid_grant");
  expect(await statusWith(ofOwner.access_token)).toBe(200);
  expect((await clientAs(admin, project).response(remove, { params })).status).toBe(404);
  const log = new AuditLog(database, organization);
  const { items: entries } = await log.list({ action: "connection.remove" }, undefined, 10);
  expect(entries).toMatchObject([
    { person: { id: admin.id }, target: params.connection, project, outcome: "done" },
  ]);
});

test("H669 the apps of a project are listed page by page, newest first", async () => {
  const { owner, project } = await newTenant();
  const app = await OAuthApp.register();
  for (let count = 0; count < 5; count += 1) await app.tokens(owner, project);
  const admin = clientOf(await newKey(project, ["admin"]));
  const rows = await database
    .select({ id: oauthConnection.id, at: oauthConnection.createdAt })
    .from(oauthConnection)
    .where(eq(oauthConnection.project, project));
  const expected = rows.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
  const listed: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = cursor === undefined ? { limit: 2 } : { limit: 2, cursor };
    const { items, next } = await admin("GET /connected-apps", { query });
    listed.push(...items.map(({ id }) => id));
    if (next === null) break;
    cursor = next;
  }
  expect(listed).toEqual(expected);
});
