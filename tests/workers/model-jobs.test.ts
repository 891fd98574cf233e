/** How a job uses the project's model. The model is a script behind the real protocol. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../src/database/database.ts";
import { ModelRepository } from "../../src/database/jobs/model-repository.ts";
import type { Case } from "../../src/protocol/api/api.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { NOTHING_SPENT } from "../../src/protocol/model.ts";
import { chunksOf } from "../llm/support/chat-chunks.ts";
import { ScriptedModel } from "./support/scripted-model.ts";
import { clientOf, newProject, type OwnProject } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, sendPacked } from "./support/traces.ts";
import { until } from "./support/until.ts";

const SAID = "My dog is afraid of thunder and I work as a baker.";
const ASKED = "What is the dog afraid of?";
/** States the fear in words that no message contains, so comparing words cannot decide. */
const REWORDED = "The dog is afraid of loud storms; works as a baker.";
const FEAR = "loud storms";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let model: ScriptedModel;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  model = new ScriptedModel(findsNothing);
});
afterEach(() => model.close());

/** Scripts a model that finds the answer in no text. */
const findsNothing = () => ({ text: JSON.stringify({ answer: "", quotes: [] }) });

async function configure(over: { usdPerCase?: number; usdPerDay?: number } = {}) {
  const price = { usdPerMillionInput: 10_000, usdPerMillionOutput: 0 };
  const endpoint = { url: "https://models.example.com/v1", model: "small", key: "sk-1", ...price };
  const answer = await api.response("PUT /project/model", {
    body: { endpoints: [endpoint], usdPerDay: 100, usdPerCase: 50, ...over },
  });
  expect(answer.status).toBe(200);
}

/** A graph whose memory stored a fact about the dog in other words. */
function frightenedDog(graph: string): TraceEvent[] {
  const values: Readonly<Record<string, string>> = {
    ...{ said: SAID, asked: ASKED, unit: REWORDED, found: REWORDED },
    "said back": "I do not know.",
  };
  return [...forgottenDog(graph), failingVerdict(graph)].map((event) => {
    if (event.type === "variable") return { ...event, value: values[event.ref] ?? event.value };
    if (event.type !== "verdict") return event;
    const answers = { query: ASKED, prediction: "I do not know.", expected: ["thunder"] };
    return { ...event, ...answers, reason: "The dog is afraid of thunder." };
  });
}

async function attributed(graph: string): Promise<Case> {
  await sendPacked(tenant.key, frightenedDog(graph));
  return done(graph);
}

const done = (graph = "g") =>
  until(async () => {
    const [found] = (await api("GET /cases", { query: { graph } })).items;
    if (found === undefined || found.state !== "done") return undefined;
    return api("GET /cases/{case}", { params: { case: found.id } }) as Promise<Case>;
  });

async function again(id: string): Promise<Case> {
  await api("POST /cases/{case}/attribute", { params: { case: id } });
  return done();
}

const spentToday = async () => (await api("GET /project/model")).today;

test("J20 without a model, only the flow tracer decides", async () => {
  const { attribution } = await attributed("g");
  expect(attribution).toMatchObject({ errorType: "ExtractionError" });
  expect(attribution?.decidedBy).toBeUndefined();
  expect(model.asked).toEqual([]);
});

test("J20 with a model, the oracle decides if the tracer is unsure, and the verdict gives the cost", async () => {
  await configure();
  const { attribution } = await attributed("g");
  expect(attribution).toMatchObject({
    ...{ errorType: "ExtractionError", op: "op-extract", decidedBy: "oracle" },
    spent: { calls: model.asked.length },
  });
  expect(attribution?.spent?.usd).toBeCloseTo(model.asked.length);
  expect(await spentToday()).toMatchObject({ calls: model.asked.length, usd: model.asked.length });
});

test("J21 a second attribution of a case asks only new questions", async () => {
  await configure();
  const { id, attribution } = await attributed("g");
  const asked = model.asked.length;
  expect(asked).toBeGreaterThan(0);
  const second = await again(id);
  expect(model.asked).toHaveLength(asked);
  expect(second.attribution).toEqual(attribution);
  expect(await spentToday()).toMatchObject({ calls: asked });
});

test("J21 vectors are stored, and the second attribution reuses them unchanged", async () => {
  const endpoint = { url: "https://models.example.com/v1", model: "small", embeddingsModel: "vec" };
  await api("PUT /project/model", { body: { endpoints: [endpoint] } });
  const events = frightenedDog("g").map((event) =>
    event.type === "verdict" ? { ...event, evidence: [] } : event,
  );
  await sendPacked(tenant.key, events);
  const { id, attribution } = await done();
  const requests = model.embedded.length;
  expect(requests).toBeGreaterThan(0);
  expect((await again(id)).attribution).toEqual(attribution);
  expect(model.embedded).toHaveLength(requests);
});

test("J21 after a change of the model, all questions are asked again", async () => {
  await configure();
  const { id } = await attributed("g");
  const asked = model.asked.length;
  const endpoint = { url: "https://models.example.com/v1", model: "large" };
  await api("PUT /project/model", { body: { endpoints: [endpoint] } });
  await again(id);
  expect(model.asked.slice(asked).map(({ body }) => body.model)).toContain("large");
});

test("J22 after the day's budget is used up no model is asked, and the verdict says so", async () => {
  await configure({ usdPerDay: 1 });
  await attributed("g");
  const asked = model.asked.length;
  expect(asked).toBeGreaterThan(0);
  const { attribution } = await attributed("h");
  expect(model.asked).toHaveLength(asked);
  expect(attribution?.notes.join(" ")).toContain("budget of $1 a day");
});

test("J37 simultaneous questions cannot exceed the day's budget", async () => {
  const repository = new ModelRepository(openDatabase(env.DB), tenant.project);
  const now = Date.UTC(2030, 0, 1);
  const ask = () => repository.reserve(0.3, 1, now);
  const reserved = (await Promise.all(Array.from({ length: 50 }, ask))).flatMap((one) => one ?? []);
  // Each request is admitted while some of the budget is left.
  expect(reserved).toHaveLength(4);
  expect(await repository.reserve(0.3, 0, now + 2 * 86_400_000)).toBeUndefined();
  for (const one of reserved)
    await repository.settle({ graph: "g" }, { ...NOTHING_SPENT, usd: 0.1 }, one);
  expect((await repository.spentOn(now)).usd).toBe(0.4);
  expect(await ask()).toBeDefined();
});

test("J37 an answer that breaks off and a test of the settings count with their cost", async () => {
  await configure();
  model.script = () =>
    new Response(chunksOf({ text: "a long word" }).slice(0, 1).join(""), {
      headers: { "content-type": "text/event-stream" },
    });
  const { items } = await api("POST /project/model/test");
  expect(items).toMatchObject([{ ok: false }]);
  const { calls, usd } = await spentToday();
  expect(calls).toBe(0);
  expect(usd).toBeGreaterThan(0);
});

test("J23 if a model fails, the flow tracer's verdict stays and says why the model failed", async () => {
  await configure();
  model.script = () => Response.json({ error: { message: "bad key" } }, { status: 401 });
  const { attribution } = await attributed("g");
  expect(attribution).toMatchObject({ errorType: "ExtractionError", decidedBy: "flow" });
  expect(attribution?.notes.join(" ")).toContain("bad key");
});

test("J24 the deletion of a graph deletes the model's answers about it", async () => {
  await configure();
  await attributed("g");
  const rows = async () =>
    (
      await env.DB.prepare("select * from model_answer where project = ?")
        .bind(tenant.project)
        .all()
    ).results;
  expect(await rows()).not.toEqual([]);
  await api("DELETE /graphs/{graph}", { params: { graph: "g" } });
  expect(await rows()).toEqual([]);
});

test("J28 the transcript is stored with the verdict, replaced with it, and deleted with the case", async () => {
  await configure();
  const { id, attribution } = await attributed("g");
  const shown = () => api("GET /cases/{case}/transcript", { params: { case: id } });
  const { steps, leftOut } = await shown();
  expect(leftOut).toBe(0);
  expect(steps.filter(({ by }) => by === "oracle")).toHaveLength(
    attribution?.answers?.length ?? -1,
  );
  expect(steps[0]).toMatchObject({ by: "oracle", tells: "none", failure: null });
  const rows = async () =>
    (await env.DB.prepare("select * from transcript where project = ?").bind(tenant.project).all())
      .results;
  expect(await rows()).toHaveLength(1);
  await again(id);
  expect(await shown()).toEqual({ steps, leftOut });
  await api("DELETE /project/model");
  await again(id);
  expect(await shown()).toEqual({ steps: [], leftOut: 0 });
  await configure();
  await again(id);
  expect(await rows()).toHaveLength(1);
  await api("DELETE /graphs/{graph}", { params: { graph: "g" } });
  expect(await rows()).toEqual([]);
  const gone = await api.response("GET /cases/{case}/transcript", { params: { case: id } });
  expect(gone.status).toBe(404);
});

test("J26 an agent with many steps continues in another job and pays for no step twice", async () => {
  model.script = ({ tools }) =>
    tools === undefined
      ? { text: "no idea" }
      : { calls: [{ name: "explore", arguments: { variable: "V1" } }] };
  const endpoint = { url: "https://models.example.com/v1", model: "small" };
  await api("PUT /project/model", { body: { endpoints: [endpoint], agentSteps: 130 } });
  const { id, attribution } = await attributed("g");
  expect(attribution?.notes.join(" ")).toContain("no verdict within its maximum number of steps");
  const asked = model.asked.length;
  expect(asked).toBeGreaterThan(130);
  expect(model.asked.filter(({ body }) => body.tools !== undefined)).toHaveLength(130);
  const { steps } = await api("GET /cases/{case}/transcript", { params: { case: id } });
  expect(steps.filter(({ by }) => by === "agent")).toHaveLength(130);
  expect((await spentToday()).calls).toBe(asked);
});

test("N16 the limit of tokens in the settings ends the questions of a case", async () => {
  model.script = ({ tools }) =>
    tools === undefined
      ? { text: "no idea" }
      : { calls: [{ name: "explore", arguments: { variable: "V1" } }] };
  const endpoint = { url: "https://models.example.com/v1", model: "small" };
  await api("PUT /project/model", { body: { endpoints: [endpoint], tokensPerCase: 1_000 } });
  const { attribution } = await attributed("g");
  expect(attribution?.notes.join(" ")).toContain("The budget of 1000 tokens for one case");
  const { inputTokens = 0, outputTokens = 0 } = attribution?.spent ?? {};
  expect(inputTokens + outputTokens).toBeGreaterThanOrEqual(1_000);
  expect(inputTokens + outputTokens).toBeLessThan(1_000 + 250);
});

test("J25 an interrupted agent continues where it stopped, and pays for no step twice", async () => {
  await configure();
  let agentSteps = 0;
  let isCut = true;
  model.script = (body) => {
    // Give the oracle no usable answer, so that it passes the case to the agent.
    if (body.tools === undefined) return { text: "no idea" };
    agentSteps += 1;
    if (agentSteps === 3 && isCut)
      return Response.json({ error: { message: "cut" } }, { status: 401 });
    const steps = body.messages.filter(({ role }) => role === "assistant").length;
    if (steps < 3)
      return { calls: [{ name: "explore", arguments: { variable: `V${steps + 1}` } }] };
    const quotes = [{ variable: "retrieved:r1@1", words: FEAR }];
    const verdict = {
      error_type: "ResponseError",
      operation: "op-answer",
      reason: "It read it.",
      quotes,
    };
    return { calls: [{ name: "submit_verdict", arguments: verdict }] };
  };
  const first = await attributed("g");
  expect(first.attribution?.notes.join(" ")).toContain("cut");
  expect(agentSteps).toBe(3);
  const paid = (await spentToday()).calls;
  isCut = false;
  const second = await again(first.id);
  expect(second.attribution).toMatchObject({
    ...{ errorType: "ResponseError", op: "op-answer", decidedBy: "agent" },
    spent: { calls: paid + 2 },
  });
  expect(agentSteps).toBe(3 + 2);
  expect((await spentToday()).calls).toBe(paid + 2);
});
