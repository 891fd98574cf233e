import { expect, test } from "vitest";
import type { Scope } from "../../src/protocol/api/api.ts";
import { MAX_KEYS } from "../../src/protocol/limits.ts";
import { SCOPES } from "../../src/protocol/people/roles.ts";
import { KeyRepository } from "../../src/tenancy/keys.ts";
import { database } from "../tenancy/support/browser.ts";
import { made } from "../workers/support/made.ts";
import { clientOf, newKey, newProject, send } from "../workers/support/tenants.ts";

const mint = (key: string, scopes: readonly Scope[], expiresAt: string | null = null) =>
  send("/v1/keys", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "made", scopes, expiresAt }),
  });

test("T56 a key without the scope keys makes no key, whatever other scopes it has", async () => {
  const { project } = await newProject();
  const others = SCOPES.filter((scope) => scope !== "keys");
  for (const scopes of [others, ["admin"] as const]) {
    expect((await mint(await newKey(project, scopes), ["read"])).status).toBe(403);
  }
});

test("T56 a key can give each scope that it has and no other", async () => {
  const { project } = await newProject();
  for (const own of SCOPES) {
    const key = await newKey(project, ["keys", own]);
    for (const given of SCOPES) {
      const answer = await mint(key, [given]);
      const may = given === own || given === "keys";
      expect([own, given, answer.status]).toEqual([own, given, may ? 201 : 403]);
      if (!may) expect(await answer.text()).toContain(`cannot give ${given}`);
    }
    expect((await mint(key, SCOPES)).status).toBe(403);
  }
});

test("T56 a key makes no key that outlives it", async () => {
  const { project } = await newProject();
  const until = Date.now() + 86_400_000;
  const at = (ms: number) => new Date(ms).toISOString();
  const keys = new KeyRepository(database, project);
  const wanted = { name: "brief", scopes: ["keys" as const], expiresAt: at(until) };
  const { key } = await made(keys.create(wanted, Date.now()));
  for (const expiresAt of [null, at(until + 1), "9999-12-31T00:00:00.000Z"]) {
    const answer = await mint(key, ["keys"], expiresAt);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(at(until));
  }
  expect((await mint(key, ["keys"], at(until))).status).toBe(201);
});

test("T57 a project has a limited number of working keys, even by simultaneous requests", async () => {
  const { project, key } = await newProject();
  const keys = new KeyRepository(database, project);
  const wanted = { name: "many", scopes: ["read" as const], expiresAt: null };
  for (let count = 1; count < MAX_KEYS - 2; count++) await keys.create(wanted, Date.now());
  const answers = await Promise.all(Array.from({ length: 6 }, () => mint(key, ["read"])));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 201, 409, 409, 409, 409]);
  const [one] = (await keys.list(undefined, 1)).items;
  await keys.revoke(one?.id ?? "", Date.now());
  expect((await mint(key, ["read"])).status).toBe(201);
});

test("H319 keys are listed page by page, newest first", async () => {
  const { project, key } = await newProject();
  const keys = new KeyRepository(database, project);
  for (let count = 0; count < 6; count++) {
    await keys.create({ name: `${count}`, scopes: ["read"], expiresAt: null }, count);
  }
  const api = clientOf(key);
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = cursor === undefined ? { limit: 3 } : { limit: 3, cursor };
    const { items, next } = await api("GET /keys", { query });
    expect(items.length).toBeLessThanOrEqual(3);
    names.push(...items.map(({ name }) => name));
    if (next === null) break;
    cursor = next;
  }
  expect(names).toEqual(["tests", "5", "4", "3", "2", "1", "0"]);
});
