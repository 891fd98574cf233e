import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { eventsOf } from "../../src/graph/build/graph-events.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { asImported } from "./support/as-imported.ts";
import { describeGraph } from "./support/describe-graph.ts";
import { exported } from "./support/exported.ts";
import { anyEvents, GRAPH } from "./support/recorded.ts";

/** Returns the events that an import of the graph's export adds at that time. */
const imported = (graph: EvolutionGraph, at: number): TraceEvent[] => {
  const read = readSmartcomment(exported(graph));
  if (!read.ok) throw new Error(`${read.fault.path}: ${read.fault.message}`);
  return [...eventsOf(read.value.graph, `digest ${at}`)].map((event) => asImported(event, at));
};
const recordsOf = (events: readonly TraceEvent[]) => {
  const { sessions, operations, variables, links } = describeGraph(buildGraph(GRAPH, events));
  const all = { session: sessions, operation: operations, variable: variables, link: links };
  const entries = Object.entries(all).flatMap(([kind, records]) =>
    records.map((record) => [`${kind} ${record.id}`, record] as const),
  );
  return new Map<string, unknown>(entries);
};

const twoFiles = fc
  .tuple(anyEvents, anyEvents)
  .map(([first, second]) => [
    imported(buildGraph(GRAPH, first), 1_000),
    imported(buildGraph(GRAPH, second), 2_000),
  ]);
test("H46 the record of the later file wins, and a record of only the earlier file stays", () => {
  fc.assert(
    fc.property(twoFiles, fc.boolean(), ([first = [], second = []], isReversed) => {
      const events = isReversed ? [...second, ...first].reverse() : [...first, ...second];
      const [one, two, both] = [first, second, events].map(recordsOf);
      for (const [id, record] of two ?? []) expect([id, both?.get(id)]).toEqual([id, record]);
      for (const [id, record] of one ?? []) {
        if (!two?.has(id)) expect([id, both?.get(id)]).toEqual([id, record]);
      }
      expect(both?.size).toBe(new Set([...(one?.keys() ?? []), ...(two?.keys() ?? [])]).size);
    }),
  );
});

test("H46 the graph warns of exactly the records that two files give differently, of every kind", () => {
  fc.assert(
    fc.property(twoFiles, ([first = [], second = []]) => {
      const [one, two] = [recordsOf(first), recordsOf(second)];
      const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
      const contradicted = [...one].flatMap(([id, record]) =>
        two.has(id) && !isSame(two.get(id), record) ? [id] : [],
      );
      const graph = buildGraph(GRAPH, [...first, ...second]);
      const warned = graph.warnings.flatMap(({ code, subject, message }) => {
        if (code !== "contradicting-record" || subject === GRAPH) return [];
        const kind = /describe the (\w+) /.exec(message)?.[1];
        return [`${kind} ${subject}`];
      });
      expect(warned.toSorted()).toEqual(contradicted.toSorted());
    }),
  );
});

test("H46 contradicting graph properties give a warning, and additional annotations give none", () => {
  const header = (at: number, given: object): TraceEvent => ({
    ...{ type: "graph", id: `graph:${at}`, graph: GRAPH, at: 0, imported: at, system: "mem0" },
    ...given,
  });
  const annotated = (count: number) => ({ origin: { dataFields: { annotations: count } } });
  const grown = buildGraph(GRAPH, [header(1, annotated(1)), header(2, annotated(2))]);
  expect([grown.header.origin, grown.warnings]).toEqual([annotated(2).origin, []]);
  const renamed = buildGraph(GRAPH, [
    header(2, { metadata: { a: 2 } }),
    header(1, { metadata: { a: 1 }, user: "carol" }),
  ]);
  expect(renamed.header).toMatchObject({ metadata: { a: 2 } });
  expect(renamed.header.user).toBeUndefined();
  expect(renamed.warnings).toMatchObject([{ code: "contradicting-record", subject: GRAPH }]);
});
