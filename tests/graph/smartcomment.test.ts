import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { eventsOf } from "../../src/graph/build/graph-events.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { asImported } from "./support/as-imported.ts";
import { exported } from "./support/exported.ts";

const LONG_NAME = "n".repeat(513);

const common = {
  created_at: "2026-03-04 05:06:07.123",
  filename: "agent.py",
  lineno: 12,
  metadata: {},
  trigger_point: "agent.py:12",
  graph_id: "odd",
  user_id: null,
  project_id: "mem0",
  comment: null,
};

/**
 * An export with all fields that smartcomment files may have and the graph's model does not know.
 */
const oddFile = () => ({
  ...{ graph_id: "odd", user_id: null, project_id: "mem0", storage_path: "/tmp/x", strict: true },
  ...{ driver_type: "neo4j", created_at: "2026-03-04 05:06:00.000", metadata: null, extra: [1] },
  data: {
    nodes: [
      {
        ...{ ...common, session_id: "s1", name: "m1", version: 1, value: "My dog is called Rex." },
        ...{ category: "message", class_name: "message", full_name: "message:m1" },
        ...{
          node_id: "m1@1",
          full_node_id: "message:m1@1",
          metadata: { evidence: ["D1:3"], n: 0 },
        },
      },
      {
        ...{ ...common, session_id: null, name: "gone", version: 4, value: "<SENTINEL:DELETED>" },
        ...{ category: "variable", class_name: null, full_name: "gone", node_id: "gone@4" },
        ...{ full_node_id: "gone@4", created_at: "2026-03-04 05:06:06.000", metadata: null },
        ...{ comment: "", filename: null, lineno: null, trigger_point: "null:null", flag: true },
      },
      {
        ...{ ...common, session_id: "s1", name: "empty", version: 1, value: "", class_name: "" },
        ...{
          category: "variable",
          full_name: "empty",
          node_id: "empty@1",
          full_node_id: "empty@1",
        },
        ...{ created_at: "2026-03-04T05:06:08.123456+02:00", lineno: "12" },
      },
    ],
    operations: [
      { ...common, session_id: "s1", op_id: "o1", op_name: "extract", category: "operation" },
    ],
    edges: [
      {
        ...{ ...common, session_id: "s1", edge_id: "e1", op_id: "o1", category: "extraction" },
        ...{ source_full_node_id: "message:m1@1", target_full_node_id: "gone@4", weight: 0.5 },
      },
    ],
    sessions: [{ ...common, session_id: "s1", session_name: null, category: "session" }],
    statistics: { nodes: 3 },
  },
});

const readBack = (file: unknown) => {
  const read = readSmartcomment(file);
  if (!read.ok) throw new Error(`${read.fault.path}: ${read.fault.message}`);
  const { graph } = read.value;
  const events = [...eventsOf(graph, "digest")].map((event) => asImported(event, 1));
  const sent: unknown = JSON.parse(JSON.stringify(events));
  expect(exported(buildGraph(graph.header.id, sent as TraceEvent[]))).toEqual(exported(graph));
  return exported(graph);
};

test("G20 the import and export of a file keep every field", () => {
  expect(readBack(oddFile())).toEqual(oddFile());
});

test("G20 the export of a file adds no field that the file lacked", () => {
  const { comment: _, ...node } = oddFile().data.nodes[0] ?? {};
  const file = { ...oddFile(), data: { ...oddFile().data, nodes: [node], edges: [] } };
  const { storage_path: __, created_at: ___, ...lean } = file;
  expect(readBack(lean)).toEqual(lean);
  for (const created of [null, 7]) {
    expect(readBack({ ...file, created_at: created })).toEqual({ ...file, created_at: created });
  }
});

test("G20 an invalid `memtrace` field stays unchanged as an unknown field", () => {
  const [first, ...others] = oddFile().data.nodes;
  for (const memtrace of [null, 7, {}, { mutates: 3 }, { mutates: "gone@4", by: "me" }]) {
    const data = { ...oddFile().data, nodes: [{ ...first, memtrace }, ...others], memtrace };
    expect(readBack({ ...oddFile(), data })).toEqual({ ...oddFile(), data });
  }
});

test("G20 the reader returns the annotations, and the export keeps them unchanged", () => {
  const annotations = [{ query: "q", prediction: "p", golden_answers: 7, note: { a: [null] } }];
  const file = { ...oddFile(), data: { ...oddFile().data, annotations } };
  expect(readBack(file)).toEqual(file);
  const read = readSmartcomment(file);
  expect(read).toMatchObject({ ok: true, value: { annotations } });
});

const folder = process.env.TRACEBENCH_DIR;
/** Tests every n-th file of each folder; `npm run eval` reads all files. */
const SAMPLE_STEP = 5;
const files =
  folder === undefined
    ? []
    : [
        ...Map.groupBy(
          readdirSync(folder, { recursive: true, encoding: "utf8" })
            .filter((path) => /(?<!index)\.json(\.gz)?$/.test(path))
            .sort(),
          dirname,
        ).values(),
      ].flatMap((ofFolder) => ofFolder.filter((_, index) => index % SAMPLE_STEP === 0));

test.skipIf(folder === undefined)(
  "G22 the export keeps every field of every fifth file in TRACEBENCH_DIR (skipped without it)",
  () => {
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) {
      const bytes = readFileSync(join(folder ?? "", path));
      const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
      const file: unknown = JSON.parse(text);
      const written = readBack(file);
      // `isDeepStrictEqual` is much faster than `toEqual`, which is needed only to show the
      // difference.
      if (!isDeepStrictEqual(written, file)) expect(written, path).toEqual(file);
    }
  },
);

const verdictOf = (queryId: string) => ({
  ...{ id: "v", at: 7, query: "q", queryId, prediction: "p", expected: [], score: 0, evidence: [] },
});

type Path = readonly (string | number)[];

/** The file with a different value at one place; undefined removes the field. */
function damaged(path: Path, value: unknown, file: unknown = oddFile()): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy: Record<string | number, unknown> = Array.isArray(file)
    ? [...file]
    : { ...Object(file) };
  copy[key] = damaged(rest, value, copy[key]);
  return Array.isArray(file) ? Object.assign([], copy) : copy;
}

test.each<[place: string, path: Path, value: unknown]>([
  ["the file", [], null],
  ["the file", [], [oddFile()]],
  ["graph_id", ["graph_id"], undefined],
  ["graph_id", ["graph_id"], 7],
  ["graph_id", ["graph_id"], "g".repeat(257)],
  ["user_id", ["user_id"], 7],
  ["data", ["data"], undefined],
  ["data.nodes", ["data", "nodes"], {}],
  ["data.nodes[1]", ["data", "nodes", 1], "node"],
  ["data.nodes[1].name", ["data", "nodes", 1, "name"], ""],
  ["data.nodes[1].name", ["data", "nodes", 1, "name"], LONG_NAME],
  ["data.nodes[1].class_name", ["data", "nodes", 1, "class_name"], LONG_NAME],
  ["data.nodes[1].category", ["data", "nodes", 1, "category"], LONG_NAME],
  ["data.nodes[1].session_id", ["data", "nodes", 1, "session_id"], LONG_NAME],
  ["data.operations[0].op_id", ["data", "operations", 0, "op_id"], LONG_NAME],
  ["data.operations[0].op_name", ["data", "operations", 0, "op_name"], LONG_NAME],
  ["data.edges[1].edge_id", ["data", "edges", 1, "edge_id"], LONG_NAME],
  ["data.sessions[0].session_id", ["data", "sessions", 0, "session_id"], LONG_NAME],
  ["data.sessions[0].session_name", ["data", "sessions", 0, "session_name"], LONG_NAME],
  ["user_id", ["user_id"], LONG_NAME],
  ["project_id", ["project_id"], LONG_NAME],
  ["data.nodes[1].value", ["data", "nodes", 1, "value"], 7],
  ["data.nodes[1].version", ["data", "nodes", 1, "version"], 0],
  ["data.nodes[1].created_at", ["data", "nodes", 1, "created_at"], "yesterday"],
  ["created_at", ["created_at"], "2026-13-41 00:00:00.000"],
  ["data.nodes[1].created_at", ["data", "nodes", 1, "created_at"], undefined],
  ["data.nodes[1].comment", ["data", "nodes", 1, "comment"], 7],
  ["data.nodes[1].metadata", ["data", "nodes", 1, "metadata"], []],
  ["data.nodes[1]", ["data", "nodes", 1], oddFile().data.nodes[0]],
  ["data.operations[0].op_id", ["data", "operations", 0, "op_id"], null],
  ["data.operations[0].op_name", ["data", "operations", 0, "op_name"], 3],
  ["data.edges[0].op_id", ["data", "edges", 0, "op_id"], "o2"],
  ["data.edges[0].source_full_node_id", ["data", "edges", 0, "source_full_node_id"], "m1@1"],
  ["data.edges[0].target_full_node_id", ["data", "edges", 0, "target_full_node_id"], undefined],
  ["data.edges[1].edge_id", ["data", "edges", 1], oddFile().data.edges[0]],
  ["data.nodes[0].memtrace.mutates", ["data", "nodes", 0, "memtrace"], { mutates: "nobody@1" }],
  ["data.memtrace.verdicts[0].queryId", ["data", "memtrace"], { verdicts: [verdictOf("nobody")] }],
  ["data.sessions", ["data", "sessions"], undefined],
  ["data.sessions[0].session_id", ["data", "sessions", 0, "session_id"], ""],
  ["data.annotations", ["data", "annotations"], {}],
  ["data.annotations[0].query", ["data", "annotations"], [{ query: "" }]],
  ["data.annotations[0].prediction", ["data", "annotations"], [{ query: "q" }]],
  [
    "data.annotations[0].query_id",
    ["data", "annotations"],
    [{ query: "q", prediction: "p", query_id: "x" }],
  ],
])("G23 the reader finds the damage at %s (%j)", (place, path, value) => {
  const read = readSmartcomment(damaged(path, value));
  expect(read).toMatchObject({ ok: false, fault: { path: place, message: expect.any(String) } });
});

test.each([
  ["2026-03-04 05:06:07.123", "2026-03-04T05:06:07.123Z"],
  ["2026-03-04 05:06:07", "2026-03-04T05:06:07.000Z"],
  ["2026-03-04 05:06:07.123456", "2026-03-04T05:06:07.123Z"],
  ["2026-03-04T05:06:07.5Z", "2026-03-04T05:06:07.500Z"],
  ["2026-03-04T05:06:07+02:00", "2026-03-04T03:06:07.000Z"],
])("G24 the reader accepts the time %s, and the export writes it unchanged", (written, meant) => {
  const file = damaged(["data", "sessions", 0, "created_at"], written);
  const read = readSmartcomment(file);
  if (!read.ok) throw new Error(read.fault.message);
  const session = read.value.graph.sessions.get("s1");
  expect(new Date(session?.at ?? 0).toISOString()).toBe(meant);
  expect(readBack(file)).toEqual(file);
});

test.each([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, Date.UTC(10_000, 0, 1)])(
  "G24 a MemTrace record with the time %d stays as an unknown field",
  (at) => {
    const verdict = { ...verdictOf("m1@1"), queryId: undefined, at };
    const judged = damaged(["data", "memtrace"], { verdicts: [verdict] });
    const timed = damaged(["data", "operations", 0, "memtrace"], { startedAt: at });
    for (const file of [judged, timed]) {
      const read = readSmartcomment(file);
      if (!read.ok) throw new Error(read.fault.message);
      const { graph } = read.value;
      expect(graph.verdicts).toEqual([]);
      expect(graph.operations.get("o1")?.startedAt).toBeUndefined();
      expect(() => new Date(graph.header.at).toISOString()).not.toThrow();
      expect(readBack(file)).toEqual(JSON.parse(JSON.stringify(file)));
    }
  },
);

test("G23 the reader returns events or a place for any JSON, and never throws", () => {
  const place = fc.constantFrom<Path>(
    ...[["data"], ["data", "nodes"], ["data", "nodes", 0], ["data", "edges", 0]],
    ...[["data", "nodes", 0, "metadata"], ["data", "annotations"], ["created_at"]],
  );
  fc.assert(
    fc.property(place, fc.jsonValue(), (path, value) => {
      const read = readSmartcomment(damaged(path, value));
      if (!read.ok) expect(read.fault.path).not.toBe("");
      else expect(read.value.graph.variables.size).toBeGreaterThanOrEqual(0);
    }),
  );
});
