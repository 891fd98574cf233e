import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { readBatch } from "../../src/protocol/events/batch.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { exported } from "../graph/support/exported.ts";
import { anyEvents, GRAPH } from "../graph/support/recorded.ts";
import { newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { sendEvents } from "../workers/support/traces.ts";

let tenant: OwnProject;
beforeEach(async () => {
  tenant = await newProject();
});

const authorized = () => ({ authorization: `Bearer ${tenant.key}` });

const importFile = async (file: unknown) => {
  const body = JSON.stringify(file);
  const answer = await send("/v1/graphs", { method: "POST", headers: authorized(), body });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<{ events: number; duplicates: number }>();
};
const read = async <T>(path: string) =>
  (await send(`/v1/graphs/${GRAPH}/${path}`, { headers: authorized() })).json<T>();

interface Node {
  readonly full_node_id: string;
  readonly value: string;
}
const valuesOf = async () => {
  const { data } = await read<{ data: { nodes: Node[] } }>("export");
  return Object.fromEntries(data.nodes.map((node) => [node.full_node_id, node.value]));
};
const warnings = async () =>
  (await read<{ items: { code: string; subject: string }[] }>("warnings")).items.map(
    ({ code, subject }) => `${code} ${subject}`,
  );

const live = (id: string, name: string, value: string, at: number): TraceEvent => ({
  ...{ type: "variable", id, graph: GRAPH, at, ref: `client:${id}`, name, value },
});
const fileOf = (...events: TraceEvent[]) => exported(buildGraph(GRAPH, events));
const START = Date.UTC(2026, 2, 4);

test("H46 an imported value keeps its version next to recorded ones of its name, in any order", async () => {
  const recorded = [live("1", "m", "tea", START), live("2", "m", "milk", START + 2)];
  const file = fileOf(live("3", "m", "water", START + 1));
  await sendEvents(tenant.key, recorded);
  await importFile(file);
  const values = { "m@1": "water", "m@2": "tea", "m@3": "milk" };
  expect([await valuesOf(), await warnings()]).toEqual([values, []]);
  tenant = await newProject();
  await importFile(file);
  await sendEvents(tenant.key, recorded);
  expect([await valuesOf(), await warnings()]).toEqual([values, []]);
});

test("H46 a second file of a graph adds new records, and each contradiction is a warning", async () => {
  const first = fileOf(live("1", "m", "tea", START), live("2", "n", "milk", START));
  const second = fileOf(live("3", "m", "water", START + 1), live("4", "o", "salt", START));
  await importFile(first);
  await importFile(second);
  expect(await valuesOf()).toEqual({ "m@1": "water", "n@1": "milk", "o@1": "salt" });
  expect(await warnings()).toEqual(["contradicting-record m@1"]);
  await importFile(second);
  await importFile(first);
  expect(await valuesOf()).toEqual({ "m@1": "water", "n@1": "milk", "o@1": "salt" });
  expect(await warnings()).toEqual(["contradicting-record m@1"]);
});

test("H46 a record that a later file repeats keeps its age, so the correction in between stays", async () => {
  const before = live("1", "m", "tea", START);
  await importFile(fileOf(before));
  await importFile(fileOf(live("2", "m", "water", START)));
  const again = await importFile(fileOf(before, live("3", "n", "milk", START)));
  expect(again.duplicates).toBeGreaterThan(0);
  expect(await valuesOf()).toEqual({ "m@1": "water", "n@1": "milk" });
  expect(await warnings()).toEqual(["contradicting-record m@1"]);
});

test("H46 every correction of a corrected file counts and is a warning", async () => {
  const file = fileOf(
    ...[live("1", "m", "tea", START), live("2", "n", "milk", START)],
    { type: "operation", id: "o", graph: GRAPH, at: START, op: "o", name: "brew" },
    { type: "session", id: "s", graph: GRAPH, at: START, session: "s1", name: "morning" },
    {
      ...{ type: "link", id: "l", graph: GRAPH, at: START, op: "o" },
      ...{ from: "client:1", to: "client:2", comment: "poured" },
    },
    { type: "graph", id: "g", graph: GRAPH, at: START, metadata: { run: 1 } },
  );
  const corrected = structuredClone(file);
  corrected.metadata = { run: 2 };
  corrected.data.nodes[0].metadata = { evidence: ["D1:3"] };
  corrected.data.nodes[1].value = "cream";
  corrected.data.operations[0].op_name = "steep";
  corrected.data.sessions[0].session_name = "evening";
  corrected.data.edges[0].comment = "stirred";
  await importFile(file);
  await importFile(corrected);
  expect(await read<unknown>("export")).toEqual(corrected);
  expect((await warnings()).toSorted()).toEqual(
    ["g", "l", "m@1", "n@1", "o", "s1"].map((id) => `contradicting-record ${id}`),
  );
});

test("G50 an import reports how many records it dated by their neighbours; the store of other days is right", async () => {
  const file = fileOf(live("1", "m", "tea", START), live("2", "n", "milk", START + 1));
  file.data.nodes[0].created_at = "2099-01-01 00:00:00.000";
  for (const node of file.data.nodes) node.category = "memory_entry";
  const answer = await importFile(file);
  expect(answer).toMatchObject({ redated: 1 });
  const { items } = await read<{ items: { id: string }[] }>("store?at=2027-01-01");
  expect(items.map(({ id }) => id)).toEqual(["m@1", "n@1"]);
  expect(await read<unknown>("export")).toEqual(file);
});

test("H46 a link in a file is the recorded link of the same id, and a different one is a warning", async () => {
  const link = (from: string, to: string): TraceEvent => ({
    ...{ type: "link", id: "l", graph: GRAPH, at: START, op: "o" },
    ...{ from: `client:${from}`, to: `client:${to}` },
  });
  const values = [live("1", "m", "tea", START), live("2", "n", "milk", START)];
  const sources = async () => {
    const { data } = await read<{ data: { edges: Record<string, string>[] } }>("export");
    return data.edges.map((edge) => edge.source_full_node_id);
  };
  await importFile(fileOf(...values, link("1", "2")));
  await importFile(fileOf(...values, link("2", "1")));
  expect([await sources(), await warnings()]).toEqual([["n@1"], ["contradicting-record l"]]);
  tenant = await newProject();
  await sendEvents(tenant.key, [
    ...values.map((event) => ({ ...event, version: 1 })),
    link("1", "2"),
  ]);
  await importFile(fileOf(...values, link("1", "2")));
  expect([await sources(), await warnings()]).toEqual([["m@1"], []]);
});

/** Events, of which some are sent and the others imported from a file. */
const anyMix = fc
  .tuple(anyEvents, fc.nat(30))
  .map(([events, share]) => {
    const read = readBatch(JSON.stringify(events));
    const taken = read.ok ? read.value.events.map(({ event }) => event) : [];
    return { sent: taken.slice(0, share), filed: taken.slice(share) };
  })
  .filter(({ sent, filed }) => sent.length > 0 && filed.length > 0);

test("H46 events and a file give the same graph in any order, and its export imports unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(anyMix, async ({ sent, filed }) => {
      const file = fileOf(...filed);
      tenant = await newProject();
      await sendEvents(tenant.key, sent);
      await importFile(file);
      const [first, noted] = [await read<unknown>("export"), await warnings()];
      tenant = await newProject();
      await importFile(file);
      await sendEvents(tenant.key, sent);
      expect([await read<unknown>("export"), await warnings()]).toEqual([first, noted]);
      tenant = await newProject();
      await importFile(first);
      expect(await read<unknown>("export")).toEqual(first);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
