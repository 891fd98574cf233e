/**
 * A project that uses the deployment's Workers AI. The binding is a scripted worker from
 * vitest.workers.config.ts, not a real model.
 */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { Case } from "../../src/protocol/api/api.ts";
import { createServices } from "../../workers/services.ts";
import { workersAiModels } from "../../workers/workers-ai-models.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

/** Describes the dog's name in words that no message contains, so comparing words cannot decide. */
const REWORDED = "The dog is called by some royal title in Latin; works as a baker.";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
});

const body = { endpoints: [], workersAi: true };

test("M24 a project may use only Workers AI, and its models and prices are shown", async () => {
  const settings = await api("PUT /project/model", { body });
  expect(settings).toMatchObject({
    ...{ workersAi: true, endpoints: [] },
    workersAiModels: { model: "@cf/scripted/small", usdPerMillionInput: 100 },
  });
  expect((await api("POST /project/model/test")).items).toMatchObject([
    { url: "workers-ai", model: "@cf/scripted/small", ok: true, message: "ready" },
  ]);
});

test("M24 settings need an endpoint or Workers AI", async () => {
  const answer = await api.response("PUT /project/model", { body: { endpoints: [] } });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining("give at least one endpoint, or set workersAi"),
  ]);
});

test("M24 a deployment without Workers AI refuses the setting and offers no models", async () => {
  const { AI: _, ...without } = env;
  const headers = {
    authorization: `Bearer ${tenant.key}`,
    "content-type": "application/json",
  };
  const ask = (init: RequestInit) => {
    const context = createExecutionContext();
    const services = createServices(without, (work) => context.waitUntil(work));
    const request = new Request("http://memtrace.test/v1/project/model", { headers, ...init });
    return createApp(() => services).fetch(request, without, context);
  };
  const refused = await ask({ method: "PUT", body: JSON.stringify(body) });
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining("workersAi: this deployment has no Workers AI"),
  ]);
  expect(await (await ask({ method: "GET" })).json()).toMatchObject({ workersAiModels: null });
});

test("J29 with Workers AI alone, an unsure case gets its answers and the verdict says what they cost", async () => {
  await api("PUT /project/model", { body: { ...body, usdPerCase: 50, usdPerDay: 100 } });
  const events = [...forgottenDog("g"), failingVerdict("g")].map((event) =>
    event.type === "variable" && ["unit", "found"].includes(event.ref)
      ? { ...event, value: REWORDED }
      : event,
  );
  await sendEvents(tenant.key, events);
  const { attribution } = await until(async () => {
    const [found] = (await api("GET /cases", { query: { graph: "g" } })).items;
    if (found?.state !== "done") return undefined;
    return api("GET /cases/{case}", { params: { case: found.id } }) as Promise<Case>;
  });
  expect(attribution).toMatchObject({
    ...{ errorType: "ExtractionError", op: "op-extract", decidedBy: "oracle" },
    models: "@cf/scripted/small",
  });
  const { spent, answers = [] } = attribution ?? {};
  expect(spent).toMatchObject({ calls: answers.length, inputTokens: 200 * answers.length });
  expect(spent?.usd).toBeCloseTo(0.02 * answers.length);
});

test("M15 the models come from the configuration, and without the binding there are none", () => {
  const names = {
    ...{ WORKERS_AI_MODEL: "@cf/a", WORKERS_AI_EMBEDDINGS_MODEL: "" },
    WORKERS_AI_PRICES: "0.017, 0.112",
  };
  const AI = { run: async () => ({}) };
  expect(workersAiModels(names)).toBeNull();
  expect(workersAiModels({ ...names, AI, WORKERS_AI_MODEL: "" })).toBeNull();
  expect(workersAiModels({ ...names, AI })).toEqual({
    ...{ model: "@cf/a", embeddingsModel: "" },
    ...{ usdPerMillionInput: 0.017, usdPerMillionOutput: 0.112, usdPerMillionEmbedded: 0 },
  });
});
