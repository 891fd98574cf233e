import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { deleteObjectsOf } from "../../src/database/cold/delete-objects.ts";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import { moveColdPacks } from "../../src/jobs/move-packs.ts";
import { LIVE_CLOSE } from "../../src/protocol/events/live.ts";
import type { TelemetryRecord } from "../../src/telemetry/telemetry.ts";
import { openDatabases } from "../../workers/databases.ts";
import { deleteUnusedObjects } from "../../workers/operation/cold-packs.ts";
import { database } from "../tenancy/support/browser.ts";
import { bucket, keysOf, makeOld, moveOld, objectRows } from "./support/cold-graph.ts";
import { graphObject, rowsWith } from "./support/remains.ts";
import { sweep } from "./support/sweep.ts";
import { clientOf, newProject, type OwnProject, send } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, note, sendEvents } from "./support/traces.ts";
import { until } from "./support/until.ts";
import { watchAs } from "./support/watch.ts";

const DAY = 24 * 3_600_000;

let tenant: OwnProject;
let graph: string;
beforeEach(async () => {
  tenant = await newProject();
  graph = `graph-${crypto.randomUUID()}`;
});

const headers = () => ({ authorization: `Bearer ${tenant.key}` });
const exported = async () => send(`/v1/graphs/${graph}/export`, { headers: headers() });
const repository = () => new GraphRepository(database, tenant.project, openDatabases(env).packs);
const packRows = async () => (await rowsWith(graph)).pack?.length ?? 0;
const loadedIds = async () => [...((await repository().load(graph))?.graph.variables.keys() ?? [])];
const appendPack = async (...ids: string[]) => {
  const events = ids.map((id) => note(graph, id));
  await sendEvents(tenant.key, events);
  await graphObject(tenant.project, graph).flush();
};

test("D40 the packs of a graph without recent events move into one object, where every reader finds them", async () => {
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  await graphObject(tenant.project, graph).flush();
  await appendPack("later");
  const api = clientOf(tenant.key);
  const case_ = await until(async () => {
    const { items } = await api("GET /cases", { query: { graph, state: "done" } });
    return items[0];
  });
  const before = await (await exported()).text();
  const frozen = await repository().load(graph, 0);
  await moveOld(tenant.project, graph);
  expect(await packRows()).toBe(0);
  const rows = await objectRows(tenant.project);
  expect(rows.map(({ key }) => key)).toEqual(await keysOf(tenant.project));
  expect(rows).toHaveLength(1);
  expect(await (await exported()).text()).toBe(before);
  expect([...((await repository().load(graph, 0))?.graph.variables.keys() ?? [])]).toEqual([
    ...(frozen?.graph.variables.keys() ?? []),
  ]);
  expect(frozen?.graph.variables.has("later@1")).toBe(false);
  const watch = await watchAs(tenant.key, graph, { query: { from: "start" } });
  await watch.reached(17);
  watch.close();
  await api("POST /cases/{case}/attribute", { params: { case: case_.id } });
  await until(async () => {
    const found = await api("GET /cases/{case}", { params: { case: case_.id } });
    return found.state === "done" ? found : undefined;
  });
});

test("D40 to read one pack, the service reads only a range of the object", async () => {
  await appendPack("a");
  await appendPack("b");
  await appendPack("c");
  await moveOld(tenant.project, graph);
  const page = await repository().packAt(graph, 1);
  expect(page?.first).toBe(1);
  expect(page?.lines.map((line) => JSON.parse(line).id)).toEqual(["b"]);
});

test("D41 later packs stay in the database until the graph is old again, then move into another object", async () => {
  await appendPack("a");
  await moveOld(tenant.project, graph);
  await appendPack("b");
  await appendPack("c");
  expect(await packRows()).toBe(2);
  expect(await loadedIds()).toEqual(["a@1", "b@1", "c@1"]);
  await moveOld(tenant.project, graph);
  expect(await packRows()).toBe(0);
  expect((await objectRows(tenant.project)).map((row) => [row.sequence, row.through])).toEqual([
    [0, 0],
    [1, 2],
  ]);
  expect(await loadedIds()).toEqual(["a@1", "b@1", "c@1"]);
  expect(await keysOf(tenant.project)).toHaveLength(2);
});

test("D41 a graph with recent events does not move", async () => {
  await appendPack("a");
  await sweep(Date.now());
  expect(await packRows()).toBe(1);
  expect(await objectRows(tenant.project)).toEqual([]);
});

test("D42 without a bucket, packs stay in the database", async () => {
  await appendPack("a");
  await makeOld(tenant.project, graph);
  const { COLD_PACKS: _, ...without } = env;
  const worker = await import("../../workers/sweeper.ts");
  await worker.sweep(without, Date.now());
  expect(await packRows()).toBe(1);
  expect(await loadedIds()).toEqual(["a@1"]);
});

test("D42 if packs are in R2 without a binding, the error names the binding and a deletion keeps the rows", async () => {
  await appendPack("a");
  await moveOld(tenant.project, graph);
  const { of } = openDatabases(env).packs;
  const unbound = { of: of.bind(openDatabases(env).packs) };
  const reader = new GraphRepository(database, tenant.project, unbound);
  await expect(reader.load(graph)).rejects.toThrow("COLD_PACKS");
  const deletion = deleteObjectsOf(unbound, tenant.project, graph);
  await expect(deletion).rejects.toThrow("COLD_PACKS");
  expect(await loadedIds()).toEqual(["a@1"]);
});

test("D44 the deletion of a graph deletes its objects, including those of an unfinished move", async () => {
  await appendPack("a");
  await moveOld(tenant.project, graph);
  await appendPack("b");
  const key = `packs/${tenant.project}/unfinished`;
  await bucket().put(key, "x");
  await env.DB.prepare("insert into cold_object values (?, ?, 1, 1, ?, null)")
    .bind(tenant.project, graph, key)
    .run();
  expect(await keysOf(tenant.project)).toHaveLength(2);
  const answer = await send(`/v1/graphs/${graph}`, { method: "DELETE", headers: headers() });
  expect(answer.status).toBe(204);
  expect(await keysOf(tenant.project)).toEqual([]);
  expect(await rowsWith(graph)).toEqual({});
});

test("D44 the deletion of an end user, an expired graph or a project deletes the objects", async () => {
  const named = { type: "graph", id: "named", graph, at: 1, user: "ada" } as const;
  await sendEvents(tenant.key, [named, note(graph, "a")]);
  await graphObject(tenant.project, graph).flush();
  await moveOld(tenant.project, graph);
  expect(await keysOf(tenant.project)).toHaveLength(1);
  const user = await send("/v1/users/ada", { method: "DELETE", headers: headers() });
  expect(user.ok).toBe(true);
  expect(await keysOf(tenant.project)).toEqual([]);

  await appendPack("b");
  await moveOld(tenant.project, graph);
  expect(await keysOf(tenant.project)).toHaveLength(1);
  const api = clientOf(tenant.key);
  await api("PATCH /project", { body: { retentionDays: 1 } });
  await sweep(Math.floor(Date.now() / 600_000) * 600_000);
  expect(await keysOf(tenant.project)).toEqual([]);
  await api("PATCH /project", { body: { retentionDays: null } });

  await appendPack("c");
  await moveOld(tenant.project, graph);
  await api.response("DELETE /project", { query: { name: "Agent" } });
  await sweep(Date.now() + 60_000);
  expect(await keysOf(tenant.project)).toEqual([]);
});

test("D45 the sweep deletes the objects that no row names, and no others", async () => {
  await appendPack("a");
  await moveOld(tenant.project, graph);
  const [needed] = await keysOf(tenant.project);
  await bucket().put(`packs/${tenant.project}/orphan`, "x");
  await bucket().put(`packs/unknown-project/orphan`, "x");
  await bucket().put("other/object", "x");
  await until(async () => {
    await deleteUnusedObjects(env);
    const keys = [...(await keysOf(tenant.project)), ...(await keysOf("unknown-project"))];
    return keys.length === 1 || undefined;
  });
  expect(await keysOf(tenant.project)).toEqual([needed]);
  expect(await bucket().head("other/object")).not.toBeNull();
  expect(await loadedIds()).toEqual(["a@1"]);
});

test.each(["missing", "damaged", "cut"])(
  "D46 if a graph's object is %s, every reader learns which events are lost",
  async (how) => {
    await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
    await graphObject(tenant.project, graph).flush();
    const api = clientOf(tenant.key);
    const case_ = await until(async () => {
      const { items } = await api("GET /cases", { query: { graph, state: "done" } });
      return items[0];
    });
    await moveOld(tenant.project, graph);
    const [key = ""] = await keysOf(tenant.project);
    const body = new Uint8Array(await ((await bucket().get(key))?.arrayBuffer() ?? []));
    if (how === "missing") await bucket().delete(key);
    if (how === "damaged") await bucket().put(key, body.fill(7, 20, 30));
    if (how === "cut") await bucket().put(key, body.slice(0, 100));
    await appendPack("more");

    const answer = await exported();
    expect(answer.status).toBe(500);
    const { error } = await answer.json<{ error: { code: string; message: string } }>();
    expect(error.code).toBe("data_lost");
    expect(error.message).toContain(graph);
    expect(error.message).toContain(key);
    expect(error.message).toContain("from number 1 on");
    const watch = await watchAs(tenant.key, graph, { query: { from: "start" } });
    expect(await watch.ended()).toEqual(LIVE_CLOSE.lost);
    await api("POST /cases/{case}/attribute", { params: { case: case_.id } });
    const failed = await until(async () => {
      const found = await api("GET /cases/{case}", { params: { case: case_.id } });
      return found.state === "failed" ? found : undefined;
    });
    expect(failed.failure).toContain("are lost");
    const deleted = await send(`/v1/graphs/${graph}`, { method: "DELETE", headers: headers() });
    expect(deleted.status).toBe(204);
  },
);

test("D47 a run moves a limited number of graphs, some of each project, and records what it did", async () => {
  const other = await newProject();
  const graphs = Array.from({ length: 3 }, (_, index) => `${graph}-${index}`);
  for (const one of graphs) await sendEvents(tenant.key, [note(one, "a")]);
  for (const one of graphs) await graphObject(tenant.project, one).flush();
  await sendEvents(other.key, [note("g", "a")]);
  await graphObject(other.project, "g").flush();
  for (const one of graphs) await makeOld(tenant.project, one);
  await makeOld(other.project, "g");
  const records: TelemetryRecord[] = [];
  const moved: string[] = [];
  const deps = {
    database,
    packs: openDatabases(env).packs,
    move: async ({
      project,
      graph: id,
      ...found
    }: {
      project: string;
      graph: string;
      revision: number;
      createdAt: number;
    }) => {
      moved.push(`${project} ${id}`);
      if (id.endsWith("-1")) throw new Error("R2 does not answer");
      return env.GRAPHS.getByName(`${project}:${id}`).move(found);
    },
    record: (record: TelemetryRecord) => void records.push(record),
  };
  await moveColdPacks(deps, 10_000, Date.now());
  expect(moved.filter((name) => name.startsWith(tenant.project))).toHaveLength(3);
  expect(moved).toContain(`${other.project} g`);
  expect(records).toContainEqual(
    expect.objectContaining({
      ...{ kind: "move", project: tenant.project, graphs: 2, objects: 2, packs: 2, failed: 1 },
    }),
  );
  moved.length = 0;
  await moveColdPacks(deps, 10_000, Date.now());
  expect(moved.filter((name) => name.startsWith(tenant.project))).toEqual([]);
  await moveColdPacks(deps, 10_000, Date.now() + 2 * DAY);
  expect(moved.filter((name) => name.startsWith(tenant.project))).toEqual([
    `${tenant.project} ${graph}-1`,
  ]);
});
