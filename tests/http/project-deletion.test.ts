import {
  createScheduledController,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deleteGraphRows } from "../../src/database/graphs/graph-deletion.ts";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import { type IncomingEvents, incoming } from "../../src/event-store/log/incoming-events.ts";
import { encodePack } from "../../src/event-store/pack/pack-codec.ts";
import { deleteProjects } from "../../src/jobs/delete-projects.ts";
import worker from "../../workers/app.ts";
import { openDatabases } from "../../workers/databases.ts";
import { database, ORIGIN } from "../tenancy/support/browser.ts";
import { storeOverviews } from "../workers/support/overviews.ts";
import { Receiver } from "../workers/support/receiver.ts";
import {
  graphObject,
  NOTHING_STORED,
  rowsWith,
  storedBy,
  withoutKinds,
} from "../workers/support/remains.ts";
import { prove } from "../workers/support/tallies.ts";
import {
  clientOf,
  newKey,
  newProject,
  newTenant,
  type OwnProject,
  send,
} from "../workers/support/tenants.ts";
import {
  failingVerdict,
  forgottenDog,
  note,
  sendBody,
  sendEvents,
} from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const MINUTE = 60_000;

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let receiver: Receiver;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  receiver = new Receiver();
});
afterEach(() => receiver.close(tenant.project));

const deleteProject = () => api.response("DELETE /project", { query: { name: "Agent" } });
const sweep = (at: number) =>
  worker.scheduled(createScheduledController({ scheduledTime: at }), env);
const stored = (graph: string) => storedBy(tenant.project, graph);
const oneEvent = (graph: string): IncomingEvents =>
  incoming([
    {
      id: "a",
      type: "variable",
      json: JSON.stringify(note(graph, "a")),
      opensCase: false,
    },
  ]);

/** Creates one of each thing that a project may own. */
const fill = async (own: OwnProject) => {
  const client = clientOf(own.key);
  await client("POST /webhooks", { body: { url: "https://hooks.example.com/" } });
  for (const graph of ["g1", "g2"]) {
    await sendEvents(own.key, [...forgottenDog(graph), failingVerdict(graph)]);
    await graphObject(own.project, graph).flush();
  }
  await until(async () => {
    const { items } = await client("GET /cases", { query: { state: "done" } });
    return items.length === 2 || undefined;
  });
  const [labelled] = (await client("GET /cases")).items;
  await client("PUT /cases/{case}/label", {
    ...{ params: { case: labelled?.id ?? "" }, body: { errorType: "UpdateError", op: null } },
  });
  await client("POST /reports", { body: {} });
  await until(async () => {
    const { items } = await client("GET /deliveries");
    return items.every(({ state }) => state === "delivered") || undefined;
  });
};

test("X9 a project is deleted only if the request gives its name", async () => {
  await fill(tenant);
  const before = await rowsWith(tenant.project);
  for (const query of ["", "?name=", "?name=agent"]) {
    const headers = { authorization: `Bearer ${tenant.key}` };
    const answer = await send(`/v1/project${query}`, { method: "DELETE", headers });
    expect(answer.status).toBe(400);
    if (query.endsWith("agent")) expect(await answer.text()).toContain("Agent");
  }
  const headers = {
    authorization: `Bearer ${await newKey(tenant.project, ["read", "write", "ingest"])}`,
  };
  const refused = await send("/v1/project?name=Agent", { method: "DELETE", headers });
  expect(refused.status).toBe(403);
  const { api_key: keys, ...others } = await rowsWith(tenant.project);
  expect(keys).toHaveLength(2);
  expect({ ...others, api_key: before.api_key }).toEqual(before);
});

test("X10 a deleted project accepts nothing at once, and its people no longer see it", async () => {
  const owned = await newTenant();
  const headers = owned.owner.browser.headers;
  headers.set("origin", ORIGIN);
  const query = `project=${owned.project}`;
  expect((await clientOf(owned.key).response("GET /whoami")).status).toBe(200);
  const answer = await send(`/v1/project?${query}&name=Agent`, { method: "DELETE", headers });
  expect(answer.status).toBe(202);
  const refused = await sendBody(owned.key, JSON.stringify(note("g", "a")));
  expect(refused.status).toBe(401);
  expect((await send(`/v1/project?${query}`, { headers })).status).toBe(404);
  expect(await (await send("/v1/projects", { headers })).json()).toEqual({ items: [] });
  await sweep(Date.now() + 3 * MINUTE);
  expect(await rowsWith(owned.project)).toEqual({});
  expect(await rowsWith(owned.organization)).toHaveProperty("organization");
});

test("X11 a deletion leaves nothing of a project, and does not change another project", async () => {
  const other = await newProject();
  await Promise.all([fill(tenant), fill(other)]);
  const state = async () => [
    withoutKinds(await rowsWith(other.project)),
    await storedBy(other.project, "g1"),
  ];
  await storeOverviews(tenant.project, "g1");
  // The first comparison of tallies with rows makes a tally for each full day.
  await prove(other.project);
  const before = await state();
  expect(Object.keys(await rowsWith(tenant.project)).sort()).toEqual(
    [
      ...["answer_kind", "answer_tally", "tally_check"],
      ...[
        "api_key",
        "attribution_tally",
        "case_label",
        "delivery",
        "endpoint",
        "failed_case",
        "finding",
      ],
      ...["graph", "graph_memory", "graph_overview", "graph_user", "pack", "project", "report"],
    ].sort(),
  );
  expect((await deleteProject()).status).toBe(202);
  await sweep(Date.now() + MINUTE);
  const rest = await rowsWith(tenant.project);
  expect(Object.keys(rest).sort()).toEqual([
    "api_key",
    "attribution_tally",
    "delivery",
    "endpoint",
    "project",
    "report",
    "tally_check",
  ]);
  await sweep(Date.now() + 3 * MINUTE);
  expect(await rowsWith(tenant.project)).toEqual({});
  expect([await stored("g1"), await stored("g2")]).toEqual([NOTHING_STORED, NOTHING_STORED]);
  expect((await sendBody(tenant.key, JSON.stringify(note("g1", "a")))).status).toBe(401);
  expect(await state()).toEqual(before);
  await receiver.close(other.project);
});

test("X12 an interrupted deletion of a project continues with the next sweep", async () => {
  await fill(tenant);
  await runInDurableObject(graphObject(tenant.project, "g1"), (_, { storage }) => {
    vi.spyOn(storage, "deleteAll").mockRejectedValueOnce(new Error("no storage"));
  });
  await deleteProject();
  await sweep(Date.now() + MINUTE);
  expect((await stored("g1")).keys).toEqual(["deleting"]);
  expect(await stored("g2")).toEqual(NOTHING_STORED);
  await runDurableObjectAlarm(graphObject(tenant.project, "g1"));
  await sweep(Date.now() + 3 * MINUTE);
  expect(await stored("g1")).toEqual(NOTHING_STORED);
  expect(await rowsWith(tenant.project)).toEqual({});
});

test("X12 the deletion of very many graphs takes several sweeps, and the project's row is deleted last", async () => {
  const graphs = new GraphRepository(database, tenant.project);
  const pack = {
    sequence: 0,
    last: 0,
    body: encodePack(['{"type":"graph","id":"x","at":0}']).body,
    opensCase: false,
    hasVerdict: false,
    counts: {},
    users: [],
    named: {},
  };
  await graphs.storePack("g0", pack, 0);
  const numbers =
    "with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 400)";
  await env.DB.batch(
    [
      `${numbers} insert into pack (project, graph, sequence, last, body)
       select project, 'g' || n, sequence, last, body from pack, numbers where project = ?`,
      `${numbers} insert into graph (project, id, created_at, updated_at, revision, sessions, operations, variables, links)
       select project, 'g' || n, 0, 0, revision, 0, 0, 0, 0 from graph, numbers where project = ?`,
    ].map((copy) => env.DB.prepare(copy).bind(tenant.project)),
  );
  await deleteProject();
  const counts: (number | undefined)[] = [];
  const run = async (at: number) => {
    const deleteGraph = async (project: string, graph: string) => {
      await deleteGraphRows(database, project, graph, openDatabases(env).packs);
    };
    await deleteProjects({ database, deleteGraph }, at);
    counts.push((await rowsWith(tenant.project)).graph?.length);
  };
  const late = Date.now() + 3 * MINUTE;
  await run(late);
  expect(await rowsWith(tenant.project)).toHaveProperty("project");
  await run(late);
  expect(counts).toEqual([1, undefined]);
  expect(await rowsWith(tenant.project)).toEqual({});
});

test("X13 the deletion finds events that were accepted just before it", async () => {
  await deleteProject();
  const object = graphObject(tenant.project, "late");
  await object.append("b", oneEvent("late"));
  await sweep(Date.now() + MINUTE);
  await object.flush();
  await sweep(Date.now() + 3 * MINUTE);
  expect(await stored("late")).toEqual(NOTHING_STORED);
  expect(await rowsWith(tenant.project)).toEqual({});
});

test("X13 a graph object whose project is gone deletes itself", async () => {
  const object = graphObject(tenant.project, "late");
  await runInDurableObject(object, async (instance, state) => {
    await instance.append("b", oneEvent("late"));
    await state.storage.setAlarm(Date.now() + 60 * MINUTE);
  });
  await deleteProject();
  await sweep(Date.now() + 3 * MINUTE);
  expect(await rowsWith(tenant.project)).toEqual({});
  await runDurableObjectAlarm(object);
  await runDurableObjectAlarm(object);
  expect(await stored("late")).toEqual(NOTHING_STORED);
  expect(await rowsWith(tenant.project)).toEqual({});
});
