/**
 * A case whose questions take longer than a job may take. The model is a script behind the port.
 */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import {
  type AttributionDeps,
  attributeGraph,
} from "../../src/jobs/attribution/attribute-graph.ts";
import type { Case } from "../../src/protocol/api/api.ts";
import { DEFAULT_MODEL_SETTINGS } from "../../src/protocol/api/model-settings.ts";
import { openDatabases } from "../../workers/databases.ts";
import { newId, projectRepositories } from "../../workers/services.ts";
import { ScriptedModel } from "../attribution/support/scripted-model.ts";
import { database } from "../tenancy/support/browser.ts";
import { clientOf, newProject } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, sendPacked } from "./support/traces.ts";
import { until } from "./support/until.ts";

/** Describes the dog's name in words that no message contains. */
const REWORDED = "The dog is called by some royal title in Latin; works as a baker.";

test("J26 a case that runs out of time is queued again and keeps its paid answers", async () => {
  const { project, key } = await newProject();
  const api = clientOf(key);
  const events = [...forgottenDog("g"), failingVerdict("g")].map((event) =>
    event.type === "variable" && ["unit", "found"].includes(event.ref)
      ? { ...event, value: REWORDED }
      : event,
  );
  await sendPacked(key, events);
  const shown = async () => {
    const [found] = (await api("GET /cases")).items;
    if (found === undefined) return undefined;
    const params = { case: found.id };
    return (await api("GET /cases/{case}", { params })) as Case;
  };
  const first = await until(async () => {
    const found = await shown();
    return found?.state === "done" ? found : undefined;
  });
  const repositories = projectRepositories(database, openDatabases(env).packs, project);
  const stored = {
    ...{ ...DEFAULT_MODEL_SETTINGS, endpoints: [], usdPerCase: 1, usdPerJob: 1, usdPerDay: 1 },
  };
  await repositories.model.put(stored);

  let late = 0;
  let [wakes, isSlow] = [0, true];
  const model = new ScriptedModel(() => {
    if (isSlow) late += 3 * 60_000;
    return { calls: [{ name: "inspect", arguments: "{}" }] };
  });
  const deps: AttributionDeps = {
    ...repositories,
    ...{ project, publicUrl: env.PUBLIC_URL, newId, now: () => Date.now() + late },
    record: () => undefined,
    openModel: async () => model,
    wakeAttribution: async () => {
      wakes += 1;
    },
    wakeDeliveries: async () => undefined,
  };
  await repositories.cases.requeue(first.id, Date.now());
  await attributeGraph(deps, "g");
  const asked = model.asked.length;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(10);
  expect(wakes).toBe(1);
  expect(await shown()).toMatchObject({ state: "queued", attribution: first.attribution });

  isSlow = false;
  await attributeGraph(deps, "g");
  expect(await shown()).toMatchObject({ state: "done", attribution: { decidedBy: "flow" } });
  const { spent } = (await shown())?.attribution ?? {};
  expect(model.asked.length).toBeGreaterThan(asked);
  expect(spent?.calls).toBe(model.asked.length);
});
