/** Cases whose attribution throws, because the project's scripted model throws. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { CaseRepository } from "../../src/database/cases/case-repository.ts";
import { waitingGraphs } from "../../src/database/graphs/waiting-graphs.ts";
import { ModelRepository } from "../../src/database/jobs/model-repository.ts";
import { attributeGraph } from "../../src/jobs/attribution/attribute-graph.ts";
import { DEFAULT_MODEL_SETTINGS } from "../../src/protocol/api/model-settings.ts";
import { openDatabases } from "../../workers/databases.ts";
import { newId, projectRepositories } from "../../workers/services.ts";
import { ScriptedModel } from "../attribution/support/scripted-model.ts";
import { database } from "../tenancy/support/browser.ts";
import { attributedCase } from "./support/attributed-case.ts";
import { clientOf, newProject } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "./support/traces.ts";

const SECOND = 1_000;
const MINUTE = 60_000;
const WORDS_OF_NOBODY = "The dog is called by some royal title in Latin; works as a baker.";

/**
 * Makes a case on which the flow tracer alone has low confidence, so that the attribution asks the
 * model.
 */
async function unsureCase(graph: string) {
  const { project, key } = await newProject();
  const reworded = forgottenDog(graph).map((event) =>
    event.type === "variable" && ["unit", "found"].includes(event.ref)
      ? { ...event, value: WORDS_OF_NOBODY }
      : event,
  );
  await sendEvents(key, [...reworded, failingVerdict(graph)]);
  const api = clientOf(key);
  const { id } = await attributedCase(api, graph);
  await new ModelRepository(database, project).put({
    ...{ ...DEFAULT_MODEL_SETTINGS, endpoints: [], usdPerCase: 1, usdPerJob: 1, usdPerDay: 1 },
  });
  return {
    ...{ id, project },
    shown: () => api("GET /cases/{case}", { params: { case: id } }),
  };
}

test("J8 a case whose attribution throws is retried with growing waits, and then shows why it failed", async () => {
  const graph = "g";
  const { id, project, shown } = await unsureCase(graph);
  const cases = new CaseRepository(database, project);
  let now = Date.now();
  const woken: number[] = [];
  let asked = 0;
  const model = new ScriptedModel(() => {
    asked += 1;
    throw new Error("a fault of ours");
  });
  const attribute = () =>
    attributeGraph(
      {
        ...projectRepositories(database, openDatabases(env).packs, project),
        ...{ project, publicUrl: "http://memtrace.test", now: () => now, newId },
        record: () => undefined,
        openModel: async () => model,
        wakeDeliveries: async () => undefined,
        wakeAttribution: async (_graph, delayMs = 0) => {
          woken.push(delayMs);
        },
      },
      graph,
    );
  const waiting = () => waitingGraphs(database, project, { now, limit: 10, resting: [] });
  await cases.requeue(id, now);
  for (const wait of [5 * SECOND, 5 * MINUTE]) {
    const before = asked;
    await attribute();
    expect(asked).toBe(before + 1);
    expect(woken.at(-1)).toBe(wait);
    expect(await shown()).toMatchObject({
      ...{ state: "queued", failure: expect.stringContaining("stopped because of a fault") },
    });
    now += wait - 1;
    await attribute();
    expect(asked).toBe(before + 1);
    expect(await waiting()).toEqual([]);
    now += 1;
    expect(await waiting()).toEqual([graph]);
  }
  await attribute();
  now += 24 * 60 * MINUTE;
  await attribute();
  expect(asked).toBe(3);
  expect(woken).toHaveLength(2);
  expect(await shown()).toMatchObject({
    ...{ state: "failed", failure: expect.stringContaining("stopped because of a fault") },
  });
});
