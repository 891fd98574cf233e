/** Reports on some cases only, and what a deletion leaves in the filters of these reports. */
import { beforeEach, expect, test } from "vitest";
import type { CreateReport } from "../../src/protocol/api/insights/reports.ts";
import type { Input } from "../../src/protocol/routes/client.ts";
import { rowsWith } from "../workers/support/remains.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendPacked } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

/** The day on which the test traces were recorded. */
const DAY = { from: "2026-03-04T00:00:00.000Z", to: "2026-03-05T00:00:00.000Z" };

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let ids: Record<string, string>;
let ada: string;
let bob: string;
beforeEach(async () => {
  tenant = await newProject();
  ada = `ada-${tenant.project}@example.com`;
  bob = `bob-${tenant.project}@example.com`;
  api = clientOf(tenant.key);
  ids = {};
  for (const [graph, user] of [
    ["g1", ada],
    ["g2", bob],
  ] as const) {
    const at = Date.parse(DAY.from);
    const named = { type: "graph", id: `${graph}-user`, graph, at, user } as const;
    await sendPacked(tenant.key, [named, ...forgottenDog(graph), failingVerdict(graph)]);
    ids[graph] = await until(async () => {
      const { items } = await api("GET /cases", { query: { graph, state: "done" } });
      return items[0]?.id;
    });
  }
});

const report = (body: CreateReport) => api("POST /reports", { body });
const count = async (filter: Omit<CreateReport, "from" | "to">) =>
  (await report({ ...DAY, ...filter })).body.cases;

test("R90 a report takes the filters of the case list, stores them and counts only their cases", async () => {
  const made = await report({ ...DAY, users: [ada], errorType: "ExtractionError" });
  expect(made).toMatchObject({
    filter: { users: [ada], errorType: "ExtractionError" },
    headline: "The only wrong answer that the filters select was lost in extraction, at extract.",
    body: { cases: 1, overview: { graphs: 1 }, findings: [{ cases: [{ id: ids.g1 }] }] },
  });
  expect((await api("GET /reports")).items[0]?.filter).toEqual(made.filter);
  expect(await count({})).toBe(2);
  expect(await count({ system: "zep" })).toBe(0);
  expect(await count({ system: "mem0" })).toBe(2);
  expect(await count({ subKind: "omitted" })).toBe(2);
  expect(await count({ graphs: ["g1", "g2"] })).toBe(2);
  expect(await count({ graph: "g2" })).toBe(1);
  expect(await count({ cases: [ids.g2 ?? ""], graph: "g1" })).toBe(0);
  const [finding] = (await api("GET /findings")).items;
  expect(await count({ finding: finding?.id ?? "" })).toBe(2);
  const { id: dataset } = await api("POST /datasets", { body: { name: "dogs" } });
  expect(await count({ dataset: "dogs" })).toBe(0);
  await api("POST /datasets/{dataset}/cases", { params: { dataset }, body: { graphs: ["g1"] } });
  expect(await count({ dataset: "dogs" })).toBe(1);
  const run = await api("POST /experiments", { body: { dataset, name: "run" } });
  expect(await count({ experiment: run.id })).toBe(0);
  const [item] = (await api("GET /datasets/{dataset}/items", { params: { dataset } })).items;
  const results = [{ item: item?.id ?? "", answer: "a cat", score: 0, graph: "g2" }];
  await api("POST /experiments/{experiment}/results", {
    ...{ params: { experiment: run.id }, body: { results } },
  });
  expect(await count({ experiment: run.id })).toBe(1);
  expect(await count({ dataset })).toBe(2);
});

test("R90 lists and the distribution take the same filters, and an unknown one is refused by name", async () => {
  const listed = async (query: Input<"GET /cases">["query"]) =>
    (await api("GET /cases", { query })).items.map(({ graph }) => graph);
  expect(await listed({ user: bob })).toEqual(["g2"]);
  expect(await listed({ dataset: "none" })).toEqual([]);
  const shown = await api("GET /distribution", { query: { ...DAY, user: ada } });
  expect(shown).toMatchObject({ cases: 1, right: 0 });
  const refused = await api.response("POST /reports", { body: { sistem: "mem0" } as object });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Did you mean system?");
});

test("R91 a report about records of another project is not found and not made", async () => {
  const other = clientOf((await newProject()).key);
  const [finding] = (await api("GET /findings")).items;
  const { id: dataset } = await api("POST /datasets", { body: { name: "dogs" } });
  const foreign: CreateReport[] = [
    ...[{ graph: "g1" }, { graphs: ["g1"] }, { users: [ada] }],
    ...[{ cases: [ids.g1 ?? ""] }, { finding: finding?.id ?? "" }, { dataset }],
    ...[{ experiment: "exp_none" }, { shift: "shf_none" }, { prompt: "none" }],
  ];
  for (const body of foreign) {
    const answer = await other.response("POST /reports", { body });
    expect([answer.status, body]).toEqual([404, body]);
  }
  expect((await other("GET /reports")).items).toEqual([]);
});

test("R92 without a period, a report on named cases covers the time of these cases", async () => {
  const { from, to, body } = await report({ cases: [ids.g1 ?? ""] });
  expect(body).toMatchObject({ cases: 1, changes: null });
  expect(Date.parse(to) - Date.parse(from)).toBe(1);
  expect(from >= DAY.from && to <= DAY.to).toBe(true);
});

test("R93 a report begins with the memory systems and their memory health", async () => {
  const record = { graph: "g1", at: Date.parse(DAY.from) + 1_000, session: "s1" };
  const said = "My dentist appointment is on 14 June 2026, after the swimming lesson.";
  await sendPacked(tenant.key, [
    {
      ...{ type: "variable", id: "d1", ...record, ref: "d", name: "d", category: "message" },
      value: said,
    },
    { type: "operation", id: "d2", ...record, op: "op-d", name: "extract", category: "extraction" },
    {
      ...{ type: "variable", id: "d3", ...record, ref: "du", name: "du", category: "memory_entry" },
      value: "I have a dentist appointment.",
    },
    { type: "link", id: "d4", ...record, op: "op-d", from: "d", to: "du" },
  ]);
  await api("GET /graphs/{graph}/ledger", { params: { graph: "g1" } });
  const { overview, conclusions } = (await report({ ...DAY, graph: "g1" })).body;
  expect(overview).toMatchObject({
    ...{ graphs: 1, systems: [{ key: "mem0", graphs: 1 }], right: 0 },
    health: { facts: expect.any(Number), share: { value: expect.any(Number) } },
  });
  expect(overview.health?.facts).toBeGreaterThan(0);
  expect(overview.text[0]).toMatch(/^The report is about 1 graph with .* of mem0\.$/);
  expect(overview.text[1]).toBe(
    "It reads 1 wrong answer of the period; 0 answers were judged right.",
  );
  expect(conclusions).toMatchObject([{ errorType: "ExtractionError", cases: [ids.g1] }]);
});

test("R97 the deletion of a graph removes it, its user and its cases from report filters and conclusions", async () => {
  const { id } = await report({
    ...DAY,
    ...{ graphs: ["g1", "g2"], users: [ada, bob] },
    cases: [ids.g1 ?? "", ids.g2 ?? ""],
  });
  await report({ ...DAY, user: ada, promptVersion: 3 });
  const view = await api("POST /views", { body: { name: "Ada", filter: { user: ada } } });
  await api("DELETE /users/{user}", { params: { user: ada } });
  expect(await rowsWith(ada)).toEqual({});
  expect(await rowsWith(ids.g1 ?? "")).toEqual({});
  const { filter, body } = await api("GET /reports/{report}", { params: { report: id } });
  expect(filter).toEqual({
    graphs: ["deleted", "g2"],
    users: ["deleted", bob],
    cases: ["deleted", ids.g2],
  });
  expect(body.conclusions).toMatchObject([{ cases: [ids.g2] }]);
  const alone = (await api("GET /reports")).items[0]?.filter;
  expect(alone).toEqual({ user: "deleted", promptVersion: 3 });
  const views = (await api("GET /views")).items;
  expect(views.find((each) => each.id === view.id)?.filter).toEqual({ user: "deleted" });
});
