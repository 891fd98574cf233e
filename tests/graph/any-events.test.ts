import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { eventsOf } from "../../src/graph/build/graph-events.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import type { Link, Variable } from "../../src/graph/model.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { asImported } from "./support/as-imported.ts";
import { describeGraph, describeLink, describeVariable } from "./support/describe-graph.ts";
import { expectedGraph } from "./support/expected-graph.ts";
import { exported } from "./support/exported.ts";
import { anyEvents, GRAPH } from "./support/recorded.ts";

/** Many runs, because runs are cheap and failures are rare. */
const RUNS = { numRuns: 200 };

const build = (events: readonly TraceEvent[]) => buildGraph(GRAPH, events);

/** A graph built from events, or the same graph imported from its own export. */
const anyGraph = fc.tuple(anyEvents, fc.boolean()).map(([events, imported]) => {
  if (!imported) return build(events);
  const written = exported(build(events));
  const read = readSmartcomment(written);
  if (!read.ok) throw new Error(`${read.fault.path}: ${read.fault.message}`);
  return build([...eventsOf(read.value.graph, "digest")]);
});

test("G40 the graph of any events equals the graph that the rules describe", () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      expect(describeGraph(build(events))).toEqual(expectedGraph(GRAPH, events));
    }),
    RUNS,
  );
});

/** All events in another order. Some appear twice, and some are decoded from their wire form. */
const arrivals = anyEvents.chain((events) =>
  fc
    .tuple(
      fc.shuffledSubarray(events, { minLength: events.length }),
      fc.array(fc.nat(Math.max(0, events.length - 1)), { maxLength: 10 }),
      fc.boolean(),
    )
    .map(([shuffled, again, stored]) => {
      const arrived = [...shuffled, ...again.flatMap((at) => events[at] ?? [])];
      const copy: TraceEvent[] = stored ? JSON.parse(JSON.stringify(arrived)) : arrived;
      return { events, arrived: copy };
    }),
);

test("G1 order, duplicates, replay and storage of events do not change the graph", () => {
  fc.assert(
    fc.property(arrivals, ({ events, arrived }) => {
      expect(describeGraph(build(arrived))).toEqual(describeGraph(build(events)));
    }),
    RUNS,
  );
});

test("G1 building a graph does not change its events", () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const before = JSON.stringify(events);
      describeGraph(build(events));
      expect(JSON.stringify(events)).toBe(before);
    }),
  );
});

test("G41 a record is found by its id, and by nothing else", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      for (const records of [graph.sessions, graph.operations, graph.variables, graph.links]) {
        const values = [...records.values()];
        expect([...records.keys()]).toEqual(values.map(({ id }) => id));
        expect(records.size).toBe(values.length);
        for (const [at, id] of [...records.keys()].entries()) {
          expect([records.has(id), records.get(id)?.id, values[at]?.id]).toEqual([true, id, id]);
        }
        for (const id of ["nobody", "", "toString", "size", "@1"]) {
          expect([records.has(id), records.get(id)]).toEqual([false, undefined]);
        }
      }
    }),
  );
});

const described = (links: readonly Link[]) => links.map(describeLink);
const ids = (variables: readonly Variable[]) => variables.map(({ id }) => id);

test("G42 the links of an operation or variable are exactly the links that name it, in the graph's order", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const links = [...graph.links.values()];
      for (const { id } of graph.operations.values()) {
        expect(described(graph.linksOf(id))).toEqual(described(links.filter((l) => l.op === id)));
      }
      for (const { id } of graph.variables.values()) {
        expect(described(graph.linksFrom(id))).toEqual(
          described(links.filter((l) => l.from === id)),
        );
        expect(described(graph.linksTo(id))).toEqual(described(links.filter((l) => l.to === id)));
      }
      for (const link of links) {
        expect(graph.operations.has(link.op)).toBe(true);
        expect([graph.variables.has(link.from), graph.variables.has(link.to)]).toEqual([
          true,
          true,
        ]);
      }
      const nobodys = [graph.linksOf("nobody"), graph.linksFrom("nobody"), graph.linksTo("nobody")];
      expect([...nobodys, graph.versionsOf("nobody")]).toEqual([[], [], [], []]);
    }),
  );
});

test("G42 the versions of a name are exactly the variables with this name, lowest number first", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const variables = [...graph.variables.values()];
      for (const { fullName, name, className, version, id } of variables) {
        expect(fullName).toBe(className === undefined ? name : `${className}:${name}`);
        expect(id).toBe(`${fullName}@${version}`);
        const same = variables.filter((other) => other.fullName === fullName);
        expect(graph.versionsOf(fullName).map(describeVariable)).toEqual(
          same.toSorted((a, b) => a.version - b.version).map(describeVariable),
        );
        expect(new Set(same.map((other) => other.version)).size).toBe(same.length);
      }
    }),
  );
});

test("G11 inputs, intermediates and outputs of an operation are disjoint and are all ends of its links", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      for (const { id } of graph.operations.values()) {
        const links = graph.linksOf(id);
        const entered = (end: string) => links.some(({ to }) => to === end);
        const left = (end: string) => links.some(({ from }) => from === end);
        const { inputs, intermediates, outputs } = graph.endsOf(id);
        const ends = new Set(links.flatMap(({ from, to }) => [from, to]));
        const all = [...ids(inputs), ...ids(intermediates), ...ids(outputs)];
        expect(all.toSorted()).toEqual([...ends].toSorted());
        for (const end of ids(inputs)) expect([left(end), entered(end)]).toEqual([true, false]);
        for (const end of ids(outputs)) expect([left(end), entered(end)]).toEqual([false, true]);
        for (const end of ids(intermediates)) {
          expect([left(end), entered(end)]).toEqual([true, true]);
        }
        const order = (end: string, side: "from" | "to") =>
          links.findIndex((link) => link[side] === end);
        expect(ids(inputs)).toEqual(
          ids(inputs).toSorted((a, b) => order(a, "from") - order(b, "from")),
        );
        expect(ids(outputs)).toEqual(
          ids(outputs).toSorted((a, b) => order(a, "to") - order(b, "to")),
        );
      }
    }),
  );
});

/** Refs and variable ids that links can name. */
const namedBy = (graph: EvolutionGraph, events: readonly TraceEvent[]) => {
  const waiting = new Map(graph.pending.map(({ event, waitsFor }) => [event, waitsFor]));
  /**
   * Tells whether the variable is in the graph: it waits for nothing, or only for the value that it
   * replaces.
   */
  const isThere = ({ id, mutates, splice }: Extract<TraceEvent, { type: "variable" }>) =>
    !waiting.has(id) || (waiting.get(id) === mutates && splice?.of !== mutates);
  const firsts = new Map(
    events
      .toSorted((a, b) => a.at - b.at || (a.seq ?? 0) - (b.seq ?? 0) || (a.id < b.id ? -1 : 1))
      .flatMap((event) => (event.type === "variable" ? [[event.ref, event] as const] : []))
      .reverse(),
  );
  const refs = [...firsts].flatMap(([ref, event]) => (isThere(event) ? [ref] : []));
  return new Set([...refs, ...graph.variables.keys()]);
};

test("G6 a link waits exactly if one of its ends is missing, and names a missing end", () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const graph = build(events);
      const named = namedBy(graph, events);
      const waiting = new Map(graph.pending.map(({ event, waitsFor }) => [event, waitsFor]));
      for (const event of events) {
        if (event.type !== "link") continue;
        const missing = [event.from, event.to].filter((end) => !named.has(end));
        if (missing.length > 0) expect(missing).toContain(waiting.get(event.id));
        expect(waiting.has(event.id)).toBe(missing.length > 0);
        expect(graph.links.has(event.id)).toBe(missing.length === 0);
      }
    }),
    RUNS,
  );
});

test("G6 nothing waits after every missing record has arrived", () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      let all = events;
      for (let round = 0; round < 8; round++) {
        const { pending } = build(all);
        const missing = new Set(pending.map(({ waitsFor }) => waitsFor));
        const known = new Set(all.flatMap((event) => (event.type === "variable" ? event.ref : [])));
        const missed = [...missing].filter((ref) => !known.has(ref));
        if (missed.length === 0) break;
        all = [
          ...all,
          ...missed.map(
            (ref): TraceEvent => ({
              ...{ type: "variable", id: `late:${ref}`, graph: GRAPH, at: 9e12, ref },
              ...{ name: `late:${ref}`, value: "a value that is long enough for every change" },
            }),
          ),
        ];
      }
      const graph = build(all);
      const refs = new Map(
        all.flatMap((e) => (e.type === "variable" ? [[e.ref, e] as const] : [])),
      );
      for (const { waitsFor } of graph.pending) {
        // The remaining changes cannot be applied: they refer to each other, or to a position
        // beyond the end of a value.
        expect(refs.get(waitsFor)).toBeDefined();
      }
    }),
  );
});

test("G49 an export that is read again has all fields that smartcomment's format lacks", () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const graph = build(events);
      const read = readSmartcomment(exported(graph));
      if (!read.ok) throw new Error(`${read.fault.path}: ${read.fault.message}`);
      const again = build(
        [...eventsOf(read.value.graph, "digest")].map((event) => asImported(event, 1)),
      );
      for (const copy of [read.value.graph, again]) {
        const [before, after] = [graph, copy].map(describeGraph).map((whole) => ({
          verdicts: whole.verdicts,
          variables: whole.variables.map(({ id, at, mutates, length }) => [
            id,
            at,
            mutates,
            length,
          ]),
          operations: whole.operations.map((operation) => [
            ...[operation.id, operation.status, operation.error],
            ...[operation.startedAt, operation.endedAt],
          ]),
          users: new Map(whole.sessions.flatMap(({ id, user }) => (user ? [[id, user]] : []))),
        }));
        expect(after).toEqual(before);
      }
    }),
    RUNS,
  );
});

test("G21 an export of any graph is read, exported again unchanged, and means the same", () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const written: unknown = exported(build(events));
      const read = readSmartcomment(written);
      if (!read.ok) throw new Error(`${read.fault.path}: ${read.fault.message}`);
      const again = read.value.graph;
      expect(exported(again)).toEqual(written);
      const meaning = (graph: EvolutionGraph) => ({
        variables: [...graph.variables.values()].map(({ id, value }) => [id, value]),
        links: [...graph.links.values()].map(({ id, op, from, to }) => [id, op, from, to]),
        operations: [...graph.operations.keys()],
      });
      const graph = build(events);
      expect(meaning(again)).toEqual(meaning(graph));
      const sessions = [...graph.sessions.keys()];
      expect([...again.sessions.keys()].slice(0, sessions.length)).toEqual(sessions);
    }),
    RUNS,
  );
});
