import {
  createScheduledController,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deleteGraphRows } from "../../src/database/graphs/graph-deletion.ts";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import type { ExpiredGraph } from "../../src/database/graphs/retention.ts";
import { incoming } from "../../src/event-store/log/incoming-events.ts";
import { expireGraphs } from "../../src/jobs/expire-graphs.ts";
import worker from "../../workers/app.ts";
import { openDatabases } from "../../workers/databases.ts";
import { database } from "../tenancy/support/browser.ts";
import { storeOverviews } from "../workers/support/overviews.ts";
import { Receiver } from "../workers/support/receiver.ts";
import { graphObject, NOTHING_STORED, rowsWith, storedBy } from "../workers/support/remains.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, note, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const DAY = 24 * 3_600_000;

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let receiver: Receiver;
let graph: string;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  receiver = new Receiver();
  graph = `graph-${crypto.randomUUID()}`;
});
afterEach(() => receiver.close(tenant.project));

/** A time at which expired graphs are searched. */
const MARK = Math.floor(Date.now() / 600_000) * 600_000;
const sweep = (at = MARK) =>
  worker.scheduled(createScheduledController({ scheduledTime: at }), env);
const keepFor = (retentionDays: number | null, own = tenant) =>
  clientOf(own.key).response("PATCH /project", { body: { retentionDays } });
/** Records a graph whose last event was packed `ago` milliseconds ago. */
const packed = async (own: OwnProject, id: string, ago: number) => {
  await sendEvents(own.key, [...forgottenDog(id), failingVerdict(id)]);
  // Run the alarm now, which packs the events, so that it does not run later during the test.
  await runDurableObjectAlarm(graphObject(own.project, id));
  await until(async () => {
    const query = { graph: id, state: "done" } as const;
    return (await clientOf(own.key)("GET /cases", { query })).items[0];
  });
  // The job ends after its case is stored.
  await until(async () => {
    const { graph: rows = [] } = await rowsWith(id);
    return rows.every((row) => (row as { job_attempts: number }).job_attempts === 0) || undefined;
  });
  await age(own, id, ago);
};
const age = (own: OwnProject, id: string, ago: number) =>
  env.DB.prepare("update graph set updated_at = ? where project = ? and id = ?")
    .bind(MARK - ago, own.project, id)
    .run();

test("X20 nothing is left of an expired graph, and newer or kept graphs do not change", async () => {
  await api("POST /webhooks", { body: { url: "https://hooks.example.com/" } });
  const other = await newProject();
  const [newer, kept] = [`newer-${crypto.randomUUID()}`, `kept-${crypto.randomUUID()}`];
  await packed(tenant, graph, 30 * DAY + 1);
  await packed(tenant, newer, 30 * DAY);
  await packed(other, kept, 4_000 * DAY);
  await until(async () => receiver.ofType("attribution.completed")[1]);
  await until(async () => {
    const { delivery = [] } = await rowsWith(newer);
    return JSON.stringify(delivery).includes('"delivered"') || undefined;
  });
  for (const each of [graph, newer, kept])
    await until(async () => (await rowsWith(each)).graph_memory);
  for (const each of [graph, newer]) await storeOverviews(tenant.project, each);
  const rest = async () => [
    ...[await rowsWith(newer), await rowsWith(kept)],
    ...[await storedBy(tenant.project, newer), await storedBy(other.project, kept)],
  ];
  const before = await rest();
  expect(Object.keys(await rowsWith(graph)).sort()).toEqual(
    [
      "delivery",
      "failed_case",
      "graph",
      "graph_memory",
      "graph_overview",
      "graph_user",
      "pack",
    ].toSorted(),
  );
  await sweep();
  expect(await rowsWith(graph)).not.toEqual({});

  await keepFor(30);
  await sweep(MARK + 60_000);
  expect(await rowsWith(graph)).not.toEqual({});
  await sweep();
  expect(await rowsWith(graph)).toEqual({});
  expect(await storedBy(tenant.project, graph)).toEqual(NOTHING_STORED);
  expect(await rest()).toEqual(before);
  expect((await api.response("GET /graphs/{graph}", { params: { graph } })).status).toBe(404);
  const again = await sendEvents(tenant.key, [note(graph, "a")]);
  expect(again).toMatchObject({ accepted: 1 });
});

test("X20 nothing expires in a project that is being deleted or that keeps all graphs again", async () => {
  await packed(tenant, graph, 40 * DAY);
  await keepFor(30);
  await keepFor(null);
  await sweep();
  expect(await rowsWith(graph)).toHaveProperty("pack");
});

test("X21 an event that arrived but is not yet packed keeps its graph", async () => {
  await packed(tenant, graph, 40 * DAY);
  await keepFor(30);
  const object = graphObject(tenant.project, graph);
  await runInDurableObject(object, async (stored, state) => {
    const event = note(graph, "late");
    const json = JSON.stringify(event);
    const late = { id: "late", type: "variable", json, opensCase: false } as const;
    await stored.append("late", incoming([late]));
    await state.storage.setAlarm(Date.now() + 3_600_000);
  });
  await sweep();
  await object.flush();
  const { id, variables } = (await new GraphRepository(database, tenant.project).find(graph)) ?? {};
  expect({ id, variables }).toEqual({ id: graph, variables: 6 });
});

/** Adds this many rows of expired graphs, without content. */
const expiredRows = async (count: number) => {
  await keepFor(1);
  await env.DB.prepare(
    `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ?4)
     insert into graph (project, id, created_at, updated_at, revision, sessions, operations, variables, links)
     select ?1, ?2 || ' ' || n, ?3, ?3, 0, 0, 0, 0, 0 from numbers`,
  )
    .bind(tenant.project, graph, Date.now() - 2 * DAY, count - 1)
    .run();
};
/**
 * Runs the retention job once.
 * @returns the graphs that the run tried to delete
 */
const runOnce = async (fails: (id: string) => boolean): Promise<string[]> => {
  const asked: string[] = [];
  const expire = async ({ project, graph: id }: ExpiredGraph) => {
    asked.push(id);
    if (fails(id)) throw new Error("no connection");
    await deleteGraphRows(database, project, id, openDatabases(env).packs);
  };
  await expireGraphs({ database, expire }, Date.now());
  return asked;
};

test("X22 a run deletes a limited number of graphs and the next runs the rest, even if some fail", async () => {
  await expiredRows(401);
  const fails = (id: string) => id === `${graph} 7`;
  expect(await runOnce(fails)).toHaveLength(400);
  await until(async () => {
    await runOnce(fails);
    return (await rowsWith(graph)).graph?.length === 1 || undefined;
  });
  expect((await rowsWith(graph)).graph).toMatchObject([{ id: `${graph} 7` }]);
});

test("X22 graphs whose deletion always fails block no other graph, even if they exceed one run", async () => {
  await expiredRows(450);
  const fails = (id: string) => Number(id.split(" ")[1]) < 405;
  await until(async () => {
    await runOnce(fails);
    return (await rowsWith(graph)).graph?.length === 405 || undefined;
  });
  const left = (await rowsWith(graph)).graph?.map((row) => fails(`${Object(row).id}`));
  expect(left).toEqual(Array(405).fill(true));
});
