/** Jobs of a graph that fail while their worker keeps running. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import { waitingGraphs } from "../../src/database/graphs/waiting-graphs.ts";
import { attributeGraph } from "../../src/jobs/attribution/attribute-graph.ts";
import { openDatabases } from "../../workers/databases.ts";
import { newId, projectRepositories } from "../../workers/services.ts";
import { database } from "../tenancy/support/browser.ts";
import { attributedCase } from "./support/attributed-case.ts";
import { clientOf, newProject } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "./support/traces.ts";
import { until } from "./support/until.ts";

const attributeWith = (project: string, graphs: GraphRepository) =>
  attributeGraph(
    {
      ...projectRepositories(database, openDatabases(env).packs, project),
      ...{ graphs, project, publicUrl: env.PUBLIC_URL, newId, now: Date.now },
      record: () => undefined,
      openModel: async () => undefined,
      wakeAttribution: async () => undefined,
      wakeDeliveries: async () => undefined,
    },
    "g",
  );

test("J9 no wrong answer is lost while a pack database is down", async () => {
  const { project, key } = await newProject();
  const api = clientOf(key);
  await sendEvents(key, [...forgottenDog("g"), failingVerdict("g")]);
  const { id } = await attributedCase(api, "g");
  const isDown = async (): Promise<never> => {
    throw new Error("D1_ERROR: Network connection lost.");
  };
  const repositories = projectRepositories(database, openDatabases(env).packs, project);
  const attribute = (graphs: GraphRepository) => attributeWith(project, graphs);
  const fail = () =>
    expect(attribute(new GraphRepository(database, project, { of: isDown }))).rejects.toThrow(
      "connection lost",
    );
  const shown = async () => api("GET /cases/{case}", { params: { case: id } });
  // The service's own worker may already have taken the case.
  const isDone = async () => {
    const done = await until(async () => {
      const item = await shown();
      return item.state === "done" ? item : undefined;
    });
    expect(done).toMatchObject({ attribution: { op: "op-extract" } });
  };
  await env.DB.batch([
    env.DB.prepare("delete from failed_case where id = ?").bind(id),
    env.DB.prepare("update graph set examined_revision = -1 where project = ?").bind(project),
  ]);
  for (let attempt = 0; attempt < 8; attempt++) {
    await fail();
  }
  expect(await api("GET /graphs/{graph}", { params: { graph: "g" } })).toMatchObject({
    ...{ cases: 0, isExamined: false, isGivenUp: false },
  });
  await attribute(repositories.graphs);
  await isDone();

  await repositories.cases.requeue(id, Date.now());
  for (let attempt = 0; attempt < 4; attempt++) await fail();
  expect(await shown()).toMatchObject({ state: "queued" });
  await attribute(repositories.graphs);
  await isDone();
});

test("J58 a graph on which every job throws is given up, as if it killed its workers", async () => {
  const { project, key } = await newProject();
  const api = clientOf(key);
  await sendEvents(key, [...forgottenDog("g"), failingVerdict("g")]);
  await attributedCase(api, "g");
  const breaks = async (): Promise<never> => {
    throw new Error("a fault of ours");
  };
  const broken = new GraphRepository(database, project, { of: breaks });
  await env.DB.prepare(
    "update graph set examined_revision = -1, job_attempts = 0 where project = ?",
  )
    .bind(project)
    .run();
  const shown = () => api("GET /graphs/{graph}", { params: { graph: "g" } });
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(attributeWith(project, broken)).rejects.toThrow("a fault of ours");
    expect(await shown()).toMatchObject({ isGivenUp: false });
  }
  await attributeWith(project, broken);
  expect(await shown()).toMatchObject({ isGivenUp: true });
});

test("J59 graphs that were already waiting come before graphs whose job failed a moment ago", async () => {
  const { project } = await newProject();
  const ids = ["a", "b", "c", "d", "e", "f"];
  for (const [age, id] of ids.entries()) {
    await env.DB.prepare(
      "insert into graph (project, id, created_at, updated_at, revision, wanted_revision, sessions, operations, variables, links) values (?, ?, 0, ?, 5, 5, 0, 0, 0, 0)",
    )
      .bind(project, id, age)
      .run();
  }
  const waiting = (resting: string[]) =>
    waitingGraphs(database, project, { now: Date.now(), limit: 4, resting });
  expect(await waiting([])).toEqual(["a", "b", "c", "d"]);
  expect(await waiting(["a", "b", "c", "d"])).toEqual(["e", "f"]);
});
