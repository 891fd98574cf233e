import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AnswerRepository } from "../../src/database/cases/answers/answer-repository.ts";
import { CaseRepository } from "../../src/database/cases/case-repository.ts";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import { ModelRepository } from "../../src/database/jobs/model-repository.ts";
import { WebhookRepository } from "../../src/database/jobs/webhook-repository.ts";
import { MemoryRepository } from "../../src/database/memory/memory-repository.ts";
import { PromptRepository } from "../../src/database/prompts/prompt-repository.ts";
import { type IncomingEvents, incoming } from "../../src/event-store/log/incoming-events.ts";
import { attributeGraph } from "../../src/jobs/attribution/attribute-graph.ts";
import { issueReport } from "../../src/jobs/reports/issue-report.ts";
import { ProjectRepository } from "../../src/tenancy/projects.ts";
import { openDatabases } from "../../workers/databases.ts";
import { newId, projectRepositories } from "../../workers/services.ts";
import { database } from "../tenancy/support/browser.ts";
import { storeOverviews } from "../workers/support/overviews.ts";
import { packedEvents } from "../workers/support/packed-events.ts";
import { Receiver } from "../workers/support/receiver.ts";
import {
  graphObject,
  NOTHING_STORED,
  rowsWith,
  storedBy,
  withoutKinds,
} from "../workers/support/remains.ts";
import { clientOf, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, note, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let receiver: Receiver;
/** Unique, so that the test can find every text that quotes it. */
let graph: string;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  receiver = new Receiver();
  graph = `graph-${crypto.randomUUID()}`;
});
afterEach(() => receiver.close(tenant.project));

const trace = (id = graph) => [...forgottenDog(id), failingVerdict(id)];
const deleteGraph = (id = graph, key = tenant.key) => remove(`/v1/graphs/${id}`, key);
const remove = async (path: string, key: string) =>
  (await send(path, { method: "DELETE", headers: { authorization: `Bearer ${key}` } })).status;
const remains = async (project = tenant.project, id = graph) => ({
  rows: await rowsWith(id),
  stored: await storedBy(project, id),
});
const oneEvent = (id: string): IncomingEvents =>
  incoming([
    {
      id,
      type: "variable",
      json: JSON.stringify(note(graph, id)),
      opensCase: false,
    },
  ]);
const NOTHING = { rows: {}, stored: NOTHING_STORED };
const repository = () => new GraphRepository(database, tenant.project);

/** Sends a trace, waits for the attribution of its case, and returns the case's id. */
const attributed = async (own: OwnProject, id: string): Promise<string> => {
  await sendEvents(own.key, trace(id));
  // Run the alarm now, which packs the events, so that it does not run later during the test.
  await runDurableObjectAlarm(graphObject(own.project, id));
  const query = { graph: id, state: "done" } as const;
  return until(async () => (await clientOf(own.key)("GET /cases", { query })).items[0]?.id);
};

test("X1 a deletion leaves nothing of a graph: rows, packs, cases, deliveries, quotes, object", async () => {
  await api("POST /webhooks", { body: { url: "https://hooks.example.com/" } });
  const id = await attributed(tenant, graph);
  const label = { errorType: "UpdateError", op: null, link: null, reason: graph } as const;
  await api("PUT /cases/{case}/label", { params: { case: id }, body: label });
  const report = await api("POST /reports", {
    body: { from: "2026-03-01T00:00:00Z", to: "2026-03-08T00:00:00Z" },
  });
  await until(async () => receiver.ofType("attribution.completed")[0]);
  await storeOverviews(tenant.project, graph);
  const before = await rowsWith(graph);
  expect(Object.keys(before).sort()).toEqual([
    "case_label",
    "delivery",
    "failed_case",
    "graph",
    "graph_memory",
    "graph_overview",
    "graph_user",
    "pack",
  ]);
  expect(await rowsWith(id)).toHaveProperty("report");

  expect(await deleteGraph()).toBe(204);
  expect(await remains()).toEqual(NOTHING);
  expect(await rowsWith(id)).toEqual({});
  const after = await api("GET /reports/{report}", { params: { report: report.id } });
  expect(after.body.findings.map(({ cases }) => cases)).toEqual([[]]);
  expect(after.body.conclusions).toEqual([]);
  const { findings, conclusions: _, ...figures } = report.body;
  expect(findings[0]?.cases).toHaveLength(1);
  expect(after.body).toMatchObject(figures);
  expect((await api.response("GET /graphs/{graph}", { params: { graph } })).status).toBe(404);
  expect(await deleteGraph()).toBe(404);
  expect(await remains()).toEqual(NOTHING);
});

test("X2 the deletion does not change another graph, or another project's graph of the same id", async () => {
  const stranger = await newProject();
  const other = `other-${crypto.randomUUID()}`;
  await api("POST /webhooks", { body: { url: "https://hooks.example.com/" } });
  const kept = [await attributed(tenant, other), await attributed(stranger, graph)];
  await clientOf(stranger.key)("POST /reports", {
    body: { from: "2026-03-01T00:00:00Z", to: "2026-03-08T00:00:00Z" },
  });
  const state = async () => [
    await rowsWith(other),
    withoutKinds(await rowsWith(stranger.project)),
    await storedBy(tenant.project, other),
    await storedBy(stranger.project, graph),
  ];
  await until(async () => receiver.ofType("attribution.completed")[0]);
  await until(async () => {
    const { delivery } = await rowsWith(other);
    return JSON.stringify(delivery).includes('"delivered"') || undefined;
  });
  // Waits until their attribution jobs have ended.
  await until(async () => {
    const { results } = await env.DB.prepare(
      "select 1 from graph where project in (?, ?) and job_attempts > 0",
    )
      .bind(tenant.project, stranger.project)
      .all();
    return results.length === 0 || undefined;
  });
  const before = await state();
  expect(await deleteGraph(other, stranger.key)).toBe(404);
  await attributed(tenant, graph);
  expect(await deleteGraph()).toBe(204);
  expect(await state()).toEqual(before);
  const shown = await api.response("GET /cases/{case}", { params: { case: kept[0] ?? "" } });
  expect((await shown.json()).attribution).toMatchObject({ op: "op-extract" });
});

test("X3 events that are not yet packed are deleted too, and later events begin a new graph", async () => {
  await runInDurableObject(graphObject(tenant.project, graph), async (object, state) => {
    await object.append("b", oneEvent("a"));
    await state.storage.setAlarm(Date.now() + 3_600_000);
  });
  expect(await deleteGraph()).toBe(204);
  expect(await remains()).toEqual(NOTHING);
  const again = await sendEvents(tenant.key, [note(graph, "a")], { batch: "b" });
  expect(again).toMatchObject({ accepted: 1, duplicates: 0 });
  await graphObject(tenant.project, graph).flush();
  expect(await packedEvents(repository(), graph)).toEqual([note(graph, "a")]);
});

test("X4 events that are flushed during the deletion of a graph do not come back", async () => {
  await sendEvents(tenant.key, trace());
  await runInDurableObject(graphObject(tenant.project, graph), async (object) => {
    const flushing = object.flush();
    await Promise.all([object.delete(), object.delete(), object.flush(), flushing]);
  });
  expect(await remains()).toEqual(NOTHING);
});

test("X4 a batch that is appended during a deletion is stored whole or deleted", async () => {
  const ids = Array.from({ length: 24 }, (_, index) => `n${index}`);
  const object = graphObject(tenant.project, graph);
  await object.append("before", oneEvent("before"));
  await Promise.all(
    ids.flatMap((id, index) => [
      object.append(id, oneEvent(id)),
      object.flush(),
      ...(index % 8 === 4 ? [object.delete()] : []),
    ]),
  );
  await sendEvents(
    tenant.key,
    ids.map((id) => note(graph, id)),
  );
  await object.flush();
  expect((await packedEvents(repository(), graph)).map(({ id }) => id).sort()).toEqual(
    ids.toSorted(),
  );
  expect(await repository().find(graph)).toMatchObject({ variables: ids.length });
  expect(await deleteGraph()).toBe(204);
  expect(await remains()).toEqual(NOTHING);
});

describe("attribution during a deletion", () => {
  /**
   * Runs a job that `interrupt` interrupts after the job has read the packs, or before it stores.
   * @returns whether the job was interrupted; if not, the service's own worker took the graph first
   */
  const jobWith = async (interrupt: () => Promise<unknown>, at: "read" | "store") => {
    let pending = true;
    const once = async () => {
      if (pending) await interrupt();
      pending = false;
    };
    const graphs = new (class extends GraphRepository {
      override async load(id: string) {
        const loaded = await super.load(id);
        if (at === "read") await once();
        return loaded;
      }
    })(database, tenant.project);
    const webhooks = new (class extends WebhookRepository {
      override async deliveriesFor(...args: Parameters<WebhookRepository["deliveriesFor"]>) {
        const deliveries = await super.deliveriesFor(...args);
        if (at === "store") await once();
        return deliveries;
      }
    })(database, tenant.project);
    await attributeGraph(
      {
        ...{ project: tenant.project, publicUrl: env.PUBLIC_URL, now: Date.now, newId },
        record: () => undefined,
        ...{ cases: new CaseRepository(database, tenant.project), graphs, webhooks },
        model: new ModelRepository(database, tenant.project),
        prompts: new PromptRepository(database, tenant.project),
        memory: new MemoryRepository(database, tenant.project),
        answers: new AnswerRepository(database, tenant.project),
        settings: new ProjectRepository(database, tenant.project),
        openModel: async () => undefined,
        wakeAttribution: async () => undefined,
        wakeDeliveries: async () => undefined,
      },
      graph,
    );
    return !pending;
  };

  /** Records a graph whose wrong answer is not examined yet. */
  const unexamined = async () => {
    const id = await attributed(tenant, graph);
    await env.DB.batch([
      env.DB.prepare("delete from delivery where project = ?").bind(tenant.project),
      env.DB.prepare("delete from failed_case where project = ?").bind(tenant.project),
      env.DB.prepare("update graph set examined_revision = -1 where project = ?").bind(
        tenant.project,
      ),
    ]);
    return id;
  };

  const interruptedJob = async (interrupt: () => Promise<unknown>, at: "read" | "store") => {
    await api("POST /webhooks", { body: { url: "https://hooks.example.com/" } });
    for (;;) {
      const id = await unexamined();
      if (await jobWith(interrupt, at)) return id;
    }
  };

  test.each(["read", "store"] as const)(
    "X5 the attribution leaves nothing of the deleted graph (%s)",
    async (at) => {
      const id = await interruptedJob(() => deleteGraph(), at);
      expect(await remains()).toEqual(NOTHING);
      expect(await rowsWith(id)).toEqual({});
      await jobWith(async () => undefined, at);
      expect(await remains()).toEqual(NOTHING);
    },
  );

  test.each(["read", "store"] as const)(
    "X5 the attribution adds nothing to the next graph of this id (%s)",
    async (at) => {
      await interruptedJob(async () => {
        await deleteGraph();
        await sendEvents(tenant.key, [note(graph, "a")]);
        await graphObject(tenant.project, graph).flush();
      }, at);
      const { graph: rows, ...others } = await rowsWith(graph);
      expect(rows).toMatchObject([{ examined_revision: -1, wanted_revision: -1, variables: 1 }]);
      expect(Object.keys(others)).toEqual(["pack"]);
    },
  );
});

test("X5 a deleted graph that is sent again is attributed again", async () => {
  const id = await attributed(tenant, graph);
  expect(await deleteGraph()).toBe(204);
  expect(await attributed(tenant, graph)).toBe(id);
  expect((await rowsWith(id)).failed_case).toHaveLength(1);
});

test("X6 a report that is being made does not quote deleted data", async () => {
  const id = await attributed(tenant, graph);
  const cases = new (class extends CaseRepository {
    override async reportTexts(...args: Parameters<CaseRepository["reportTexts"]>) {
      const texts = await super.reportTexts(...args);
      await deleteGraph();
      return texts;
    }
  })(database, tenant.project);
  const issued = await issueReport(
    {
      ...{
        ...projectRepositories(database, openDatabases(env).packs, tenant.project),
        cases,
      },
      ...{ project: tenant.project, publicUrl: env.PUBLIC_URL, newId },
    },
    { period: { from: Date.parse("2026-03-01"), to: Date.parse("2026-03-08") }, filter: {} },
    "request",
    Date.now(),
  );
  expect((await rowsWith(issued?.report.id ?? "")).report).toHaveLength(1);
  expect(await rowsWith(id)).toEqual({});
});

test("X7 an interrupted deletion continues by itself, before anything else", async () => {
  await sendEvents(tenant.key, trace());
  const breakOff = runInDurableObject(graphObject(tenant.project, graph), (object, state) => {
    vi.spyOn(state.storage, "deleteAll").mockRejectedValueOnce(new Error("no storage"));
    return object.delete();
  });
  await expect(breakOff).rejects.toThrow("no storage");
  await evictDurableObject(graphObject(tenant.project, graph));
  await runDurableObjectAlarm(graphObject(tenant.project, graph));
  expect(await remains()).toEqual(NOTHING);
});
