import { beforeEach, expect, test } from "vitest";
import type { Case } from "../../src/protocol/api/api.ts";
import type { ReplayFacts } from "../../src/protocol/api/replays.ts";
import { graphObject, NOTHING_STORED, rowsWith, storedBy } from "../workers/support/remains.ts";
import { ScriptedModel } from "../workers/support/scripted-model.ts";
import { clientOf, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { REPLAY_FACTS, tellReplay } from "../workers/support/told-replay.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let graph: string;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  graph = `graph-${crypto.randomUUID()}`;
});

const shown = async (id: string): Promise<Case> =>
  api("GET /cases/{case}", { params: { case: id } });

async function attributed(): Promise<Case> {
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  const query = { graph, state: "done" } as const;
  await graphObject(tenant.project, graph).flush();
  const found = await until(async () => (await api("GET /cases", { query })).items[0]);
  return shown(found.id);
}

const tell = (of: Case, facts: Partial<ReplayFacts> = {}) => {
  const { op, errorType } = of;
  const json = { ...REPLAY_FACTS, op, errorType, ...facts };
  return api.response("POST /cases/{case}/replays", { params: { case: of.id }, body: json });
};

test("Z20 the plan of a case names the call to correct, the steps after it and the right result", async () => {
  const of = await attributed();
  const answer = await api.response("GET /cases/{case}/replay", { params: { case: of.id } });
  expect(await answer.json()).toMatchObject({
    ...{ case: of.id, graph, system: "mem0", errorType: "ExtractionError", op: "op-extract" },
    ...{ proves: "rescue", expected: ["Rex"], needed: [], memory: [] },
    steps: [
      { kind: "message", said: { name: "m1" }, calls: [{ op: "op-extract", changesMemory: true }] },
      { kind: "question", said: { name: "q1" }, calls: [{ name: "search" }, { name: "answer" }] },
    ],
    target: {
      ...{ op: "op-extract", effect: "memory" },
      recorded: { values: [{ name: "u1", text: "Works as a baker." }], removed: [] },
      corrected: {
        values: [{ name: "u1" }, { text: "My dog is called Rex and I work as a baker." }],
      },
    },
  });
});

test("Z21 the service decides the outcome of a replay, and the case shows it", async () => {
  const of = await attributed();
  expect(of.proof).toBe(null);
  const decided: [Partial<ReplayFacts>, string][] = [
    [{ control: { answer: "Rex", isRight: true, isSame: false } }, "inconclusive"],
    [{ corrected: { answer: "Max", isRight: false } }, "refuted"],
    [{}, "proved"],
  ];
  for (const [facts, outcome] of decided) {
    expect(await (await tell(of, facts)).json()).toMatchObject({ outcome, case: of.id });
    expect((await shown(of.id)).proof).toBe(outcome);
  }
  await tell(of, { needed: ["A value was cut."] });
  expect((await shown(of.id)).proof).toBe("proved");
  const list = async (proof: "proved" | "refuted") =>
    (await api("GET /cases", { query: { proof } })).items.map(({ id }) => id);
  expect([await list("proved"), await list("refuted")]).toEqual([[of.id], []]);
  const all = await api("GET /cases/{case}/replays", { params: { case: of.id } });
  expect(all.items.map(({ outcome }) => outcome)).toEqual(
    expect.arrayContaining(["proved", "refuted", "inconclusive", "inconclusive"]),
  );
});

test("Z22 a proof holds only for the tested verdict: another one is refused, and a new one clears it", async () => {
  const of = await attributed();
  expect((await tell(of, { errorType: "UpdateError" })).status).toBe(409);
  const elsewhere = { ...REPLAY_FACTS.correction, op: "op-answer" } as ReplayFacts["correction"];
  expect((await tell(of, { correction: elsewhere })).status).toBe(409);
  expect((await tell(of)).status).toBe(201);
  const again = async () => {
    await api("POST /cases/{case}/attribute", { params: { case: of.id } });
    return until(async () => {
      const found = await shown(of.id);
      return found.state === "done" ? found : undefined;
    });
  };
  expect(await again()).toMatchObject({ op: "op-extract", proof: "proved" });
  // Record that an earlier step had removed the unit with the answer. This was unknown before.
  const at = Date.parse("2026-03-04T05:06:07.000Z");
  const record = { graph, at, session: "s1" };
  await sendEvents(tenant.key, [
    {
      ...{ type: "variable", id: "w1", ...record, seq: 2, ref: "early", name: "u0" },
      ...{ class: "memory", category: "memory_unit", value: "The dog is called Rex." },
    },
    { type: "link", id: "w2", ...record, seq: 2, op: "op-extract", from: "said", to: "early" },
    {
      ...{ type: "operation", id: "w3", ...record, seq: 4, op: "op-drop", name: "drop" },
      category: "deletion",
    },
    {
      ...{ type: "variable", id: "w4", ...record, seq: 4, ref: "gone", name: "gone" },
      ...{ class: "delete_marker", category: "marker", value: "deleted" },
    },
    { type: "link", id: "w5", ...record, seq: 4, op: "op-drop", from: "early", to: "gone" },
  ]);
  await graphObject(tenant.project, graph).flush();
  expect(await again()).toMatchObject({ op: "op-drop", proof: null });
});

test("Z23 a replay's graph opens no case, belongs to one case and is deleted with the recorded graph", async () => {
  const of = await attributed();
  const { graph: replayed } = await tellReplay(tenant.key, of);
  if (replayed === null) throw new Error("it is traced");
  const at = Date.parse("2026-03-04T05:06:07.000Z");
  const wrong = [...forgottenDog(replayed), failingVerdict(replayed)].filter(
    ({ type }) => type !== "graph",
  );
  await sendEvents(tenant.key, [
    { type: "graph", id: "h", graph: replayed, at, user: "ada", metadata: { replayOf: of.id } },
    ...wrong,
  ]);
  await until(async () => {
    const found = await api.response("GET /graphs/{graph}", { params: { graph: replayed } });
    return (await found.json()).isExamined || undefined;
  });
  expect((await api("GET /cases")).items).toHaveLength(1);
  for (const foreign of [graph, "unknown"]) {
    const refused = await tell(of, { graph: foreign });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("graph")]);
  }
  const headers = { authorization: `Bearer ${tenant.key}` };
  expect((await send(`/v1/graphs/${graph}`, { method: "DELETE", headers })).status).toBe(204);
  expect(await until(async () => isEmpty(await rowsWith(graph)) || undefined)).toBe(true);
  await until(async () => isEmpty(await rowsWith(replayed)) || undefined);
  expect(await storedBy(tenant.project, replayed)).toEqual(NOTHING_STORED);
});

test("Z34 a graph that names what it replays is listed and deleted with it, even without a reported outcome", async () => {
  const of = await attributed();
  const at = Date.parse("2026-03-04T05:06:07.000Z");
  const header = (id: string, metadata: Record<string, string>) =>
    ({ type: "graph", id: "h", graph: id, at, metadata }) as const;
  const replayed = `cut-short-${crypto.randomUUID()}`;
  const other = `other-${crypto.randomUUID()}`;
  await sendEvents(tenant.key, [
    header(replayed, { replayOf: of.id, replayed: graph }),
    header(other, { replayed: graph }),
  ]);
  for (const id of [replayed, other]) await graphObject(tenant.project, id).flush();
  const listed = (await api("GET /graphs")).items;
  expect(new Map(listed.map((one) => [one.id, one.replayed]))).toEqual(
    new Map([
      [replayed, graph],
      [other, null],
      [graph, null],
    ]),
  );
  const headers = { authorization: `Bearer ${tenant.key}` };
  expect((await send(`/v1/graphs/${graph}`, { method: "DELETE", headers })).status).toBe(204);
  await until(async () => isEmpty(await rowsWith(replayed)) || undefined);
  expect(await storedBy(tenant.project, replayed)).toEqual(NOTHING_STORED);
  expect((await api.response("GET /graphs/{graph}", { params: { graph: other } })).status).toBe(
    200,
  );
});

test("Z36 a proof needs the operation that the plan names, and a case that can be replayed", async () => {
  const of = await attributed();
  const { correction } = REPLAY_FACTS;
  if (correction === null) throw new Error("it corrects something");
  const other = await tell(of, { correction: { ...correction, op: "op-other" } });
  expect([other.status, (await shown(of.id)).proof]).toEqual([409, null]);
  // Record one of the extraction's values as cut, so that it is only partly known.
  const at = Date.parse("2026-03-04T05:06:07.000Z");
  const cut = { type: "variable", id: "cut", graph, at, ref: "cut-unit", name: "u1" } as const;
  const unit = { category: "memory_unit", value: "Works as", length: 900_000 };
  await sendEvents(tenant.key, [
    { ...cut, ...unit, session: "s1", seq: 1 },
    {
      ...{ type: "link", id: "cut-link", graph, at, session: "s1", seq: 1 },
      ...{ op: "op-extract", from: "said", to: "cut-unit" },
    },
  ]);
  await graphObject(tenant.project, graph).flush();
  const told = await (await tell(of)).json();
  expect(told).toMatchObject({ outcome: "inconclusive", reason: expect.stringContaining("cut") });
});

test("Z24 the replay shows both graphs side by side, step by step", async () => {
  const of = await attributed();
  const { id, graph: replayed } = await tellReplay(tenant.key, of);
  const told = forgottenDog(replayed ?? "").flatMap((event) => {
    if (event.type === "graph") return [];
    if (event.type !== "variable" || event.ref !== "said back") return [event];
    return [{ ...event, value: "Rex" }];
  });
  await sendEvents(tenant.key, told);
  const params = { case: of.id, replay: id };
  const { pairs } = await api("GET /cases/{case}/replays/{replay}", { params });
  expect(
    pairs.map(({ recorded, replayed, isCorrected, isChanged }) => [
      ...[recorded?.name, replayed?.name, isCorrected, isChanged],
      replayed?.made.map(({ text }) => text).join(),
    ]),
  ).toEqual([
    ["extract", "extract", true, false, "Works as a baker."],
    ["search", "search", false, false, "Works as a baker."],
    ["answer", "answer", false, true, "Rex"],
  ]);
});

test("Z25 the project's model writes a correction without seeing the expected answer", async () => {
  const of = await attributed();
  const params = { case: of.id };
  expect((await api.response("POST /cases/{case}/correction", { params })).status).toBe(422);
  const answers = [
    { values: ["The dog is called Bello."], why: "guessed" },
    { values: ["The dog is called Rex."], why: "The message says it." },
  ];
  const model = new ScriptedModel(({ messages }) => ({
    text: JSON.stringify(answers[messages.length > 2 ? 1 : 0]),
  }));
  const endpoint = { url: "https://models.example.com/v1", model: "scripted" };
  await api("PUT /project/model", { body: { endpoints: [endpoint] } });
  const first = await api("POST /cases/{case}/correction", { params });
  expect(first).toEqual(answers[1]);
  expect(model.asked).toHaveLength(2);
  const asked = JSON.stringify(model.asked[0]?.body.messages.at(-1));
  expect(asked).toContain("My dog is called Rex");
  const reason = of.attribution?.reason ?? "";
  expect([reason.length > 0, asked.includes(reason)]).toEqual([true, false]);
  expect(JSON.stringify(model.asked[1]?.body)).toContain("Bello");
  // The answer is stored, so the service does not pay twice for the same question.
  await api("POST /cases/{case}/correction", { params });
  expect(model.asked).toHaveLength(2);
  model.close();
});

test("Z25 a missing correction or budget is reported as such, and a model that fails can be asked again", async () => {
  const of = await attributed();
  const correction = () =>
    api.response("POST /cases/{case}/correction", { params: { case: of.id } });
  const endpoint = { url: "https://models.example.com/v1", model: "scripted" };
  const set = (limits: object) =>
    api.response("PUT /project/model", { body: { endpoints: [endpoint], ...limits } });
  const answers = new ScriptedModel(() => ({ text: "{}" }));
  await set({ usdPerCase: 0 });
  expect(await said(await correction())).toEqual([422, "model_failed", expect.any(String)]);
  expect(answers.asked).toHaveLength(0);
  answers.close();
  await set({});
  const later = { status: 429, headers: { "retry-after": "3600" } };
  const failing = new ScriptedModel(() => new Response("{}", later));
  expect(await said(await correction())).toEqual([503, "unavailable", expect.any(String)]);
  failing.close();
  const useless = new ScriptedModel(() => ({ text: "I cannot say." }));
  expect(await said(await correction())).toEqual([
    ...[422, "model_failed", expect.stringContaining("cannot be used")],
  ]);
  useless.close();
});

async function said(answer: {
  readonly status: number;
  json(): Promise<unknown>;
}): Promise<[number, string, string]> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return [answer.status, error.code, error.message];
}

function isEmpty(rows: object): boolean {
  return Object.keys(rows).length === 0;
}
