/** Projects that change the database of their packs while they are used. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import {
  beginMove,
  databaseForNew,
  emptyFullDatabases,
} from "../../src/database/placement/project-placement.ts";
import { openDatabases } from "../../workers/databases.ts";
import { database } from "../tenancy/support/browser.ts";
import { graphObject, rowsWith } from "./support/remains.ts";
import { sweep } from "./support/sweep.ts";
import { clientOf, newProject, type OwnProject, send } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, note, sendEvents, sendPacked } from "./support/traces.ts";
import { until } from "./support/until.ts";

const MINUTE = 60_000;

let tenant: OwnProject;
let graph: string;
beforeEach(async () => {
  tenant = await newProject();
  graph = `graph-${crypto.randomUUID()}`;
});

const stored = () =>
  env.DB.prepare(
    `select pack_database as current, previous_pack_database as previous from project where id = ?`,
  )
    .bind(tenant.project)
    .first<{ current: string; previous: string | null }>();

const packsIn = async (binding: D1Database) => (await rowsWith(graph, binding)).pack?.length ?? 0;

/** Lets every cached copy of the project's bindings end now. */
async function forgetCached(): Promise<void> {
  const bindings = await stored();
  if (bindings === null) return;
  openDatabases(env).packs.remember(tenant.project, bindings);
  await runInDurableObject(graphObject(tenant.project, graph), (object) =>
    openDatabases(Reflect.get(object, "env")).packs.remember(tenant.project, bindings),
  );
}

/** Keeps the sweeps of other tests from visiting databases that do not exist. */
const endMove = (project = tenant.project) =>
  env.DB.prepare("update project set previous_pack_database = null where id = ?")
    .bind(project)
    .run();

const choose = async (binding: string, now: number) => {
  const hasBegun = await beginMove(database, tenant.project, binding, now);
  await forgetCached();
  return hasBegun;
};

test("D48 a project stays usable while its packs move to another database, and the sweep completes the move", async () => {
  await sendPacked(tenant.key, forgottenDog(graph));
  const now = Date.now();
  expect(await choose("PACKS_2", now)).toBe(true);
  await sendPacked(tenant.key, [failingVerdict(graph), note(graph, "later")]);
  expect([await packsIn(env.DB), await packsIn(env.PACKS_2)]).toEqual([1, 1]);
  await sweep(now + 9 * MINUTE);
  expect([await packsIn(env.DB), await packsIn(env.PACKS_2)]).toEqual([1, 1]);
  expect(await choose("DB", now)).toBe(false);
  const api = clientOf(tenant.key);
  await until(async () => (await api("GET /cases", { query: { graph, state: "done" } })).items[0]);
  const headers = { authorization: `Bearer ${tenant.key}` };
  const exported = async () =>
    (await send(`/v1/graphs/${graph}/export`, { headers })).json<{ variables: object }>();
  const before = await exported();

  await sweep(now + 11 * MINUTE);
  expect([await packsIn(env.DB), await packsIn(env.PACKS_2)]).toEqual([0, 2]);
  expect(await exported()).toEqual(before);
  await sweep(now + 12 * MINUTE);
  expect(await stored()).toEqual({ current: "PACKS_2", previous: "DB" });
  await sweep(now + 16 * MINUTE);
  expect(await stored()).toEqual({ current: "PACKS_2", previous: null });
  await forgetCached();
  expect(await exported()).toEqual(before);
  await send(`/v1/graphs/${graph}`, { method: "DELETE", headers });
  expect(await rowsWith(graph)).toEqual({});
  expect(await rowsWith(graph, env.PACKS_2)).toEqual({});
});

test("D48 a deletion during a move leaves nothing in either database", async () => {
  await sendPacked(tenant.key, [note(graph, "a")]);
  await choose("PACKS_2", Date.now());
  await sendPacked(tenant.key, [note(graph, "b")]);
  const headers = { authorization: `Bearer ${tenant.key}` };
  await send(`/v1/graphs/${graph}`, { method: "DELETE", headers });
  expect(await rowsWith(graph)).toEqual({});
  expect(await rowsWith(graph, env.PACKS_2)).toEqual({});
});

test("D48 packs stay in their database if the other database is not bound", async () => {
  await sendPacked(tenant.key, [note(graph, "a")]);
  const now = Date.now();
  await beginMove(database, tenant.project, "PACKS_9", now);
  await sweep(now + 20 * MINUTE);
  expect(await packsIn(env.DB)).toBe(1);
  expect(await stored()).toEqual({ current: "PACKS_9", previous: "DB" });
  await endMove();
});

test("D31 a pack that was stored before and again after the move counts once", async () => {
  await sendEvents(tenant.key, [note(graph, "a")]);
  await env.DB.prepare(
    "create trigger broken before insert on graph begin select raise(abort, 'no row now'); end",
  ).run();
  const object = graphObject(tenant.project, graph);
  await choose("PACKS_2", Date.now());
  try {
    const flushed = runInDurableObject(object, (running) => running.flush());
    await expect(flushed).rejects.toThrow();
  } finally {
    await env.DB.prepare("drop trigger broken").run();
  }
  await env.DB.prepare("update project set previous_pack_database = 'PACKS_2' where id = ?")
    .bind(tenant.project)
    .run();
  await env.DB.prepare("update project set pack_database = 'DB' where id = ?")
    .bind(tenant.project)
    .run();
  await forgetCached();
  await sendEvents(tenant.key, [note(graph, "b")]);
  await object.flush();
  expect([await packsIn(env.DB), await packsIn(env.PACKS_2)]).toEqual([1, 1]);
  const { packs } = openDatabases(env);
  const loaded = await new GraphRepository(database, tenant.project, packs).load(graph);
  expect([...(loaded?.graph.variables.keys() ?? [])]).toEqual(["a@1", "b@1"]);
});

test("D30 a new project gets the smallest database besides the main database", () => {
  const sizes = [
    { binding: "DB", bytes: 10 },
    { binding: "PACKS_2", bytes: 900 },
    { binding: "PACKS_3", bytes: 500 },
  ];
  expect(databaseForNew(sizes, 1_000)).toBe("PACKS_3");
  expect(databaseForNew(sizes, 600)).toBe("PACKS_3");
  expect(databaseForNew(sizes, 100)).toBe("DB");
  expect(databaseForNew(sizes.slice(0, 1), 1_000)).toBe("DB");
});

test("D50 a full database moves its largest project that fits to the smallest database, one at a time", async () => {
  const other = await newProject();
  const binding = `FULL_${crypto.randomUUID()}`;
  const target = `SMALL_${crypto.randomUUID()}`;
  for (const [project, bytes] of [
    [tenant.project, 300],
    [other.project, 800],
  ] as const) {
    await env.DB.batch([
      env.DB.prepare("update project set pack_database = ? where id = ?").bind(binding, project),
      env.DB.prepare(
        `insert into usage_day (organization, project, day, bytes)
        select organization, id, '2001-01-01', ? from project where id = ?`,
      ).bind(bytes, project),
    ]);
  }
  const empty = (bytes: number) =>
    emptyFullDatabases(
      database,
      [
        { binding, bytes: 1_100 },
        { binding: "DB", bytes: 0 },
        { binding: target, bytes },
      ],
      Date.now(),
      1_000,
    );
  expect(await empty(900)).toEqual([]);
  expect(await empty(500)).toEqual([tenant.project]);
  expect(await stored()).toEqual({ current: target, previous: binding });
  expect(await empty(0)).toEqual([]);
  await endMove();
  expect(await empty(0)).toEqual([other.project]);
  await endMove(other.project);
});
