/** The requests are those that Okta and Entra send, by their published examples. */
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { member, user } from "../../src/database/schema/identity.ts";
import { apiKey } from "../../src/database/schema/project.ts";
import { LIVE_CLOSE } from "../../src/protocol/events/live.ts";
import { KeyRepository } from "../../src/tenancy/keys.ts";
import { createProject } from "../../src/tenancy/projects.ts";
import { made } from "../workers/support/made.ts";
import { newKey, send } from "../workers/support/tenants.ts";
import { note, sendEvents } from "../workers/support/traces.ts";
import { connect, Watch } from "../workers/support/watch.ts";
import { database, joinAs, ORIGIN, signedIn } from "./support/browser.ts";
import { type Company, SsoWorld, signInByOidc } from "./support/sso-world.ts";

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

interface Resource {
  readonly id: string;
  readonly active: boolean;
  readonly userName: string;
  readonly emails: readonly { readonly value: string }[];
  readonly members: readonly { readonly value: string }[];
}

/** A directory that speaks SCIM with the company's token. */
class Directory {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  ask(method: string, path: string, body?: object): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      "content-type": "application/scim+json",
    };
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    return send(`/scim/v2${path}`, { method, headers, ...given });
  }

  async json<T = Resource>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.ask(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json<T>();
  }

  /** As Okta creates a person. */
  createUser(email: string, more: object = {}): Promise<Resource> {
    return this.json("POST", "/Users", {
      ...{ schemas: [USER], userName: email, name: { givenName: "Grace", familyName: "Hopper" } },
      emails: [{ primary: true, value: email, type: "work" }],
      ...{ displayName: "Grace Hopper", locale: "en-US", externalId: email, groups: [] },
      ...{ password: "1mz050nq", active: true, ...more },
    });
  }

  patch(path: string, ...Operations: readonly object[]): Promise<Response> {
    return this.ask("PATCH", path, { schemas: [PATCH], Operations });
  }
}

let world: SsoWorld;
beforeAll(() => {
  world = new SsoWorld();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const tokenOf = async (company: Company): Promise<string> => {
  const answer = await company.ask("create-scim-token");
  return (await answer.json<{ token: string }>()).token;
};
const newDirectory = async () => {
  const company = await world.newCompany();
  return { company, directory: new Directory(await tokenOf(company)) };
};
const roleOf = async (company: Company, email: string) => {
  const [row] = await database
    .select({ role: member.role })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(user.email, email), eq(member.organizationId, company.organization)));
  return row?.role;
};

test("T174 a token is shown once, stored as a hash, and dead after its revocation", async () => {
  const company = await world.newCompany();
  const token = await tokenOf(company);
  const directory = new Directory(token);
  expect((await directory.ask("GET", "/Users")).status).toBe(200);
  const settings = await company.settings();
  expect(JSON.stringify(settings)).not.toContain(token);
  expect(settings.tokens[0]?.lastUsedAt).not.toBeNull();
  await tokenOf(company);
  expect((await company.ask("create-scim-token")).status).toBe(409);
  await company.change("revoke-scim-token", { id: settings.tokens[0]?.id });
  expect((await directory.ask("GET", "/Users")).status).toBe(401);
  for (const authorization of ["", "Bearer x", `Bearer ${token}x`, `Basic ${token}`]) {
    const answer = await send("/scim/v2/Users", { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ schemas: [ERROR], status: "401" });
  }
});

test("T175 a directory creates, finds, replaces and deletes a person", async () => {
  const { company, directory } = await newDirectory();
  const email = company.address("grace");
  const created = await directory.createUser(email);
  expect(created).toMatchObject({
    ...{ schemas: [USER], userName: email, externalId: email, active: true },
    name: { givenName: "Grace", familyName: "Hopper" },
    meta: { resourceType: "User", location: `${ORIGIN}/scim/v2/Users/${created.id}` },
  });
  expect(JSON.stringify(created)).not.toContain("1mz050nq");
  expect(await roleOf(company, email)).toBe("member");
  const find = (filter: string) =>
    directory.json<{ totalResults: number; Resources: Resource[] }>(
      "GET",
      `/Users?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`,
    );
  for (const filter of [`userName eq "${email.toUpperCase()}"`, `externalId eq "${email}"`]) {
    expect(await find(filter)).toMatchObject({
      ...{ schemas: [LIST], totalResults: 1, itemsPerPage: 1, Resources: [{ id: created.id }] },
    });
  }
  expect((await find('userName eq "nobody@x.com"')).totalResults).toBe(0);
  const again = await directory.ask("POST", "/Users", { schemas: [USER], userName: email });
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ scimType: "uniqueness", status: "409" });
  const moved = company.address("hopper");
  const replaced = await directory.json("PUT", `/Users/${created.id}`, {
    ...{ schemas: [USER], id: created.id, userName: moved, active: true },
    ...{ displayName: "Grace B. Hopper", emails: [{ value: moved, primary: true }] },
  });
  expect(replaced.userName).toBe(moved);
  const [account] = await database.select().from(user).where(eq(user.email, moved));
  expect(account?.name).toBe("Grace B. Hopper");
  expect((await directory.ask("DELETE", `/Users/${created.id}`)).status).toBe(204);
  expect((await directory.ask("GET", `/Users/${created.id}`)).status).toBe(404);
  expect(await roleOf(company, moved)).toBeUndefined();
});

test("T175 lists are paged from 1, and other filters are refused", async () => {
  const { company, directory } = await newDirectory();
  for (const name of ["a", "b", "c"]) await directory.createUser(company.address(name));
  const page = (query: string) =>
    directory.json<{ startIndex: number; totalResults: number; Resources: Resource[] }>(
      "GET",
      `/Users?${query}`,
    );
  const [first, second] = [await page("startIndex=1&count=2"), await page("startIndex=3&count=2")];
  expect([first.totalResults, first.Resources.length, second.Resources.length]).toEqual([3, 2, 1]);
  const ids = [...first.Resources, ...second.Resources].map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  expect((await page("startIndex=-5&count=0")).Resources).toEqual([]);
  for (const filter of ["userName", 'userName co "a"', 'title eq "x"', 'a eq "b" and c eq "d"']) {
    const answer = await directory.ask("GET", `/Users?filter=${encodeURIComponent(filter)}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ scimType: "invalidFilter" });
  }
  const few = await page("attributes=userName");
  expect(Object.keys(few.Resources[0] ?? {}).sort()).toEqual(["id", "meta", "schemas", "userName"]);
});

describe("T175 a patch as directories send it:", () => {
  test("T175 Okta deactivates with a value, Entra with a path and a text", async () => {
    const { company, directory } = await newDirectory();
    const { id } = await directory.createUser(company.address("grace"));
    const patches = [
      { op: "replace", value: { active: false } },
      { op: "Replace", path: "active", value: "True" },
      { op: "Replace", path: "active", value: "False" },
      { op: "Add", path: "active", value: true },
    ];
    for (const [index, patch] of patches.entries()) {
      const answer = await directory.patch(`/Users/${id}`, patch);
      expect((await answer.json<Resource>()).active).toBe(index % 2 === 1);
    }
  });

  test("T175 Entra changes an address by its type, and sends attributes of its extension", async () => {
    const { company, directory } = await newDirectory();
    const { id } = await directory.createUser(company.address("grace"));
    const moved = company.address("hopper");
    const answer = await directory.patch(
      `/Users/${id}`,
      { op: "Replace", path: 'emails[type eq "work"].value', value: moved },
      { op: "Add", path: "name.givenName", value: "Amazing" },
      {
        op: "Add",
        path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
        value: "Compilers",
      },
    );
    expect(await answer.json()).toMatchObject({
      emails: [{ value: moved, type: "work" }],
      name: { givenName: "Amazing", familyName: "Hopper" },
    });
  });

  test("T175 a damaged patch is refused and changes nothing", async () => {
    const { company, directory } = await newDirectory();
    const email = company.address("grace");
    const { id } = await directory.createUser(email);
    const wrong: object[] = [
      {},
      { schemas: [PATCH], Operations: [] },
      { schemas: [PATCH], Operations: [{ op: "explode", path: "active" }] },
      { schemas: [PATCH], Operations: [{ op: "replace", path: "__proto__.x", value: "y" }] },
      { schemas: [PATCH], Operations: [{ op: "replace", path: "emails[", value: "y" }] },
      { schemas: [PATCH], Operations: [{ op: "remove", path: "userName" }] },
    ];
    for (const body of wrong) {
      const answer = await directory.ask("PATCH", `/Users/${id}`, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ schemas: [ERROR], status: "400" });
    }
    expect(await directory.json("GET", `/Users/${id}`)).toMatchObject({ userName: email });
  });
});

test("T176 active=false ends the access: membership, sign-ins, live connections and keys", async () => {
  const { company, directory } = await newDirectory();
  const provider = world.newProvider();
  await company.useOidc(provider);
  const email = company.address("grace");
  const { id } = await directory.createUser(email);
  const { browser } = await signInByOidc(company, provider, { email });
  const person = await signedIn(browser.headers);
  const organization = company.organization;
  const wanted = { organization, name: "Agent" };
  const created = await made(
    createProject(database, company.owner.id, wanted, "DB", Date.now()).then((result) =>
      result.ok ? result.value : undefined,
    ),
  );
  const keys = new KeyRepository(database, created.id);
  const keyWith = (scopes: readonly ("ingest" | "read")[]) =>
    made(
      keys.create(
        { name: "k", scopes: [...scopes], expiresAt: null, creator: person?.id ?? "" },
        Date.now(),
      ),
    );
  const [sending, reading] = [await keyWith(["ingest"]), await keyWith(["ingest", "read"])];
  const graph = `graph-${crypto.randomUUID()}`;
  await sendEvents(await newKey(created.id, ["ingest"]), [note(graph, "a")]);
  const { headers } = browser;
  headers.set("origin", ORIGIN);
  const { webSocket } = await connect(graph, { headers, query: { project: created.id } });
  if (webSocket === null) throw new Error("The live connection was refused.");
  const watch = new Watch(webSocket);
  await watch.ready();
  await directory.patch(`/Users/${id}`, { op: "replace", value: { active: false } });
  expect(await roleOf(company, email)).toBeUndefined();
  expect(await signedIn(browser.headers)).toBeNull();
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + 30_000);
  await sendEvents(await newKey(created.id, ["ingest"]), [note(graph, "b")]);
  expect(await watch.ended()).toEqual(LIVE_CLOSE.notAllowed);
  clock.mockRestore();
  const revoked = async (key: string) =>
    (await database.select().from(apiKey).where(eq(apiKey.id, key)))[0]?.revokedAt !== null;
  expect([await revoked(sending.id), await revoked(reading.id)]).toEqual([false, true]);
  const refused = await signInByOidc(company, provider, { email });
  expect(refused.location).toBe("/sign-in/sso?problem=deactivated");
  await directory.patch(`/Users/${id}`, { op: "replace", value: { active: true } });
  expect((await signInByOidc(company, provider, { email })).location).toBe("/p/x");
});

test("T177 a group gives its people the role that an admin chose, and the highest one counts", async () => {
  const { company, directory } = await newDirectory();
  const email = company.address("grace");
  const { id } = await directory.createUser(email);
  const group = async (displayName: string) =>
    (await directory.json("POST", "/Groups", { schemas: [GROUP], displayName, members: [] })).id;
  const [admins, viewers] = [await group("Admins"), await group("Viewers")];
  await company.change("set-group-role", { group: admins, role: "admin" });
  await company.change("set-group-role", { group: viewers, role: "viewer" });
  const add = { op: "Add", path: "members", value: [{ value: id }] };
  await directory.patch(`/Groups/${viewers}`, add);
  expect(await roleOf(company, email)).toBe("viewer");
  await directory.patch(`/Groups/${admins}`, add);
  expect(await roleOf(company, email)).toBe("admin");
  expect(await directory.json("GET", `/Users/${id}`)).toMatchObject({
    groups: [{ display: "Admins" }, { display: "Viewers" }],
  });
  await directory.patch(`/Groups/${admins}`, { op: "remove", path: `members[value eq "${id}"]` });
  expect(await roleOf(company, email)).toBe("viewer");
  await directory.patch(`/Groups/${viewers}`, {
    op: "Remove",
    path: "members",
    value: [{ value: id }],
  });
  expect(await roleOf(company, email)).toBe("member");
  await directory.json("PUT", `/Groups/${admins}`, {
    ...{ schemas: [GROUP], displayName: "Admins", members: [{ value: id }] },
  });
  expect(await roleOf(company, email)).toBe("admin");
  expect((await directory.ask("DELETE", `/Groups/${admins}`)).status).toBe(204);
  expect(await roleOf(company, email)).toBe("member");
  const renamed = await directory.patch(`/Groups/${viewers}`, {
    ...{ op: "replace", value: { displayName: "Readers" } },
  });
  expect(await renamed.json()).toMatchObject({ displayName: "Readers" });
  const found = await directory.json<{ Resources: Resource[] }>(
    "GET",
    `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "readers"')}`,
  );
  expect(found.Resources).toHaveLength(1);
  expect(found.Resources[0]).not.toHaveProperty("members");
});

test("T178 the last owner stays, and no directory changes an owner's account or role", async () => {
  const { company, directory } = await newDirectory();
  const email = company.address("ada");
  const owner = eq(user.id, company.owner.id);
  await database.update(user).set({ email, emailVerified: true }).where(owner);
  const { id } = await directory.createUser(email);
  const off = { op: "replace", value: { active: false } };
  for (const answer of [
    await directory.patch(`/Users/${id}`, off),
    await directory.ask("DELETE", `/Users/${id}`),
  ]) {
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("last owner") });
  }
  expect(await signedIn(company.owner.browser.headers)).not.toBeNull();
  const moved = company.address("eve");
  await directory.patch(`/Users/${id}`, {
    op: "replace",
    path: 'emails[type eq "work"].value',
    value: moved,
  });
  expect((await database.select().from(user).where(owner))[0]?.email).toBe(email);
  const group = await directory.json("POST", "/Groups", {
    ...{ schemas: [GROUP], displayName: "Viewers", members: [{ value: id }] },
  });
  await company.change("set-group-role", { group: group.id, role: "viewer" });
  expect(await roleOf(company, email)).toBe("owner");
  await joinAs("owner", company.owner, company.organization);
  expect((await directory.patch(`/Users/${id}`, off)).status).toBe(200);
});

test("T179 the service describes itself, and failures have SCIM's form", async () => {
  const { directory } = await newDirectory();
  expect(await directory.json("GET", "/ServiceProviderConfig")).toMatchObject({
    ...{ patch: { supported: true }, bulk: { supported: false }, filter: { supported: true } },
  });
  const types = await directory.json<{ Resources: Resource[] }>("GET", "/ResourceTypes");
  expect(types.Resources.map(({ id }) => id)).toEqual(["User", "Group"]);
  const schemas = await directory.json<{ Resources: Resource[] }>("GET", "/Schemas");
  expect(schemas.Resources.map(({ id }) => id)).toEqual([USER, GROUP]);
  expect(await directory.json("GET", `/Schemas/${USER}`)).toMatchObject({ id: USER });
  const failures: [string, string, object | undefined, number][] = [
    ["GET", "/Users/none", undefined, 404],
    ["GET", "/Nothing", undefined, 404],
    ["POST", "/Users", { schemas: [USER] }, 400],
    ["POST", "/Users", { schemas: [USER], userName: "no address" }, 400],
    ["POST", "/Groups", { schemas: [GROUP], displayName: "x", members: [{ value: "y" }] }, 400],
  ];
  for (const [method, path, body, status] of failures) {
    const answer = await directory.ask(method, path, body);
    expect(answer.headers.get("content-type")).toContain("application/scim+json");
    expect(await answer.json()).toMatchObject({ schemas: [ERROR], status: `${status}` });
  }
  const headers = { authorization: "Bearer x", "content-type": "text/plain" };
  expect((await send("/scim/v2/Users", { method: "POST", headers, body: "{" })).status).toBe(401);
});

test("T180 another organization's people and groups do not exist, and its domains are refused", async () => {
  const [mine, theirs] = [await newDirectory(), await newDirectory()];
  const { id } = await theirs.directory.createUser(theirs.company.address("grace"));
  const group = await theirs.directory.json("POST", "/Groups", {
    ...{ schemas: [GROUP], displayName: "Group", members: [{ value: id }] },
  });
  const body = { schemas: [USER], userName: mine.company.address("x") };
  const patch = { schemas: [PATCH], Operations: [{ op: "replace", value: { active: false } }] };
  for (const path of [`/Users/${id}`, `/Groups/${group.id}`]) {
    expect((await mine.directory.ask("GET", path)).status).toBe(404);
    expect((await mine.directory.ask("PUT", path, { ...body, displayName: "x" })).status).toBe(404);
    expect((await mine.directory.ask("PATCH", path, patch)).status).toBe(404);
    expect((await mine.directory.ask("DELETE", path)).status).toBe(404);
  }
  const list = await mine.directory.ask("GET", "/Users");
  expect(await list.text()).not.toContain(id);
  const foreign = { schemas: [GROUP], displayName: "Mine", members: [{ value: id }] };
  expect((await mine.directory.ask("POST", "/Groups", foreign)).status).toBe(400);
  for (const email of [theirs.company.address("eve"), "eve@gmail.com"]) {
    const answer = await mine.directory.ask("POST", "/Users", { schemas: [USER], userName: email });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("no verified domain");
  }
  const change = { group: group.id, role: "admin" };
  expect((await mine.company.ask("set-group-role", change)).status).toBe(404);
});

test("T181 the audit log names the directory's token and what it changed", async () => {
  const { company, directory } = await newDirectory();
  const { id } = await directory.createUser(company.address("grace"));
  await directory.patch(`/Users/${id}`, { op: "replace", value: { active: false } });
  await directory.ask("DELETE", "/Users/none");
  await directory.ask("DELETE", `/Users/${id}`);
  const actions = ["scim.create_user", "scim.update_user", "scim.delete_user"];
  const logged = await company.logged(...actions);
  expect(logged.map(({ action, target }) => [action, target]).reverse()).toEqual(
    actions.map((action) => [action, id]),
  );
});
