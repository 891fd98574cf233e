import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { member } from "../../src/database/schema/identity.ts";
import { apiKey } from "../../src/database/schema/project.ts";
import type { MemberKeys } from "../../src/protocol/people.ts";
import { KeyRepository } from "../../src/tenancy/keys.ts";
import { newTenant, send } from "../workers/support/tenants.ts";
import { database, joinAs, type Person, signUp } from "./support/browser.ts";

const memberIdOf = async ({ id }: Person) => {
  const [row] = await database.select().from(member).where(eq(member.userId, id));
  return row?.id ?? "";
};

const keysIn = (project: string) => {
  const as = async (person: Person | string, method: string, path: string, body?: unknown) => {
    const headers = typeof person === "string" ? new Headers() : person.browser.headers;
    if (typeof person === "string") headers.set("authorization", `Bearer ${person}`);
    else headers.set("origin", "http://memtrace.test");
    headers.set("content-type", "application/json");
    const query = typeof person === "string" ? "" : `?project=${project}`;
    const request =
      body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    return send(`/v1${path}${query}`, request);
  };
  const mint = async (by: Person | string, name: string, scopes = ["read", "keys"]) => {
    const made = await as(by, "POST", "/keys", { name, scopes });
    return (await made.json<{ key: string }>()).key;
  };
  return { as, mint };
};

test("T55 a removal lists the keys that the member made, and revokes them on request", async () => {
  const tenant = await newTenant();
  const { owner, organization: organizationId } = tenant;
  const { as, mint } = keysIn(tenant.project);
  for (const revokeKeys of [false, true]) {
    const admin = await joinAs("admin", owner, organizationId);
    const first = await mint(admin, "first");
    const second = await mint(first, "second");
    const others = await mint(owner, "others");
    const memberId = await memberIdOf(admin);
    const query = `organizationId=${organizationId}&memberId=${memberId}`;
    const listed = await owner.browser.get(`/organization/list-member-keys?${query}`);
    const names = (await listed.json<MemberKeys>()).items.map(({ name }) => name);
    expect(names.sort()).toEqual(["first", "second"]);
    const removal = { organizationId, memberIdOrEmail: memberId, revokeKeys };
    expect((await owner.browser.post("/organization/remove-member", removal)).status).toBe(200);
    for (const key of [first, second]) {
      expect((await as(key, "GET", "/whoami")).status).toBe(revokeKeys ? 401 : 200);
    }
    expect((await as(others, "GET", "/whoami")).status).toBe(200);
    expect((await as(admin, "GET", "/whoami")).status).toBe(404);
    const former = `organizationId=${organizationId}&memberId=${admin.id}`;
    const left = await owner.browser.get(`/organization/list-member-keys?${former}`);
    expect(left.status).toBe(200);
    expect((await left.json<MemberKeys>()).total).toBe(revokeKeys ? 0 : 2);
  }
});

test.each([true, false])(
  "T64 a lower role revokes keys with more scopes, unless the request keeps them (%s)",
  async (revokeKeys) => {
    const { owner, organization: organizationId, project } = await newTenant();
    const { as, mint } = keysIn(project);
    const admin = await joinAs("admin", owner, organizationId);
    const wide = await mint(admin, "wide");
    const narrow = await mint(admin, "narrow", ["read"]);
    const others = await mint(owner, "others");
    const memberId = await memberIdOf(admin);
    const query = `organizationId=${organizationId}&memberId=${memberId}&beyond=member`;
    const listed = await owner.browser.get(`/organization/list-member-keys?${query}`);
    expect(await listed.json()).toMatchObject({ items: [{ name: "wide" }], total: 1, next: null });
    const change = { organizationId, memberId, role: "member", revokeKeys };
    const viewer = await joinAs("viewer", owner, organizationId);
    const refused = await viewer.browser.post("/organization/update-member-role", change);
    expect(refused.status).toBe(403);
    expect((await as(wide, "GET", "/whoami")).status).toBe(200);
    // A person may reduce their own role.
    const changed = await admin.browser.post("/organization/update-member-role", change);
    expect(changed.status).toBe(200);
    expect((await as(wide, "GET", "/whoami")).status).toBe(revokeKeys ? 401 : 200);
    for (const key of [narrow, others]) expect((await as(key, "GET", "/whoami")).status).toBe(200);
  },
);

test("T65 the keys of a person who leaves are revoked", async () => {
  const { owner, organization: organizationId, project } = await newTenant();
  const { as, mint } = keysIn(project);
  const doors = [
    (_: string) => ["/organization/leave", { organizationId }] as const,
    (memberIdOrEmail: string) =>
      [
        "/organization/remove-member",
        { organizationId, memberIdOrEmail, revokeKeys: false },
      ] as const,
  ];
  for (const door of doors) {
    const admin = await joinAs("admin", owner, organizationId);
    const key = await mint(admin, "own");
    const others = await mint(owner, "others");
    const [path, body] = door(await memberIdOf(admin));
    const left = await admin.browser.post(path, body);
    expect(left.status).toBe(200);
    expect((await as(key, "GET", "/whoami")).status).toBe(401);
    expect((await as(others, "GET", "/whoami")).status).toBe(200);
  }
});

test("T65 only owners and admins list the keys of former members", async () => {
  const { owner, organization: organizationId, project } = await newTenant();
  const { mint } = keysIn(project);
  const admin = await joinAs("admin", owner, organizationId);
  const plain = await joinAs("member", owner, organizationId);
  await mint(admin, "left");
  const removal = { organizationId, memberIdOrEmail: admin.id, revokeKeys: false };
  expect((await owner.browser.post("/organization/remove-member", removal)).status).toBe(200);
  const query = `organizationId=${organizationId}&memberId=${encodeURIComponent(admin.email)}`;
  const listed = await owner.browser.get(`/organization/list-member-keys?${query}`);
  expect(await listed.json()).toMatchObject({ items: [{ name: "left" }], total: 1, next: null });
  const refused = await plain.browser.get(`/organization/list-member-keys?${query}`);
  expect(refused.status).toBe(404);
  const stranger = await signUp("stranger");
  const unknown = `organizationId=${organizationId}&memberId=${stranger.id}`;
  expect((await owner.browser.get(`/organization/list-member-keys?${unknown}`)).status).toBe(404);
});

test("T55 a person who cannot remove a member cannot list or revoke the member's keys", async () => {
  const { owner, organization: organizationId, key, project } = await newTenant();
  const [admin, plain] = [
    await joinAs("admin", owner, organizationId),
    await joinAs("member", owner, organizationId),
  ];
  const ofOwner = await memberIdOf(owner);
  for (const by of [admin, plain]) {
    const query = `organizationId=${organizationId}&memberId=${ofOwner}`;
    expect((await by.browser.get(`/organization/list-member-keys?${query}`)).status).toBe(403);
    const removal = { organizationId, memberIdOrEmail: ofOwner, revokeKeys: true };
    expect((await by.browser.post("/organization/remove-member", removal)).status).toBe(403);
  }
  const authorization = `Bearer ${key}`;
  expect((await send("/v1/whoami", { headers: { authorization } })).status).toBe(200);
  expect(project).not.toBe("");
});

test("T67 a former member's keys are listed page by page, and a removal revokes those of every page", async () => {
  const { owner, organization: organizationId, project } = await newTenant();
  const admin = await joinAs("admin", owner, organizationId);
  const keys = new KeyRepository(database, project);
  for (let count = 0; count < 120; count++) {
    const wanted = { name: `${count}`, scopes: ["read" as const], expiresAt: null };
    await keys.create({ ...wanted, creator: admin.id }, count);
  }
  const pages = async (named: string) => {
    const names: string[] = [];
    const query = `organizationId=${organizationId}&memberId=${named}`;
    for (let at = ""; ; ) {
      const listed = await owner.browser.get(`/organization/list-member-keys?${query}${at}`);
      const { items, total, next } = await listed.json<MemberKeys>();
      names.push(...items.map(({ name }) => name));
      if (next === null) return { names, total };
      expect(items.length).toBeLessThanOrEqual(50);
      at = `&cursor=${next}`;
    }
  };
  const all = Array.from({ length: 120 }, (_, index) => `${119 - index}`);
  expect(await pages(await memberIdOf(admin))).toEqual({ names: all, total: 120 });
  const removal = { organizationId, memberIdOrEmail: admin.id };
  await owner.browser.post("/organization/remove-member", { ...removal, revokeKeys: false });
  expect(await pages(admin.id)).toEqual({ names: all, total: 120 });

  const other = await joinAs("admin", owner, organizationId);
  await database.update(apiKey).set({ creator: other.id }).where(eq(apiKey.creator, admin.id));
  const again = { organizationId, memberIdOrEmail: other.id, revokeKeys: true };
  expect((await owner.browser.post("/organization/remove-member", again)).status).toBe(200);
  expect(await pages(other.id)).toEqual({ names: [], total: 0 });
});
