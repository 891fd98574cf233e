import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/database/database.ts";
import { apiKey } from "../../src/database/schema/project.ts";
import { MAX_ENDED_KEYS } from "../../src/protocol/limits.ts";
import { newApiKey } from "../../src/tenancy/api-key.ts";
import { authenticateKey, KeyRepository } from "../../src/tenancy/keys.ts";
import { createProject } from "../../src/tenancy/projects.ts";
import { made } from "../workers/support/made.ts";
import { database, newOrganization, signUp } from "./support/browser.ts";

const NOW = Date.parse("2026-03-04T05:06:07.000Z");
const SECOND = 1_000;
const HOUR = 3_600_000;

let projects: readonly [string, string];
beforeAll(async () => {
  const person = await signUp("Ada");
  const organization = await newOrganization(person);
  const create = async () => {
    const created = await createProject(
      database,
      person.id,
      { organization, name: "P" },
      "DB",
      NOW,
    );
    if (!created.ok) throw new Error(created.fault);
    return created.value.id;
  };
  projects = [await create(), await create()];
});

const repository = (which: 0 | 1 = 0) => new KeyRepository(database, projects[which]);

const newKey = (expiresAt: string | null = null) =>
  made(repository().create({ name: "CI", scopes: ["ingest", "read"], expiresAt }, NOW));

const randomKey = () => newApiKey((length) => crypto.getRandomValues(new Uint8Array(length)));

/** Authenticates, waits for the work in the background, and counts statements. */
const present = async (key: string, now = NOW) => {
  let statements = 0;
  const counting = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") statements += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const work: Promise<unknown>[] = [];
  const answer = await authenticateKey(openDatabase(counting), key, now, (promise) => {
    work.push(promise);
  });
  await Promise.all(work);
  return { answer, statements, writes: work.length };
};

const storedRow = async (id: string) => {
  const [row] = await database.select().from(apiKey).where(eq(apiKey.id, id));
  if (!row) throw new Error(`no key ${id}`);
  return row;
};

test("T1 a created key gives access to its project with its scopes", async () => {
  const created = await newKey();
  expect((await present(created.key)).answer).toEqual({
    ok: true,
    value: {
      id: created.id,
      project: projects[0],
      name: "CI",
      scopes: ["ingest", "read"],
      creator: null,
      expiresAt: null,
    },
  });
});

test("T2 a malformed key is rejected without a database statement", async () => {
  const { key } = await newKey();
  const last = key.endsWith("0") ? "1" : "0";
  for (const text of [`${key.slice(0, -1)}${last}`, key.slice(1), "", "mt_live_x"]) {
    const { answer, statements } = await present(text);
    expect(answer).toEqual({ ok: false, fault: "malformed_key" });
    expect(statements).toBe(0);
  }
});

test("T3 neither the stored row nor the list contains the secret", async () => {
  const { key, id, hint } = await newKey();
  const secret = key.slice(`mt_live_${id}_`.length, -6);
  expect(secret).toHaveLength(43);
  expect(JSON.stringify(await storedRow(id))).not.toContain(secret);
  const listed = (await repository().list(undefined, 200)).items.find((item) => item.id === id);
  expect(listed).toEqual({
    id,
    name: "CI",
    hint,
    creator: null,
    scopes: ["ingest", "read"],
    createdAt: "2026-03-04T05:06:07.000Z",
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  });
});

test("T4 a key whose id does not exist is unknown", async () => {
  expect((await present(randomKey().key)).answer).toEqual({ ok: false, fault: "unknown_key" });
});

test("T4 a key with a wrong secret is unknown, even if the key was revoked", async () => {
  const forged = randomKey();
  const { hash } = randomKey();
  const row = { project: projects[0], name: "CI", hint: "", scopes: [], createdAt: NOW };
  await database.insert(apiKey).values({ ...row, id: forged.id, hash, revokedAt: NOW });
  expect((await present(forged.key)).answer).toEqual({ ok: false, fault: "unknown_key" });
});

test("T4 if a key was accepted, its id with another secret is still refused", async () => {
  const idBytes = crypto.getRandomValues(new Uint8Array(8));
  const ofOneId = () =>
    newApiKey((length) =>
      length === idBytes.length ? idBytes : crypto.getRandomValues(new Uint8Array(length)),
    );
  const [own, forged] = [ofOneId(), ofOneId()];
  expect(forged.id).toBe(own.id);
  const row = { project: projects[0], name: "CI", hint: "", scopes: [], createdAt: NOW };
  await database.insert(apiKey).values({ ...row, id: own.id, hash: own.hash });
  for (const _ of ["first", "again"]) {
    expect((await present(own.key)).answer).toMatchObject({ ok: true });
    expect((await present(forged.key)).answer).toEqual({ ok: false, fault: "unknown_key" });
    const cut = await present(own.key.slice(0, -1));
    expect(cut.answer).toEqual({ ok: false, fault: "malformed_key" });
  }
});

test("T4 a key works until the moment it expires", async () => {
  const { key } = await newKey(new Date(NOW + 10 * SECOND).toISOString());
  expect((await present(key, NOW + 10 * SECOND - 1)).answer.ok).toBe(true);
  expect((await present(key, NOW + 10 * SECOND)).answer).toEqual({
    ok: false,
    fault: "expired_key",
  });
});

test("T5 a revocation in the same isolate takes effect at once and keeps its first time", async () => {
  const { key, id } = await newKey();
  expect((await present(key)).answer.ok).toBe(true);
  const revoked = await repository().revoke(id, NOW + SECOND);
  expect(revoked?.revokedAt).toBe("2026-03-04T05:06:08.000Z");
  expect((await present(key, NOW + SECOND)).answer).toEqual({ ok: false, fault: "revoked_key" });
  expect(await repository().revoke(id, NOW + 2 * SECOND)).toEqual(revoked);
});

test("T5 a revocation in another isolate takes effect within 30 seconds", async () => {
  const { key, id } = await newKey();
  expect((await present(key)).answer.ok).toBe(true);
  await database.update(apiKey).set({ revokedAt: NOW }).where(eq(apiKey.id, id));
  expect((await present(key, NOW + 30 * SECOND)).answer).toEqual({
    ok: false,
    fault: "revoked_key",
  });
});

test("T5 the service reads a known key and an unknown id only once in 30 seconds", async () => {
  for (const key of [(await newKey()).key, randomKey().key]) {
    await present(key);
    expect((await present(key, NOW + 29 * SECOND)).statements).toBe(0);
    expect((await present(key, NOW + 30 * SECOND)).statements).toBe(1);
  }
});

test("T6 the last use is written in the background at most once an hour", async () => {
  const { key, id } = await newKey();
  expect((await present(key, NOW)).writes).toBe(1);
  expect((await present(key, NOW + 10 * SECOND)).writes).toBe(0);
  expect((await present(key, NOW + HOUR - 1)).writes).toBe(0);
  expect((await storedRow(id)).lastUsedAt).toBe(NOW);
  expect((await present(key, NOW + HOUR)).writes).toBe(1);
  expect((await storedRow(id)).lastUsedAt).toBe(NOW + HOUR);
});

test("T6 a refused key gets no time of last use", async () => {
  const { key, id } = await newKey(new Date(NOW).toISOString());
  expect((await present(key)).writes).toBe(0);
  expect((await storedRow(id)).lastUsedAt).toBeNull();
});

test("T7 another project's keys are neither listed nor revoked", async () => {
  const { key, id } = await newKey();
  expect((await repository(1).list(undefined, 200)).items.map((item) => item.id)).not.toContain(id);
  expect(await repository(1).revoke(id, NOW)).toBeNull();
  expect((await present(key)).answer.ok).toBe(true);
});

test("T7 keys are listed newest first, including revoked keys", async () => {
  const create = (now: number) =>
    made(repository(1).create({ name: "CI", scopes: ["read"], expiresAt: null }, now));
  const older = await create(NOW);
  const newer = await create(NOW + 1);
  await repository(1).revoke(newer.id, NOW + 2);
  expect((await repository(1).list(undefined, 200)).items.map((item) => item.id)).toEqual([
    newer.id,
    older.id,
  ]);
});

test("T66 a project keeps a limited number of ended keys, and the keys that ended first are deleted", async () => {
  const keys = repository(1);
  const make = (name: string, now: number, expiresAt: string | null = null) =>
    made(keys.create({ name, scopes: ["read"], expiresAt }, now));
  const expiring = await make("expiring", NOW, new Date(NOW + SECOND).toISOString());
  const working = await make("working", NOW);
  const last = MAX_ENDED_KEYS + 5;
  for (let turn = 1; turn <= last; turn++) {
    const now = NOW + turn * HOUR;
    await keys.revoke((await make(`${turn}`, now)).id, now);
  }
  await make("another", NOW + (last + 1) * HOUR);
  const { items: listed } = await keys.list(undefined, 200);
  const ended = listed.filter(({ revokedAt }) => revokedAt !== null);
  expect(ended).toHaveLength(MAX_ENDED_KEYS);
  expect(ended.at(-1)?.name).toBe("6");
  expect(listed.map(({ id }) => id)).toContain(working.id);
  expect(listed.map(({ id }) => id)).not.toContain(expiring.id);
  expect((await present(working.key)).answer.ok).toBe(true);
});
