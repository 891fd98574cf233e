import { beforeEach, expect, test } from "vitest";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { note, sendBody, sendEvents } from "../workers/support/traces.ts";

let tenant: OwnProject;
beforeEach(async () => {
  tenant = await newProject();
});

const authorized = () => ({ authorization: `Bearer ${tenant.key}` });

const read = async <T>(path: string): Promise<T> => {
  const answer = await send(path, { headers: authorized() });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<T>();
};

interface Listed {
  readonly items: readonly { code: string; subject: string; message: string }[];
  readonly next: string | null;
}
const warningsOf = async (graph: string, query = "") =>
  read<Listed>(`/v1/graphs/${encodeURIComponent(graph)}/warnings${query}`);

interface GraphFile {
  readonly data: Record<"nodes" | "edges" | "operations" | "sessions", Record<string, unknown>[]>;
}
const exported = (graph: string) => read<GraphFile>(`/v1/graphs/${graph}/export`);

const link = (graph: string, id: string, from: string, to: string): TraceEvent => ({
  ...{ type: "link", id, graph, at: Date.UTC(2026, 2, 4), op: "o", from, to },
});

test("H41 the list shows the missing record for each waiting record, and the position of each odd record", async () => {
  const graph = "warned of";
  const base = { graph, at: Date.UTC(2026, 2, 4) };
  await sendEvents(tenant.key, [
    { type: "graph", id: "g", ...base, strict: true },
    { type: "operation", id: "op", ...base, op: "o", name: "o" },
    note(graph, "a"),
    { ...note(graph, "b"), type: "variable", ref: "b", name: "a", value: "changed" },
    { ...base, type: "variable", id: "c", ref: "c", name: "c", version: 1, value: "first" },
    { ...base, type: "variable", id: "d", ref: "d", name: "c", version: 1, value: "second" },
    {
      ...{ ...base, type: "variable", id: "e", ref: "e", name: "e" },
      splice: { of: "a", at: 99, remove: 0, insert: "x" },
    },
    link(graph, "l1", "a", "not there"),
    { ...link(graph, "l2", "a", "c"), op: "nobody" } as TraceEvent,
  ]);
  const { items, next } = await warningsOf(graph);
  expect(items.map(({ code, subject }) => [code, subject]).toSorted()).toEqual([
    ["conflicting-value", "c@1"],
    ["undeclared-change", "a@2"],
    ["unknown-operation", "nobody"],
    ["waiting", "e"],
    ["waiting", "l1"],
  ]);
  expect(next).toBeNull();
  expect(items.find(({ subject }) => subject === "l1")?.message).toContain("waits for not there");
  const remedies = items.map(({ message }) => message.split(/[.;] (?=[A-Z])/).at(-1));
  expect(remedies.toSorted()).toEqual([
    "Give each value a ref of its own, and a version that is free or none.",
    "Record that value in this graph.",
    "Record that value in this graph.",
    "Record the change with `mutates`, or give the value another name.",
    "Send an operation event with that `op`; it may come late.",
  ]);
  const first = await warningsOf(graph, "?limit=3");
  const rest = await warningsOf(graph, `?limit=3&cursor=${first.next}`);
  expect([...first.items, ...rest.items]).toEqual(items);
});

test("H41 a record no longer waits after the missing record has arrived", async () => {
  const graph = "complete";
  const step: TraceEvent = {
    ...{ type: "operation", id: "op", graph, at: Date.UTC(2026, 2, 4), op: "o", name: "o" },
  };
  await sendEvents(tenant.key, [step, link(graph, "l", "a", "b"), note(graph, "a")]);
  expect((await warningsOf(graph)).items).toMatchObject([{ code: "waiting", subject: "l" }]);
  expect((await exported(graph)).data.edges).toEqual([]);
  await sendEvents(tenant.key, [note(graph, "b")]);
  expect((await warningsOf(graph)).items).toEqual([]);
  expect((await exported(graph)).data.edges).toHaveLength(1);
});

test("P30 ids are unique only within their graph: events and refs of other graphs do not match", async () => {
  const both = await sendEvents(tenant.key, [note("one", "a"), note("two", "a")]);
  expect(both).toMatchObject({ accepted: 2, duplicates: 0 });
  await sendEvents(tenant.key, [note("one", "b"), link("two", "l1", "a", "b")]);
  await sendEvents(tenant.key, [link("two", "l2", "a", "b@1")]);
  const { items } = await warningsOf("two");
  expect(items.map(({ subject }) => subject)).toEqual(["l1", "l2"]);
  expect((await exported("two")).data.edges).toEqual([]);
  expect((await exported("one")).data.nodes.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("P30 a batch under one Batch-Id counts in each of its graphs", async () => {
  const events = [note("one", "a"), note("two", "a")];
  const first = await sendEvents(tenant.key, events, { batch: "b" });
  const again = await sendEvents(tenant.key, events, { batch: "b" });
  expect(again).toEqual({ ...first, repeated: true });
  const third = await sendEvents(tenant.key, [note("three", "a")], { batch: "b" });
  expect(third).toMatchObject({ accepted: 1, duplicates: 0 });
});

const DEEP = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
const at = "2026-03-04 05:06:07.000";
const node = (name: string, given: object = {}) => ({
  ...{ name, version: 1, value: name, created_at: at, ...given },
});
const file = (data: object = {}, top: object = {}) => ({
  ...{ graph_id: "imported", created_at: at, ...top },
  data: { nodes: [node("a"), node("b")], edges: [], operations: [], sessions: [], ...data },
});
const importText = async (body: BodyInit) => {
  const answer = await send("/v1/graphs", { method: "POST", headers: authorized(), body });
  return { status: answer.status, text: await answer.text() };
};
const withDeep = (content: object) => JSON.stringify(content).replaceAll('"DEEP"', DEEP);

test.each([
  ["a value", file({ nodes: [node("a", { value: "DEEP" })] }), "data.nodes[0].value"],
  ["a category", file({ nodes: [node("a", { category: "DEEP" })] }), "data.nodes[0].category"],
  ["a time", file({}, { created_at: "DEEP" }), undefined],
  ["a graph's id", file({}, { graph_id: "DEEP" }), "graph_id"],
  [
    "a question",
    file({ annotations: [{ query: "DEEP", prediction: "" }] }),
    "data.annotations[0].query",
  ],
])("H42 endless nesting in %s is refused with its place, or ignored", async (_, content, place) => {
  const { status, text } = await importText(withDeep(content));
  expect(status).toBe(place === undefined ? 201 : 422);
  expect(text).toContain(place ?? '"graph":"imported"');
});

test.each([
  ["metadata", file({ nodes: [node("a", { metadata: "DEEP" })] })],
  ["an unknown field", file({ nodes: [node("a", { colour: "DEEP" })] })],
  ["metadata of the graph", file({}, { metadata: "DEEP" })],
  ["an unknown field of the file", file({ statistics: "DEEP" }, { colour: "DEEP" })],
])("H42 endless nesting in %s is omitted and counted, and the rest is kept", async (_, content) => {
  const { status, text } = await importText(withDeep(content));
  expect(status).toBe(201);
  expect(JSON.parse(text).cut).toBeGreaterThan(0);
  const { nodes } = (await exported("imported")).data;
  expect(nodes.map(({ name }) => name)).toEqual(content.data.nodes.map(({ name }) => name));
});

test("H42 a value of 10 MB is cut at the limit, marked and counted", async () => {
  const { status, text } = await importText(
    JSON.stringify(file({ nodes: [node("a", { value: "x".repeat(10_000_000) }), node("b")] })),
  );
  expect([status, JSON.parse(text)]).toMatchObject([201, { cut: 1 }]);
  const [cut, whole] = (await exported("imported")).data.nodes;
  expect(cut?.value).toMatch(/^x+…\[memtrace: cut, \d+ of 10000000 characters kept\]$/);
  expect(whole?.value).toBe("b");
});

test("H42 a file that is not UTF-8 is refused, and the error gives the place", async () => {
  const text = JSON.stringify(file());
  const body = Buffer.concat([Buffer.from(text.slice(0, 20)), Buffer.from([0xff, 0x22])]);
  expect(await importText(body)).toMatchObject({
    status: 400,
    text: expect.stringContaining("Line 1, column 21: the bytes are not UTF-8."),
  });
});

test.each([
  ["no lists", { fields: [], absent: {} }],
  ["numbers", { fields: 7, absent: 7, dataFields: 7 }],
  ["texts", { fields: "abc", absent: "abc", dataFields: "abc" }],
  ["what every record needs", { fields: { value: 7, name: null, op_id: [], edge_id: 1 } }],
  ["nothing of it", { absent: ["name", "value", "version", "op_id", "created_at"] }],
])("H43 an export can be imported, whatever a client sent as origin (%s)", async (_, origin) => {
  const graph = "with origin";
  const base = { graph, at: Date.UTC(2026, 2, 4), origin };
  const sent = await sendBody(
    tenant.key,
    JSON.stringify([
      { type: "graph", id: "g", ...base },
      { type: "session", id: "s", ...base, session: "s" },
      { type: "operation", id: "op", ...base, op: "o", name: "o" },
      { ...note(graph, "a"), origin },
      { ...note(graph, "b"), origin },
      { ...link(graph, "l", "a", "b"), origin },
    ]),
  );
  expect(await sent.json()).toMatchObject({ accepted: 6 });
  const answer = await send("/v1/graphs/with%20origin/export", { headers: authorized() });
  expect(answer.status).toBe(200);
  const written = await answer.text();
  tenant = await newProject();
  expect(await importText(written)).toMatchObject({ status: 201 });
  const again = await send("/v1/graphs/with%20origin/export", { headers: authorized() });
  expect(await again.json()).toEqual(JSON.parse(written));
});
