import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { eventsOf } from "../../src/graph/build/graph-events.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { asImported } from "./support/as-imported.ts";
import { exported } from "./support/exported.ts";
import { anyEvents, GRAPH, link, operation, variable } from "./support/recorded.ts";

type Json = Record<string, unknown>;
type Lists = Record<"nodes" | "edges" | "operations" | "sessions", Json[]>;

const listsOf = (file: unknown) => (file as { data: Lists }).data;

/**
 * Returns the reasons why smartcomment's own reader would refuse records of a file. Names are not
 * checked.
 */
function refusals({ nodes, edges, operations, sessions }: Lists): string[] {
  const idsOf = (list: readonly Json[], key: string) => new Set(list.map((record) => record[key]));
  const known = {
    session_id: idsOf(sessions, "session_id"),
    op_id: idsOf(operations, "op_id"),
    source_full_node_id: idsOf(nodes, "full_node_id"),
    target_full_node_id: idsOf(nodes, "full_node_id"),
  };
  const all = [...nodes, ...edges, ...operations, ...sessions];
  return all.flatMap((record) => [
    ...(typeof record.filename === "string" ? [] : ["filename"]),
    ...(Number.isInteger(record.lineno) && Number(record.lineno) >= 0 ? [] : ["lineno"]),
    ...(typeof record.category === "string" && record.category !== "" ? [] : ["category"]),
    ...(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/.test(String(record.created_at)) ? [] : ["time"]),
    ...Object.entries(known).flatMap(([key, ids]) =>
      key in record && !ids.has(record[key]) ? [`${key} ${record[key]}`] : [],
    ),
  ]);
}

/** Any origin that a client may send. */
const anyOrigin = fc.record({
  fields: fc.dictionary(
    fc.constantFrom("session_id", "filename", "lineno", "category", "created_at", "weight"),
    fc.constantFrom(null, "", "elsewhere", 7),
  ),
  absent: fc.array(fc.constantFrom("session_id", "category", "created_at", "lineno")),
});

test("G46 smartcomment's own reader accepts the export of any recorded graph, whatever the origins", () => {
  fc.assert(
    fc.property(anyEvents, anyOrigin, (events, origin) => {
      const recorded = events.map((event) => ({ ...event, origin }) as TraceEvent);
      expect(refusals(listsOf(exported(buildGraph(GRAPH, recorded))))).toEqual([]);
    }),
  );
});

/** Returns the events that an import of the file adds at that time. */
function imported(file: unknown, at: number): TraceEvent[] {
  const read = readSmartcomment(file);
  if (!read.ok) throw new Error(`${read.fault.path}: ${read.fault.message}`);
  return [...eventsOf(read.value.graph, `digest ${at}`)].map((event) => asImported(event, at));
}

/** Returns the export of a graph that was partly imported from a file and partly recorded. */
const mixed = (filed: readonly TraceEvent[], recorded: readonly TraceEvent[]): unknown =>
  exported(buildGraph(GRAPH, [...imported(exported(buildGraph(GRAPH, filed)), 1), ...recorded]));

test("G46 smartcomment's own reader accepts the export of any graph that is partly recorded, partly imported", () => {
  fc.assert(
    fc.property(anyEvents, anyEvents, (filed, recorded) => {
      expect(refusals(listsOf(mixed(filed, recorded)))).toEqual([]);
    }),
  );
});

const verdict = (at: number): TraceEvent => ({
  ...{ type: "verdict", id: "v", graph: GRAPH, at, query: "q", prediction: "p" },
  ...{ expected: [], score: 0, evidence: [] },
});

test("G21 the second export of a partly imported graph equals the first, even if its first event waits", () => {
  const waits = link("l", "o", "nowhere", "nowhere");
  const value = (name: string, at: number) =>
    variable(name, name, { value: name, at, session: "s" });
  const session: TraceEvent = { type: "session", id: "s", graph: GRAPH, at: 5, session: "s" };
  fc.assert(
    fc.property(anyEvents, anyEvents, (filed, recorded) => {
      const file = mixed(filed, recorded);
      expect(exported(buildGraph(GRAPH, imported(file, 2)))).toEqual(file);
    }),
    {
      examples: [
        [[waits], [verdict(1)]],
        [
          [waits, session, value("m", 5)],
          [value("n", 0), verdict(-1)],
        ],
      ],
    },
  );
});

test("G46 the export puts records outside sessions into one sentinel session", () => {
  const graph = buildGraph(GRAPH, [
    variable("m", "m", { value: "x" }),
    variable("u", "u", { value: "y", session: "never told" }),
    operation("o", { session: "s1" }),
    { type: "session", id: "s", graph: GRAPH, at: 5, session: "s1", category: "conversation" },
    link("l", "o", "m", "u"),
  ]);
  const { sessions, nodes, edges } = listsOf(exported(graph));
  expect(sessions).toMatchObject([
    { session_id: "s1", category: "conversation" },
    { session_id: "__none__", session_name: "NONE sentinel", category: "sentinel" },
    { session_id: "never told", session_name: null, category: "session" },
  ]);
  expect(nodes.map((node) => node.session_id)).toEqual(["__none__", "never told"]);
  expect(edges.map((edge) => edge.session_id)).toEqual(["__none__"]);
});

test("G45 an operation without a name shows its id, and its export has no name", () => {
  const file = exported(buildGraph(GRAPH, [operation("o1"), operation("o2")]));
  const { operations } = listsOf(file);
  Object.assign(operations[0] ?? {}, { op_name: null });
  delete operations[1]?.op_name;
  const read = readSmartcomment(file);
  if (!read.ok) throw new Error(read.fault.message);
  expect([...read.value.graph.operations.values()].map(({ name }) => name)).toEqual(["o1", "o2"]);
  expect(exported(read.value.graph)).toEqual(file);
});

test("G45 an origin cannot give an operation another name", () => {
  const graph = buildGraph(GRAPH, [operation("o1", { origin: { fields: { op_name: "other" } } })]);
  expect(listsOf(exported(graph)).operations).toMatchObject([{ op_name: "o1" }]);
});
