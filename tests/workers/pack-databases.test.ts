import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import { openDatabases } from "../../workers/databases.ts";
import { createServices } from "../../workers/services.ts";
import { database, newOrganization, signUp } from "../tenancy/support/browser.ts";
import { graphObject, NOTHING_STORED, rowsWith, storedBy } from "./support/remains.ts";
import { clientOf, newProject, type OwnProject, send } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, note, sendEvents } from "./support/traces.ts";
import { until } from "./support/until.ts";
import { watchAs } from "./support/watch.ts";

let tenant: OwnProject;
let graph: string;
beforeEach(async () => {
  tenant = await newProject();
  graph = `graph-${crypto.randomUUID()}`;
  await keepPacksIn("PACKS_2");
});

const keepPacksIn = (binding: string) =>
  env.DB.prepare("update project set pack_database = ? where id = ?")
    .bind(binding, tenant.project)
    .run();
const object = () => graphObject(tenant.project, graph);
const append = (...ids: string[]) =>
  sendEvents(
    tenant.key,
    ids.map((id) => note(graph, id)),
  );
const tablesOf = async () => ({
  main: Object.keys(await rowsWith(graph)).sort(),
  packs: Object.keys(await rowsWith(graph, env.PACKS_2)),
});
const flushFailing = () => runInDurableObject(object(), (stored) => stored.flush());
const repository = () => new GraphRepository(database, tenant.project, openDatabases(env).packs);
const NOTHING = { main: [], packs: [] };

test("D30 packs are stored in and read from the database that the project names", async () => {
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  await object().flush();
  const api = clientOf(tenant.key);
  await until(async () => {
    const { items } = await api("GET /cases", { query: { graph, state: "done" } });
    return items[0];
  });
  await until(async () => (await rowsWith(graph)).graph_memory);
  expect(await tablesOf()).toEqual({
    main: ["failed_case", "graph", "graph_memory", "graph_user"],
    packs: ["pack"],
  });
  const headers = { authorization: `Bearer ${tenant.key}` };
  const exported = await send(`/v1/graphs/${graph}/export`, { headers });
  expect(await exported.text()).toContain("Works as a baker.");
  const watch = await watchAs(tenant.key, graph, { query: { from: "start" } });
  await watch.reached(16);
  watch.close();
});

test("D30 a new project gets the configured database if it is bound", async () => {
  const owner = await signUp("Ada");
  const organization = await newOrganization(owner);
  const wanted = { organization, name: "Agent" };
  const create = (binding: string) =>
    createServices({ ...env, PACK_DATABASE: binding }, () => undefined).createProject(
      owner.id,
      wanted,
    );
  const created = await create("PACKS_2");
  const stored = await env.DB.prepare("select pack_database from project where id = ?")
    .bind(created.ok ? created.value.id : "")
    .first();
  expect(stored).toEqual({ pack_database: "PACKS_2" });
  await expect(create("ATTRIBUTION_QUEUE")).rejects.toThrow(
    "No D1 database is bound as ATTRIBUTION_QUEUE",
  );
  await expect(create("PACKS_9")).rejects.toThrow("wrangler.toml");
});

test("D31 after a crash between a pack and the graph's row, the pack is written again and nothing changes", async () => {
  await append("a");
  await object().flush();
  await append("b");
  await env.DB.prepare(
    "create trigger broken before update on graph begin select raise(abort, 'no row now'); end",
  ).run();
  try {
    await expect(flushFailing()).rejects.toThrow();
  } finally {
    await env.DB.prepare("drop trigger broken").run();
  }
  const packs = async () =>
    (await rowsWith(graph, env.PACKS_2)).pack?.map((row) => Object(row).sequence);
  expect(await packs()).toEqual([0, 1]);
  expect(await repository().find(graph)).toMatchObject({ variables: 1 });
  await append("c");
  await evictDurableObject(object());
  await object().flush();
  expect(await packs()).toEqual([0, 1]);
  expect(await repository().find(graph)).toMatchObject({ variables: 3 });
  const loaded = await repository().load(graph);
  expect([...(loaded?.graph.variables.keys() ?? [])]).toEqual(["a@1", "b@1", "c@1"]);
});

test("D31 events stay in the log until the database for their packs is bound", async () => {
  await keepPacksIn("PACKS_9");
  await append("a");
  await expect(flushFailing()).rejects.toThrow("PACKS_9");
  expect(await tablesOf()).toEqual(NOTHING);
  await keepPacksIn("PACKS_2");
  await evictDurableObject(object());
  await object().flush();
  expect(await tablesOf()).toEqual({ main: ["graph"], packs: ["pack"] });
});

test("D32 a deletion leaves nothing of a graph in either database", async () => {
  await append("a");
  await object().flush();
  const headers = { authorization: `Bearer ${tenant.key}` };
  const deleted = await send(`/v1/graphs/${graph}`, { method: "DELETE", headers });
  expect(deleted.status).toBe(204);
  expect(await tablesOf()).toEqual(NOTHING);
  expect(await storedBy(tenant.project, graph)).toEqual(NOTHING_STORED);
});

test("D32 a project's deletion also deletes a pack whose graph has no row", async () => {
  await append("a");
  await env.DB.prepare(
    "create trigger broken before insert on graph begin select raise(abort, 'no row now'); end",
  ).run();
  try {
    await expect(flushFailing()).rejects.toThrow();
  } finally {
    await env.DB.prepare("drop trigger broken").run();
  }
  expect(await tablesOf()).toEqual({ main: [], packs: ["pack"] });
  await env.DB.prepare("delete from project where id = ?").bind(tenant.project).run();
  await evictDurableObject(object());
  await runDurableObjectAlarm(object());
  await runDurableObjectAlarm(object());
  expect(await tablesOf()).toEqual(NOTHING);
  expect(await storedBy(tenant.project, graph)).toEqual(NOTHING_STORED);
});
