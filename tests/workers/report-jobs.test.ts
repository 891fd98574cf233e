/** Reports that a model explains, in jobs. The model is a script behind the real protocol. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ChatBody } from "../llm/support/chat-chunks.ts";
import { rowsWith } from "./support/remains.ts";
import { ScriptedModel } from "./support/scripted-model.ts";
import { sweep } from "./support/sweep.ts";
import { clientOf, newProject, type OwnProject } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, QUESTION, sendPacked } from "./support/traces.ts";
import { until } from "./support/until.ts";

/** The day on which the traces were recorded. */
const DAY = { from: "2026-03-04T00:00:00.000Z", to: "2026-03-05T00:00:00.000Z" };
/** More graphs than one question to the model can contain. */
const GRAPHS = ["g1", "g2", "g3", "g4", "g5", "g6"];

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let model: ScriptedModel;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  model = new ScriptedModel(claimOnAll);
});
afterEach(async () => {
  await env.DB.prepare("delete from endpoint where project = ?").bind(tenant.project).run();
  model.close();
});

interface Asked {
  readonly claims: readonly { readonly cases: readonly string[] }[];
  readonly new_cases: readonly { readonly name: string; readonly question: string }[];
}

const askedIn = (body: ChatBody): Asked => JSON.parse(body.messages[1]?.content ?? "{}");

/** Answers with one claim about every case that the model was shown so far. */
function claimOnAll(body: ChatBody) {
  const { claims, new_cases } = askedIn(body);
  const cases = [...(claims[0]?.cases ?? []), ...new_cases.map(({ name }) => name)];
  return {
    text: JSON.stringify({ claims: [{ title: "Pets are lost", text: "All of them.", cases }] }),
  };
}

async function attributed(graphs: readonly string[], before = 0): Promise<void> {
  for (const graph of graphs) {
    await sendPacked(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  }
  await until(async () => {
    const { items } = await api("GET /cases", { query: { state: "done" } });
    return items.length === before + graphs.length ? true : undefined;
  });
}

async function configure(over: { usdPerDay?: number; usdPerJob?: number } = {}): Promise<void> {
  const price = { usdPerMillionInput: 10_000, usdPerMillionOutput: 0 };
  const endpoint = { url: "https://models.example.com/v1", model: "small", key: "sk-1", ...price };
  const budgets = { usdPerDay: 100, usdPerJob: 100, ...over };
  const said = { systemDescription: "A butler.", systemDescriptions: { mem0: "It extracts." } };
  await api("PUT /project/model", { body: { endpoints: [endpoint], ...budgets, ...said } });
}

async function subscribe(): Promise<void> {
  const url = "https://hooks.example.com/";
  await api("POST /webhooks", { body: { url, events: ["report.ready"] } });
}

const told = async () => {
  const { items } = await api("GET /deliveries");
  return items.filter(({ event }) => event === "report.ready");
};

const makeReport = async () => api("POST /reports", { body: DAY });
const reportOf = async (id: string) => api("GET /reports/{report}", { params: { report: id } });
const jobOf = async (id: string | null) => api("GET /jobs/{job}", { params: { job: id ?? "" } });
const settled = (id: string | null) =>
  until(async () => {
    const job = await jobOf(id);
    return job.state === "done" || job.state === "failed" ? job : undefined;
  });

test("R55 figures are ready at once, a job then explains the report, and the report is announced once", async () => {
  await attributed(GRAPHS);
  await configure();
  await subscribe();
  const made = await makeReport();
  expect(made).toMatchObject({
    body: { attributed: 6 },
    job: expect.any(String),
    explanation: null,
  });
  expect(await settled(made.job)).toMatchObject({
    ...{ kind: "report", state: "done", result: made.id, done: 2, total: 2 },
    spent: { calls: 2, usd: 2 },
  });
  const { explanation } = await reportOf(made.id);
  const { items } = await api("GET /cases");
  expect(explanation).toMatchObject({
    ...{ model: "small", spent: { calls: 2 }, notes: [] },
    systems: [{ system: "mem0", read: 6, of: 6, claims: [{ title: "Pets are lost" }] }],
  });
  const cited = explanation?.systems[0]?.claims[0]?.cases ?? [];
  expect([...cited].sort()).toEqual(items.map(({ id }) => id).sort());
  expect(explanation?.systems[0]?.readCases).toEqual(cited);
  const system = model.asked[0]?.body.messages[0]?.content ?? "";
  expect(system).toContain("A butler.");
  expect(system).toContain("It extracts.");
  expect(askedIn(model.asked[0]?.body as ChatBody).new_cases[0]?.question).toBe(QUESTION);
  expect(JSON.stringify(model.asked[0]?.body)).toContain("op-extract");
  expect(await told()).toMatchObject([{ payload: expect.stringContaining(made.id) }]);
  expect(await rowsWith(`job:${made.job}`)).toEqual({});
});

test("R56 without a model, a report has its figures and is announced at once", async () => {
  await attributed(["g1"]);
  await subscribe();
  const made = await makeReport();
  expect(made).toMatchObject({ job: null, explanation: null });
  expect(await told()).toHaveLength(1);
  expect(model.asked).toEqual([]);
});

test("J34 a job whose daily budget is used up waits for the next day and pays for nothing twice", async () => {
  await attributed(GRAPHS);
  await configure({ usdPerDay: 1 });
  await subscribe();
  const made = await makeReport();
  const waiting = await until(async () => {
    const job = await jobOf(made.job);
    return job.failure === null ? undefined : job;
  });
  expect(waiting).toMatchObject({ state: "queued", failure: expect.stringContaining("$1 a day") });
  expect(model.asked).toHaveLength(1);
  expect(await told()).toEqual([]);
  await configure();
  await env.DB.prepare("update job set wake_at = 0 where id = ?").bind(made.job).run();
  await env.JOB_QUEUE.send({ project: tenant.project });
  expect(await settled(made.job)).toMatchObject({ state: "done", spent: { calls: 2 } });
  expect(model.asked).toHaveLength(2);
  expect((await api("GET /project/model")).today.calls).toBe(2);
  expect(await told()).toHaveLength(1);
});

test("R57 a report that has used up its budget lists the cases that the model did not read", async () => {
  await attributed(GRAPHS);
  await configure({ usdPerJob: 1 });
  const made = await makeReport();
  expect(await settled(made.job)).toMatchObject({ state: "done", spent: { calls: 1 } });
  expect((await reportOf(made.id)).explanation).toMatchObject({
    systems: [{ read: 4, of: 6, claims: [{ title: "Pets are lost" }] }],
    notes: [expect.stringContaining("Not all cases were read. The budget of $1")],
  });
});

test("R58 if a model cannot be asked, the report is announced with its figures and the job says why", async () => {
  await attributed(["g1"]);
  await configure();
  await subscribe();
  model.script = () => Response.json({ error: { message: "bad key" } }, { status: 401 });
  const made = await makeReport();
  expect(await settled(made.job)).toMatchObject({
    ...{ state: "failed", failure: expect.stringContaining("bad key"), result: null },
  });
  expect(await reportOf(made.id)).toMatchObject({ explanation: null, body: { attributed: 1 } });
  expect(await told()).toHaveLength(1);
});

test("R52 a model with unusable answers is no longer asked, and the report says so", async () => {
  await attributed(GRAPHS);
  await configure();
  model.script = () => ({ text: "All is well with your memory!" });
  const made = await makeReport();
  expect(await settled(made.job)).toMatchObject({ state: "done", spent: { calls: 4 } });
  expect((await reportOf(made.id)).explanation).toMatchObject({
    systems: [{ read: 0, of: 6, claims: [] }],
  });
});

test("J95 a report with many questions continues in a later run from its stored progress", async () => {
  const answers = Array.from({ length: 124 }, (_, index) => `I do not know, said ${index}.`);
  const verdicts = answers.map((prediction, index) => {
    const verdict = { ...failingVerdict("g1", `w${index}`), prediction };
    return { ...verdict, predictionRef: undefined } as ReturnType<typeof failingVerdict>;
  });
  await sendPacked(tenant.key, [...forgottenDog("g1"), ...verdicts]);
  await until(async () => {
    const { cases } = await api("GET /case-count", { query: { state: "done" } });
    return cases === answers.length || undefined;
  });
  await configure();
  const made = await makeReport();
  expect(await settled(made.job)).toMatchObject({ state: "done", done: 31, total: 31 });
  const [system] = (await reportOf(made.id)).explanation?.systems ?? [];
  expect(system).toMatchObject({ read: 124, of: 124 });
  expect(new Set(system?.readCases).size).toBe(124);
  expect(model.asked).toHaveLength(31);
});

test("R59 claims about a case are deleted with its graph", async () => {
  await attributed(["g1", "g2"]);
  await configure();
  model.script = (body) => {
    const claims = askedIn(body).new_cases.map(({ name }) => ({
      ...{ title: `About ${name}`, text: "It was lost.", cases: [name] },
    }));
    return { text: JSON.stringify({ claims }) };
  };
  const made = await makeReport();
  await settled(made.job);
  const [first] = (await api("GET /cases", { query: { graph: "g1" } })).items;
  const claimsOf = async () => (await reportOf(made.id)).explanation?.systems[0]?.claims ?? [];
  expect(await claimsOf()).toHaveLength(2);
  await api("DELETE /graphs/{graph}", { params: { graph: "g1" } });
  const left = await claimsOf();
  expect(left).toHaveLength(1);
  expect(left.flatMap(({ cases }) => cases)).not.toContain(first?.id);
  expect(await rowsWith(first?.id ?? "none")).toEqual({});
});

test("R59 the deletion of a graph deletes the model answers that a running job stores about it only", async () => {
  await attributed(GRAPHS);
  await configure({ usdPerDay: 1 });
  const made = await makeReport();
  await until(async () => ((await jobOf(made.job)).failure === null ? undefined : true));
  await attributed(["later"], GRAPHS.length);
  await api("DELETE /graphs/{graph}", { params: { graph: "later" } });
  expect(await rowsWith(`job:${made.job}`)).toMatchObject({
    // One row is the model's answer, the other is the progress of the explanation.
    model_answer: [expect.anything(), expect.anything()],
  });
  await api("DELETE /graphs/{graph}", { params: { graph: "g1" } });
  expect(await rowsWith(`job:${made.job}`)).toEqual({});
});

test("J55 the project's own worker makes due reports while all its jobs wait for a model", async () => {
  await attributed(GRAPHS);
  await configure();
  const held: ReadableStreamDefaultController[] = [];
  model.script = () =>
    new Response(new ReadableStream({ start: (stream) => void held.push(stream) }));
  const asked = [await makeReport(), await makeReport()];
  await until(async () => held.length === 2 || undefined);
  await api("PATCH /project", { body: { reportAfter: GRAPHS.length } });
  await sweep(Date.now());
  const made = await until(async () => {
    const { items } = await api("GET /reports");
    return items.find(({ trigger }) => trigger === "attributions");
  });
  expect(await jobOf(made.job)).toMatchObject({ state: "queued" });
  for (const { job } of asked) expect(await jobOf(job)).toMatchObject({ state: "running" });
  for (const stream of held) stream.error(new Error("the connection broke off"));
});
