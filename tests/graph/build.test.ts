import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { MAX_VALUE_CHARS } from "../../src/protocol/limits.ts";
import { describeLink, describeOperation } from "./support/describe-graph.ts";
import { anyEvents, GRAPH, link, operation, variable } from "./support/recorded.ts";

const build = (...events: TraceEvent[]) => buildGraph(GRAPH, events);
const idsAndValues = (...events: TraceEvent[]) =>
  [...build(...events).variables.values()].map(({ id, value }) => [id, value]);

test("G2 the graph holds every recorded value, as a version, as part of an equal version, or as pending", () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const graph = build(...events);
      const values = new Set([...graph.variables.values()].map(({ value }) => value));
      const waiting = new Set(graph.pending.map(({ event }) => event));
      const conflicts = graph.warnings.some(({ code }) => code === "conflicting-value");
      const seen = new Set<string>();
      const sorted = events.toSorted(
        (a, b) => a.at - b.at || (a.seq ?? 0) - (b.seq ?? 0) || (a.id < b.id ? -1 : 1),
      );
      for (const event of sorted) {
        if (event.type !== "variable" || seen.has(event.ref)) continue;
        seen.add(event.ref);
        if (event.value === undefined || waiting.has(event.id) || conflicts) continue;
        expect(values).toContain(event.value);
      }
    }),
  );
});

test("G2 the values of one name are versions ordered by time, and a value equal to the latest adds none", () => {
  expect(
    idsAndValues(
      variable("r3", "m", { at: 3, value: "two" }),
      variable("r1", "m", { at: 1, value: "one" }),
      variable("r2", "m", { at: 2, value: "one" }),
      variable("r4", "m", { at: 4, value: "one" }),
      variable("r5", "m", { at: 5, class: "memory", value: "one" }),
    ),
  ).toEqual([
    ["m@1", "one"],
    ["m@2", "two"],
    ["m@3", "one"],
    ["memory:m@1", "one"],
  ]);
});

test("G3 a given version number stays, later numbers follow it, and a second value for it is a warning", () => {
  const graph = build(
    variable("r1", "m", { at: 1, version: 7, value: "seven" }),
    variable("r2", "m", { at: 2, value: "eight" }),
    variable("r3", "m", { at: 3, version: 7, value: "other" }),
  );
  expect([...graph.variables.keys()]).toEqual(["m@7", "m@8"]);
  expect(graph.variables.get("m@7")?.value).toBe("seven");
  expect(graph.warnings).toMatchObject([{ code: "conflicting-value", subject: "m@7" }]);
});

test("G4 a value that replaces another value links back to it", () => {
  const graph = build(
    variable("r1", "m", { at: 1, value: "one" }),
    variable("r2", "m", { at: 2, value: "two", mutates: "r1" }),
    variable("r3", "m", { at: 3, value: "three", mutates: "m@2" }),
  );
  expect([...graph.variables.values()].map(({ mutates }) => mutates)).toEqual([
    undefined,
    "m@1",
    "m@2",
  ]);
});

test("G5 a strict graph warns of each undeclared change, and of no other value", () => {
  const changes = [
    variable("r1", "m", { at: 1, value: "one" }),
    variable("r2", "m", { at: 2, value: "two" }),
    variable("r3", "m", { at: 3, value: "three", mutates: "r2" }),
  ];
  const strict: TraceEvent = { type: "graph", id: "g", graph: GRAPH, at: 0, strict: true };
  expect(build(strict, ...changes).warnings).toMatchObject([
    { code: "undeclared-change", subject: "m@2" },
  ]);
  expect(build(...changes).warnings).toEqual([]);
});

test("G6 a link waits for its ends in any order of arrival, and names the missing end", () => {
  const step = operation("o");
  const [from, to] = [variable("r1", "m", { value: "1" }), variable("r2", "n", { value: "2" })];
  const edge = link("l", "o", "r1", "r2");
  expect(build(step, from, edge).pending).toEqual([{ event: "l", waitsFor: "r2" }]);
  expect(build(edge, to, step).pending).toEqual([{ event: "l", waitsFor: "r1" }]);
  const whole = build(edge, to, from, step);
  expect([whole.pending, [...whole.links.keys()]]).toEqual([[], ["l"]]);
});

test("G6 the ends of a link are refs or variable ids", () => {
  const graph = build(
    operation("o"),
    variable("r1", "m", { value: "1" }),
    variable("r2", "m", { at: 1, value: "2" }),
    link("l", "o", "m@1", "r2"),
  );
  expect(graph.linksOf("o")).toMatchObject([{ from: "m@1", to: "m@2" }]);
  expect(graph.linksFrom("m@1").map(describeLink)).toEqual(graph.linksTo("m@2").map(describeLink));
});

const edits = fc.array(
  fc.record({
    at: fc.nat(40),
    remove: fc.nat(10),
    insert: fc.string({ unit: "binary", maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 20 },
);

test("G7 a chain of splices gives the value after each splice, in any order of arrival", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      edits,
      fc.infiniteStream(fc.nat()),
      (first, list, order) => {
        let value = first;
        const expected = [first];
        const events = [variable("r0", "n0", { at: 100, value: first })];
        for (const [index, edit] of list.entries()) {
          const at = edit.at % (value.length + 1);
          const remove = Math.min(edit.remove, value.length - at);
          value = value.slice(0, at) + edit.insert + value.slice(at + remove);
          expected.push(value);
          const splice = { of: `r${index}`, at, remove, insert: edit.insert };
          // The clocks of the recorders disagree, so a change may have an earlier time than the
          // value that it changes.
          const event = variable(`r${index + 1}`, `n${index + 1}`, { at: 50 - index, splice });
          events.splice((order.next().value ?? 0) % (events.length + 1), 0, event);
        }
        const graph = build(...events);
        expect(expected.map((_, at) => graph.variables.get(`n${at}@1`)?.value)).toEqual(expected);
      },
    ),
  );
});

/** A tree of changes; each change modifies any earlier value. */
const tree = fc.array(
  fc.record({
    of: fc.nat(),
    at: fc.nat(),
    remove: fc.nat(3),
    insert: fc.constantFrom("", "a", "ab", "b", "ba"),
  }),
  { minLength: 1, maxLength: 300 },
);

test("G7 the graph reads many splices of one value, in chains and in parallel, in any order", () => {
  fc.assert(
    fc.property(tree, fc.infiniteStream(fc.nat()), fc.boolean(), (list, picks, isChain) => {
      const values = ["abab"];
      const events = [variable("r0", "m0", { at: 0, value: "abab" })];
      for (const [index, edit] of list.entries()) {
        const of = isChain ? index : edit.of % values.length;
        const base = values[of] ?? "";
        const at = edit.at % (base.length + 1);
        const remove = Math.min(edit.remove, base.length - at);
        values.push(base.slice(0, at) + edit.insert + base.slice(at + remove));
        const splice = { of: `r${of}`, at, remove, insert: edit.insert };
        events.push(variable(`r${index + 1}`, `m${index + 1}`, { at: index + 1, splice }));
      }
      const graph = build(...events);
      for (let read = 0; read < 50; read++) {
        const place = (picks.next().value ?? 0) % values.length;
        expect(graph.variables.get(`m${place}@1`)?.value).toBe(values[place]);
      }
      const last = [...values.keys()].reverse();
      expect(last.map((at) => graph.variables.get(`m${at}@1`)?.value)).toEqual(values.toReversed());
    }),
    { numRuns: 200 },
  );
});

test("G2 a splice that does not change the value adds no version, alone or in a chain", () => {
  fc.assert(
    fc.property(tree, fc.boolean(), (list, isChain) => {
      const values = ["abab"];
      const events = [variable("r0", "m", { at: 0, value: "abab" })];
      for (const [index, edit] of list.entries()) {
        const of = isChain ? index : edit.of % values.length;
        const base = values[of] ?? "";
        const at = edit.at % (base.length + 1);
        const remove = Math.min(edit.remove, base.length - at);
        values.push(base.slice(0, at) + edit.insert + base.slice(at + remove));
        const splice = { of: `r${of}`, at, remove, insert: edit.insert };
        events.push(variable(`r${index + 1}`, "m", { at: index + 1, splice }));
      }
      const versions = values.filter((value, index) => value !== values[index - 1]);
      expect(
        build(...events)
          .versionsOf("m")
          .map(({ value }) => value),
      ).toEqual(versions);
    }),
    { numRuns: 200 },
  );
});

test("G25 the stored length of a cut value is right, whatever character is at the cut", () => {
  for (const unit of ["x", "🐕", "x🐕"]) {
    const long = unit.repeat(Math.ceil(MAX_VALUE_CHARS / unit.length) - 1);
    const graph = buildGraph(GRAPH, [
      variable("r0", "m", { at: 1, value: long }),
      ...Array.from({ length: 5 }, (_, i) =>
        variable(`r${i + 1}`, "m", {
          at: i + 2,
          splice: { of: `r${i}`, at: i, remove: 0, insert: "yy".repeat(40 + i) },
        }),
      ),
    ]);
    for (const row of graph.rows.variables) {
      const value = graph.rows.values.read(row);
      expect(value.length).toBe(graph.rows.values.chars(row));
      expect(value.length).toBeLessThanOrEqual(MAX_VALUE_CHARS);
      expect(value.isWellFormed()).toBe(true);
    }
  }
});

test("G25 the service cuts a value that splices grow over the limit, and marks it as cut", () => {
  const half = "x".repeat(MAX_VALUE_CHARS / 2);
  const splice = (of: string) => ({ of, at: 0, remove: 0, insert: half });
  const graph = buildGraph(GRAPH, [
    variable("r1", "m", { at: 1, value: half }),
    variable("r2", "m", { at: 2, splice: splice("r1") }),
    variable("r3", "m", { at: 3, splice: splice("r2") }),
  ]);
  const [, whole, cut] = graph.versionsOf("m").map(({ value }) => value);
  expect(whole).toBe(half + half);
  expect(cut?.length).toBeLessThanOrEqual(MAX_VALUE_CHARS);
  expect(cut).toMatch(/characters kept\]$/);
});

test("G8 the graph lists a splice that waits for a missing or too short base, or for itself", () => {
  const splice = (of: string, at: number) => ({ of, at, remove: 0, insert: "x" });
  const pendingOf = (...events: TraceEvent[]) => build(...events).pending.map(({ event }) => event);
  expect(pendingOf(variable("r1", "m", { splice: splice("r0", 0) }))).toEqual(["v:r1"]);
  expect(
    pendingOf(
      variable("r0", "m", { value: "ab" }),
      variable("r1", "m", { at: 1, splice: splice("r0", 3) }),
      variable("r2", "m", { at: 2, splice: splice("r1", 0) }),
    ),
  ).toEqual(["v:r1", "v:r2"]);
  expect(
    pendingOf(
      variable("r1", "m", { splice: splice("r2", 0) }),
      variable("r2", "m", { splice: splice("r1", 0) }),
    ),
  ).toEqual(["v:r1", "v:r2"]);
});

test("G9 a repeated operation or session adds fields, removes none, and keeps its place", () => {
  const graph = build(
    operation("o", { at: 1, startedAt: 1, status: "running", session: "s" }),
    operation("o", { id: "later", at: 9, endedAt: 9, status: "ok" }),
    { type: "session", id: "s1", graph: GRAPH, at: 1, session: "s", name: "first" },
    { type: "session", id: "s2", graph: GRAPH, at: 2, session: "s", category: "search" },
  );
  const step = graph.operations.get("o");
  expect(step && describeOperation(step)).toEqual({
    ...{ id: "o", name: "o", at: 1, session: "s", startedAt: 1, endedAt: 9, status: "ok" },
  });
  expect(graph.sessions.get("s")).toMatchObject({ at: 1, name: "first", category: "search" });
});

test("G10 the graph keeps a link whose operation no event described, with a warning", () => {
  const graph = build(
    variable("r1", "m", { value: "1" }),
    variable("r2", "n", { value: "2" }),
    link("l", "o", "r1", "r2"),
  );
  expect(graph.operations.get("o")).toMatchObject({ name: "o" });
  expect(graph.warnings).toMatchObject([{ code: "unknown-operation", subject: "o" }]);
});

test("G11 an input only starts links of its operation, and an output only ends them", () => {
  const values = ["a", "b", "c", "d"].map((name) => variable(name, name, { value: name }));
  const graph = build(
    ...values,
    operation("o"),
    link("l1", "o", "a", "b"),
    link("l2", "o", "b", "c"),
    link("l3", "o", "d", "c"),
  );
  const { inputs, intermediates, outputs } = graph.endsOf("o");
  const names = [inputs, intermediates, outputs].map((list) => list.map(({ name }) => name));
  expect(names).toEqual([["a", "d"], ["b"], ["c"]]);
});

test("G12 a later graph event adds the properties that the graph lacks", () => {
  const event = (id: string, at: number, given: object): TraceEvent => ({
    ...{ type: "graph", id, graph: GRAPH, at, ...given },
  });
  const graph = build(
    event("b", 2, { system: "mem0" }),
    event("a", 1, { user: "ada", system: "?" }),
  );
  expect(graph.header).toEqual({ id: GRAPH, at: 1, user: "ada", system: "mem0" });
});

test("G13 a verdict refers to query, answer and evidence by the variables that the graph has", () => {
  const graph = build(variable("r1", "q", { value: "?" }), {
    ...{ type: "verdict", id: "w", graph: GRAPH, at: 1, query: "?", prediction: "!" },
    ...{ expected: [], score: 0, queryRef: "r1", predictionRef: "r9", evidence: ["r9", "q@1"] },
  });
  expect(graph.verdicts).toMatchObject([{ queryId: "q@1", evidence: ["q@1"] }]);
  expect(graph.verdicts[0]?.predictionId).toBeUndefined();
});

test("G48 the graph keeps a link whose two ends are the same version, with a warning", () => {
  const graph = buildGraph(GRAPH, [
    operation("o"),
    variable("r1", "a", { at: 1, value: "tea" }),
    variable("r2", "a", { at: 2, value: "tea" }),
    link("l", "o", "r1", "r2", { at: 2 }),
  ]);
  expect([...graph.links.values()].map(({ from, to }) => [from, to])).toEqual([["a@1", "a@1"]]);
  expect(graph.warnings).toMatchObject([{ code: "self-link", subject: "l" }]);
  expect(graph.warnings[0]?.message).toMatch(/version/);
});
