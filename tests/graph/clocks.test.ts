import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { storeAt } from "../../src/graph/memory/store.ts";
import { walk } from "../../src/graph/parts/walk.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { exported } from "./support/exported.ts";
import { GRAPH, link, operation, variable } from "./support/recorded.ts";

const FIRST = Date.parse("0000-01-01T00:00:00.000Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** Clocks that stand still, jump, run backwards, or are thousands of years off. */
const anyClock = fc.oneof(
  fc.constantFrom(FIRST, -1, 0, 1, LAST),
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: FIRST, max: LAST }),
);
const anyText = fc.constantFrom("tea", "tea and milk", "", "water");

/** Values with their own refs, each linked to the next, at any times. */
const recorded = fc
  .array(
    fc.record({ name: fc.constantFrom("m", "n"), value: anyText, at: anyClock, link: anyClock }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((values) => ({
    values: values.map(({ value }) => value),
    events: values.flatMap(({ name, value, at, link: linkedAt }, index): TraceEvent[] => [
      variable(`r${index}`, name, { at, value }),
      operation(`o${index}`, { at: linkedAt }),
      link(`l${index}`, `o${index}`, `r${index}`, `r${(index + 1) % values.length}`, {
        at: linkedAt,
      }),
    ]),
  }));

test("G44 clocks that disagree change only the order; every value and link is kept", () => {
  fc.assert(
    fc.property(recorded, ({ values, events }) => {
      const graph = buildGraph(GRAPH, events);
      expect(graph.pending).toEqual([]);
      expect(graph.warnings.filter(({ code }) => code !== "self-link")).toEqual([]);
      const ends = values.map((_, index) => {
        const edge = graph.links.get(`l${index}`);
        return [edge?.from, edge?.to].map((id) => graph.variables.get(id ?? "")?.value);
      });
      expect(ends).toEqual(values.map((value, at) => [value, values[(at + 1) % values.length]]));
    }),
  );
});

test("G44 a graph with any clocks can be exported, read again, walked, and viewed by moment", () => {
  fc.assert(
    fc.property(recorded, ({ events }) => {
      const graph = buildGraph(GRAPH, events);
      const file: unknown = exported(graph);
      const read = readSmartcomment(file);
      if (!read.ok) throw new Error(`${read.fault.path}: ${read.fault.message}`);
      const again = read.value.graph;
      expect(exported(again)).toEqual(file);
      const times = [...graph.variables.values()].map(({ id, at }) => [id, at]);
      expect([...again.variables.values()].map(({ id, at }) => [id, at])).toEqual(times);
      for (const { id, at } of graph.variables.values()) {
        const found = walk(graph, id, { direction: "both", from: at, to: at });
        for (const other of found?.variables ?? []) {
          expect(graph.variables.get(other)?.at).toBe(at);
        }
        expect(storeAt(graph, at).every((unit) => unit.at <= at)).toBe(true);
      }
    }),
  );
});

test("G44 at equal times, `seq` decides the order, then the event's id", () => {
  const values = (...events: TraceEvent[]) =>
    [...buildGraph(GRAPH, events).variables.values()].map(({ value }) => value);
  const at = (id: string, seq: number | undefined, value: string) =>
    variable(id, "m", { id, at: 7, ...(seq === undefined ? {} : { seq }), value });
  expect(values(at("a", 2, "two"), at("b", 1, "one"), at("c", undefined, "none"))).toEqual([
    ...["none", "one", "two"],
  ]);
  expect(values(at("b", 1, "second"), at("a", 1, "first"))).toEqual(["first", "second"]);
});

test("G3 given versions may arrive in any order, and are listed by their numbers", () => {
  const graph = buildGraph(GRAPH, [
    variable("r1", "m", { at: 1, version: 9, value: "nine" }),
    variable("r2", "m", { at: 2, version: 2, value: "two" }),
    variable("r3", "m", { at: 3, value: "ten" }),
    variable("r4", "m", { at: 4, version: 5, value: "five" }),
  ]);
  expect([...graph.variables.keys()]).toEqual(["m@9", "m@2", "m@10", "m@5"]);
  expect(graph.versionsOf("m").map(({ version }) => version)).toEqual([2, 5, 9, 10]);
  expect(graph.warnings).toEqual([]);
});
