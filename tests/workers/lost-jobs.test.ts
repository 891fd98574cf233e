/** Jobs of a graph that fail although their worker survives. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import { attributeGraph } from "../../src/jobs/attribution/attribute-graph.ts";
import { openDatabases } from "../../workers/databases.ts";
import { newId, projectRepositories } from "../../workers/services.ts";
import { database } from "../tenancy/support/browser.ts";
import { attributedCase } from "./support/attributed-case.ts";
import { clientOf, newProject } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "./support/traces.ts";
import { until } from "./support/until.ts";

test("J9 a pack database that is down for a while costs no wrong answer", async () => {
  const { project, key } = await newProject();
  const api = clientOf(key);
  await sendEvents(key, [...forgottenDog("g"), failingVerdict("g")]);
  const { id } = await attributedCase(api, "g");
  const isDown = async (): Promise<never> => {
    throw new Error("D1_ERROR: Network connection lost.");
  };
  const repositories = projectRepositories(database, openDatabases(env).packs, project);
  const attribute = (graphs: GraphRepository) =>
    attributeGraph(
      {
        ...{ ...repositories, graphs, project, publicUrl: env.PUBLIC_URL, newId, now: Date.now },
        openModel: async () => undefined,
        wakeAttribution: async () => undefined,
        wakeDeliveries: async () => undefined,
      },
      "g",
    );
  const fail = () =>
    expect(attribute(new GraphRepository(database, project, { of: isDown }))).rejects.toThrow(
      "connection lost",
    );
  const shown = async () => api("GET /cases/{case}", { params: { case: id } });
  // The service's own worker may have taken the case.
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
