/** The requests are those that Okta and Entra send, from their published examples. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { user } from "../../src/database/schema/identity.ts";
import { apiKey } from "../../src/database/schema/project.ts";
import { LIVE_CLOSE } from "../../src/protocol/events/live.ts";
import { KeyRepository } from "../../src/tenancy/keys.ts";
import { createProject } from "../../src/tenancy/projects.ts";
import { made } from "../workers/support/made.ts";
import { newKey } from "../workers/support/tenants.ts";
import { note, sendEvents } from "../workers/support/traces.ts";
import { connect, Watch } from "../workers/support/watch.ts";
import { database, ORIGIN, signedIn } from "./support/browser.ts";
import {
  ERROR,
  LIST,
  newDirectory,
  PATCH,
  type Resource,
  roleOf,
  USER,
} from "./support/directory.ts";
import { SsoWorld, signInByOidc } from "./support/sso-world.ts";

let world: SsoWorld;
beforeAll(() => {
  world = new SsoWorld();
});
afterAll(() => {
  vi.restoreAllMocks();
});

test("T175 a directory creates, finds, replaces and deletes a person", async () => {
  const { company, directory } = await newDirectory(world);
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

test("T175 pages of a list are counted from 1, and unsupported filters are refused", async () => {
  const { company, directory } = await newDirectory(world);
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

describe("T175 patches in the form that directories send:", () => {
  test("T175 Okta deactivates a person with a value, and Entra with a path and a text", async () => {
    const { company, directory } = await newDirectory(world);
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

  test("T175 Entra changes an address by its type, and sends attributes of its own extension", async () => {
    const { company, directory } = await newDirectory(world);
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
    const { company, directory } = await newDirectory(world);
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

test("T176 active=false ends the membership, sign-ins, live connections and keys", async () => {
  const { company, directory } = await newDirectory(world);
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
