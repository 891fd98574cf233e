import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { PutModelSettings } from "../../src/protocol/api/model-settings.ts";
import { ScriptedModel } from "../workers/support/scripted-model.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";

const KEY = "sk-secret-of-the-team-4711";
const URL_ONE = "https://models.example.com/v1";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let model: ScriptedModel;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  model = new ScriptedModel(() => ({ text: "ready" }));
});
afterEach(() => model.close());

const put = (endpoints: PutModelSettings["endpoints"] | { url: string; model: string }[]) =>
  api.response("PUT /project/model", { body: { endpoints } });
const shown = async () => api("GET /project/model");
const tested = async () => api("POST /project/model/test");
const ONE = {
  url: URL_ONE,
  model: "small",
  key: KEY,
  usdPerMillionInput: 1,
  usdPerMillionOutput: 4,
};

test("M20 without a model, the settings are empty and a test is refused", async () => {
  expect(await shown()).toMatchObject({ endpoints: [], systemDescription: "", today: { usd: 0 } });
  expect((await api.response("POST /project/model/test")).status).toBe(404);
});

test("M20 settings are stored, shown without the key and removed", async () => {
  const answer = await put([ONE]);
  expect(answer.status).toBe(200);
  const settings = await shown();
  expect(settings.endpoints).toEqual([
    {
      url: URL_ONE,
      model: "small",
      usdPerMillionInput: 1,
      usdPerMillionOutput: 4,
      ...{ embeddingsModel: "", usdPerMillionEmbedded: 0 },
      keyHint: "…4711",
    },
  ]);
  expect(JSON.stringify([await answer.json(), settings])).not.toContain("secret-of-the-team");
  expect((await api.response("DELETE /project/model")).status).toBe(204);
  expect((await shown()).endpoints).toEqual([]);
});

test("M21 a key is stored encrypted", async () => {
  await put([ONE]);
  const row = await env.DB.prepare("select * from model_settings where project = ?")
    .bind(tenant.project)
    .first();
  expect(JSON.stringify(row)).toContain("v1.");
  expect(JSON.stringify(row)).not.toContain("secret-of-the-team");
});

test("M21 if a change gives no key, the stored key is used only for the same address", async () => {
  await put([ONE]);
  const { key: _, ...withoutKey } = ONE;
  await put([{ ...withoutKey, model: "large" }]);
  await tested();
  expect(model.asked.at(-1)).toMatchObject({
    authorization: `Bearer ${KEY}`,
    body: { model: "large" },
  });
  await put([{ ...withoutKey, url: "https://evil.example.com/v1" }]);
  await tested();
  expect(model.asked.at(-1)?.url).toContain("evil.example.com");
  expect(model.asked.at(-1)?.authorization).not.toContain("secret");
  expect((await shown()).endpoints).toMatchObject([{ keyHint: null }]);
});

test.each([
  "ftp://models.example.com/v1",
  "https://10.0.0.7/v1",
  "https://169.254.169.254/latest",
  "https://memtrace.test/v1",
  "nonsense",
])("M22 the address %s is refused, and the error gives the field and the reason", async (url) => {
  const answer = await put([ONE, { url, model: "m" }]);
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining("endpoints.1.url: The "),
  ]);
  expect((await shown()).endpoints).toEqual([]);
});

test("M23 a test asks every endpoint one question and gives each answer and its time", async () => {
  model.script = ({ model: name }) =>
    name === "small"
      ? { text: "ready" }
      : Response.json({ error: { message: "no such model" } }, { status: 404 });
  await put([ONE, { url: URL_ONE, model: "missing" }]);
  const { items } = await tested();
  expect(items).toMatchObject([
    { url: URL_ONE, model: "small", ok: true, message: "ready", milliseconds: expect.any(Number) },
    { model: "missing", ok: false, message: expect.stringContaining("no such model") },
  ]);
  expect(model.asked).toHaveLength(2);
});

test("M23 the error about a key that the deployment can no longer read gives the remedy", async () => {
  await put([ONE]);
  await env.DB.prepare(
    "update model_settings set endpoints = replace(endpoints, '\"v1.', '\"v1.AAAA') where project = ?",
  )
    .bind(tenant.project)
    .run();
  expect((await tested()).items).toMatchObject([
    { ok: false, message: expect.stringContaining("Enter the key again") },
  ]);
  expect(model.asked).toEqual([]);
});
