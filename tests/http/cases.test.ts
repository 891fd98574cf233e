import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Case, CaseSummary, OpenCase } from "../../src/protocol/api/api.ts";
import type { Input } from "../../src/protocol/routes/client.ts";
import worker from "../../workers/app.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";
import {
  ANSWER,
  failingJudge,
  failingVerdict,
  forgottenDog,
  note,
  QUESTION,
  sendEvents,
} from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
});

type Query = Input<"GET /cases">["query"];

const listed = async (query: Query = {}): Promise<CaseSummary[]> =>
  (await api("GET /cases", { query })).items;

const shown = async (id: string): Promise<Case> =>
  api("GET /cases/{case}", { params: { case: id } });

/** Packs the events now that an alarm would pack later. */
const flush = (graph: string) => api.response("GET /graphs/{graph}", { params: { graph } });

const attributed = (graph: string) => attributedCase(api, graph);

const wrongAnswer = (graph: string): OpenCase => ({
  ...{ graph, query: QUESTION, prediction: ANSWER },
  ...{ expected: ["Rex"], evidence: ["message:m1@1"], reason: "The dog is called Rex." },
});

const openCase = (input: OpenCase) => api.response("POST /cases", { body: input });

test("C1 a failing verdict opens a case, which is attributed without a request", async () => {
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g")]);
  expect(await attributed("g")).toMatchObject({
    graph: "g",
    origin: "verdict",
    system: "mem0",
    sessionCategory: "conversation",
    query: QUESTION,
    queryId: "query:q1@1",
    prediction: ANSWER,
    predictionId: "prediction:a1@1",
    expected: ["Rex"],
    evidence: ["message:m1@1"],
    judgeReason: "The dog is called Rex.",
    occurredAt: "2026-03-04T05:06:07.000Z",
    errorType: "ExtractionError",
    op: "op-extract",
    opName: "extract",
    failure: null,
    attribution: { errorType: "ExtractionError", op: "op-extract" },
  });
});

test("C1 a verdict that arrives later than its graph also opens a case", async () => {
  await sendEvents(tenant.key, forgottenDog("g"));
  await flush("g");
  await sendEvents(tenant.key, [failingVerdict("g")]);
  await flush("g");
  expect((await attributed("g")).op).toBe("op-extract");
  const figures = await api.response("GET /graphs/{graph}", { params: { graph: "g" } });
  expect(await figures.json()).toMatchObject({ cases: 1, isExamined: true });
});

test("C2 a judge in the graph that fails an answer opens a case", async () => {
  await sendEvents(tenant.key, [...forgottenDog("g"), ...failingJudge("g")]);
  await flush("g");
  expect(await attributed("g")).toMatchObject({
    origin: "judge",
    queryId: "query:q1@1",
    prediction: ANSWER,
    expected: ["Rex"],
  });
});

test("C3 POST /v1/cases opens a case, which is attributed", async () => {
  await sendEvents(tenant.key, forgottenDog("g"));
  const answer = await openCase(wrongAnswer("g"));
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ graph: "g", origin: "api", system: "mem0" });
  expect(await attributed("g")).toMatchObject({ op: "op-extract", queryId: "query:q1@1" });
});

test("C4 one wrong answer is one case, whoever reports it and however often", async () => {
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g"), ...failingJudge("g")]);
  await flush("g");
  const { id } = await attributed("g");
  await sendEvents(tenant.key, [failingVerdict("g", "again")]);
  const byText: OpenCase = { ...wrongAnswer("g"), evidence: [] };
  const byId: OpenCase = {
    ...wrongAnswer("g"),
    queryId: "query:q1@1",
    predictionId: "prediction:a1@1",
  };
  for (const input of [byText, byId]) {
    expect((await (await openCase(input)).json()).id).toBe(id);
  }
  expect((await listed()).map((item) => item.id)).toEqual([id]);
});

test("C5 a case of an unknown graph or variable is refused, and the error names the field", async () => {
  await sendEvents(tenant.key, forgottenDog("g"));
  expect((await openCase(wrongAnswer("other"))).status).toBe(404);
  const dangling = await openCase({ ...wrongAnswer("g"), evidence: ["message:m1@1", "m7"] });
  expect(dangling.status).toBe(400);
  expect(await dangling.text()).toContain("evidence.1: the graph has no variable m7");
  expect(await listed()).toEqual([]);
});

test("C6 if a case is attributed again, it keeps the earlier attribution until the new one exists", async () => {
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g")]);
  await flush("g");
  const { id, attributedAt } = await attributed("g");
  const queued = await api.response("POST /cases/{case}/attribute", { params: { case: id } });
  expect(queued.status).toBe(202);
  expect(await queued.json()).toMatchObject({ state: "queued", errorType: "ExtractionError" });
  const again = await until(async () => {
    const found = await shown(id);
    return found.state === "done" && found.attributedAt !== attributedAt ? found : undefined;
  });
  expect(again.op).toBe("op-extract");
});

test("C6 two wake-ups of one graph attribute only once, and every message is acknowledged", async () => {
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g")]);
  await flush("g");
  const { id } = await attributed("g");
  const body = { project: tenant.project, graph: "g" };
  const messages = ["m1", "m2"].map((name) => ({
    id: name,
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  const batch = createMessageBatch("memtrace-attribution", messages);
  const context = createExecutionContext();
  await worker.queue(batch, env);
  expect((await getQueueResult(batch, context)).explicitAcks.sort()).toEqual(["m1", "m2"]);
  const { results } = await env.DB.prepare("select attempts from failed_case where id = ?")
    .bind(id)
    .all();
  expect(results).toEqual([{ attempts: 1 }]);
});

test("C7 a label is stored, compared with the attribution and removed", async () => {
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g")]);
  await flush("g");
  const { id, agreement } = await attributed("g");
  expect(agreement).toBeNull();
  const params = { case: id };
  const label = {
    errorType: "ExtractionError",
    op: "op-extract",
    link: null,
    reason: "seen",
  } as const;
  const put = async (body: Input<"PUT /cases/{case}/label">["body"]) =>
    api("PUT /cases/{case}/label", { params, body });
  expect(await put(label)).toMatchObject({ agreement: true, label });
  expect(await put({ ...label, op: "op-search" })).toMatchObject({ agreement: false });
  expect(await put({ ...label, errorType: "RetrievalError", op: null })).toMatchObject({
    agreement: false,
  });
  expect(await api("DELETE /cases/{case}/label", { params })).toMatchObject({
    label: null,
    agreement: null,
  });
});

test("C14 a label of records that the graph lacks is refused, and the error names the field", async () => {
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g")]);
  await flush("g");
  const { id } = await attributed("g");
  const label = { errorType: "ExtractionError", op: "op-extract", link: "l1", reason: "" } as const;
  const put = (json: { errorType: "ExtractionError"; op: string; link: string; reason: string }) =>
    api.response("PUT /cases/{case}/label", { params: { case: id }, body: json });
  for (const [field, kind] of [
    ["op", "operation"],
    ["link", "link"],
  ] as const) {
    const answer = await put({ ...label, [field]: "nowhere" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(`${field}: the graph has no ${kind} nowhere.`);
  }
  expect((await put(label)).status).toBe(200);
});

test("C8 every filter of the list works alone and together with others", async () => {
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g")]);
  await flush("g");
  const { id } = await attributed("g");
  const matching: Query[] = [
    { outcome: "attributed" },
    { errorType: "ExtractionError" },
    { subKind: "omitted" },
    { opName: "extract" },
    { system: "mem0" },
    { sessionCategory: "conversation" },
    { graph: "g" },
    { state: "done" },
    { from: "2026-03-04T05:06:07.000Z", to: "2026-03-04T05:06:08.000Z" },
    { search: "name of the dog" },
    { search: "rex" },
    { search: QUESTION.toUpperCase() },
    { labelled: "false" },
  ];
  for (const query of [...matching, Object.assign({}, ...matching)]) {
    expect((await listed(query)).map((item) => item.id)).toEqual([id]);
  }
  const others: Query[] = [
    { outcome: "undecided" },
    { errorType: "UpdateError" },
    { subKind: "distorted" },
    { opName: "search" },
    { system: "zep" },
    { sessionCategory: "search" },
    { graph: "h" },
    { state: "failed" },
    { to: "2026-03-04T05:06:07.000Z" },
    { from: "2026-03-04T05:06:07.001Z" },
    { search: "%" },
    { labelled: "true" },
    { agreement: "agrees" },
    { agreement: "differs" },
    { agreement: "disputed" },
    { author: "import" },
    { search: "_" },
    { search: "cat" },
    { search: "a long search, of more than fifty bytes, as people paste them from a chat" },
  ];
  for (const query of others) expect(await listed(query)).toEqual([]);
});

test("H540 a case and the list give the sub-kind; another sub-kind is refused by name", async () => {
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g")]);
  await flush("g");
  const { id } = await attributed("g");
  expect(await listed({ subKind: "omitted" })).toMatchObject([{ id, subKind: "omitted" }]);
  const refused = await api.response("GET /cases", { query: { subKind: "forgotten" as never } });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("subKind");
});

/** Opens cases with equal and different times, without attribution. */
const openMany = async (count: number) => {
  await sendEvents(tenant.key, [note("g", "a")]);
  for (let index = 0; index < count; index++) {
    const answer = await openCase({ ...wrongAnswer("g"), query: `Q${index}`, evidence: [] });
    expect(answer.status).toBe(201);
  }
  await env.DB.prepare("update failed_case set occurred_at = occurred_at / 4 where project = ?")
    .bind(tenant.project)
    .run();
};

test("C9 pages hold every case once, newest answer first, while cases are added", async () => {
  await openMany(7);
  const whole = (await listed()).map(({ id }) => id);
  expect(whole).toHaveLength(7);
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const query: Query = cursor === undefined ? { limit: "3" } : { limit: "3", cursor };
    const page = await api("GET /cases", { query });
    pages.push(...page.items.map(({ id }) => id));
    cursor = page.next ?? undefined;
    await openCase({ ...wrongAnswer("g"), query: `new ${pages.length}`, evidence: [] });
  } while (cursor !== undefined);
  expect(pages).toEqual(whole);
});

test("C9 an invalid cursor or limit is refused", async () => {
  for (const query of [{ cursor: "nonsense" }, { limit: "0" }, { limit: "201" }, { limit: "x" }]) {
    expect((await api.response("GET /cases", { query })).status).toBe(400);
  }
});

test("C10 cases are similar if the same operation lost their information in the same way", async () => {
  for (const graph of ["g", "h"]) {
    await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
    await flush(graph);
  }
  const [one, other] = [await attributed("g"), await attributed("h")];
  const similar = async (id: string) =>
    (await api("GET /cases/{case}/similar", { params: { case: id } })).items;
  expect((await similar(one.id)).map(({ id }) => id)).toEqual([other.id]);
  await env.DB.prepare("update failed_case set op_name = 'other' where id = ?")
    .bind(other.id)
    .run();
  expect(await similar(one.id)).toEqual([]);
});

test("C11 a wrong answer of any length becomes a case whose row is not too large", async () => {
  const long = "界".repeat(512 * 1024);
  const judged = [...forgottenDog("g"), ...failingJudge("g")].map((event) =>
    event.id === "v5" || event.id === "v8" ? { ...event, value: long } : event,
  );
  await sendEvents(tenant.key, judged.slice(0, -5));
  await sendEvents(tenant.key, judged.slice(-5));
  await flush("g");
  const found = await attributed("g");
  expect(found.prediction).toMatch(/^界+…\[memtrace: cut, \d+ of 524288 characters kept\]$/);
  expect(found.predictionId).toBe("prediction:a1@1");
});

test("C12 a later source adds missing details to a case, which is then attributed again", async () => {
  await sendEvents(tenant.key, forgottenDog("g"));
  const bare = { ...wrongAnswer("g"), expected: [], evidence: [], reason: undefined };
  const opened = await (await openCase(bare)).json();
  await until(async () => (await shown(opened.id)).attributedAt ?? undefined);
  const before = await shown(opened.id);
  expect(before).toMatchObject({ expected: [], evidence: [] });
  expect((await openCase(wrongAnswer("g"))).status).toBe(201);
  const after = await until(async () => {
    const found = await shown(opened.id);
    return found.attribution?.op === "op-extract" ? found : undefined;
  });
  expect(after).toMatchObject({ expected: ["Rex"], evidence: ["message:m1@1"] });
  expect(await listed({ graph: "g" })).toHaveLength(1);
});

test("H338 the count of cases takes the filters of the list", async () => {
  expect(await api("GET /case-count")).toEqual({ cases: 0, isMore: false });
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g")]);
  await sendEvents(tenant.key, [...forgottenDog("other"), failingVerdict("other")]);
  await Promise.all([attributed("g"), attributed("other")]);
  expect(await api("GET /case-count")).toEqual({ cases: 2, isMore: false });
  expect(await api("GET /case-count", { query: { graph: "g" } })).toEqual({
    ...{ cases: 1, isMore: false },
  });
  expect(await api("GET /case-count", { query: { errorType: "DeletionError" } })).toEqual({
    ...{ cases: 0, isMore: false },
  });
});
