import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import {
  ancestorsOf,
  contributingSessions,
  descendantsOf,
  downstreamSessions,
  type WalkOptions,
  walk,
} from "../../src/graph/parts/walk.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { anyLinks, GRAPH, link, operation, variable } from "./support/recorded.ts";

const build = (...events: TraceEvent[]) => buildGraph(GRAPH, events);
/**
 * Builds a graph of values with one-letter names in time order. Links are written `op: from > to`.
 */
const graphOf = (names: string, ...links: string[]) =>
  build(
    ...names.split(" ").map((name, index) => variable(name, name, { at: index, value: name })),
    ...links.map((written, index) => {
      const [op = "", from = "", to = ""] = written.split(/[:>]/).map((part) => part.trim());
      return link(`l${index}`, op, from, to, { at: 100 + index });
    }),
  );
const reached = (graph: EvolutionGraph, start: string, options: WalkOptions) =>
  [...(walk(graph, `${start}@1`, options)?.variables ?? [])].map((id) => id.slice(0, -2));
const forward = { direction: "forward" } as const;

const chain = graphOf("a b c d", "o1: a > b", "o2: b > c", "o3: c > d");

test("Q1 a walk follows links forward, backward or both ways", () => {
  expect(reached(chain, "b", forward)).toEqual(["b", "c", "d"]);
  expect(reached(chain, "c", { direction: "backward" })).toEqual(["c", "b", "a"]);
  expect(reached(chain, "b", { direction: "both" })).toEqual(["b", "c", "d", "a"]);
  expect([...(walk(chain, "b@1", forward)?.operations ?? [])]).toEqual(["o2", "o3"]);
});

test("Q1 a walk is breadth first, visits each variable once, and ends in cycles", () => {
  const graph = graphOf("a b c d", "o: a > b", "o: b > d", "o: a > c", "o: d > a", "o: c > d");
  expect(reached(graph, "a", forward)).toEqual(["a", "b", "c", "d"]);
  expect(walk(graph, "a@1", forward)?.links.size).toBe(5);
  expect(walk(graph, "a@1", forward)?.depthOf("d@1")).toBe(2);
});

test("Q1 a walk both ways is the union of the forward and the backward walk, even in cycles", () => {
  fc.assert(
    fc.property(anyLinks, fc.nat(5), (links, depth) => {
      const graph = build(...links);
      for (const id of graph.variables.keys()) {
        const ids = (direction: WalkOptions["direction"]) =>
          [...(walk(graph, id, { direction, maxDepth: depth })?.variables ?? [])].sort();
        expect(ids("both")).toEqual([...new Set([...ids("forward"), ...ids("backward")])].sort());
      }
    }),
  );
});

test("Q2 the depth counts links, and the walk has all links between its variables", () => {
  const graph = graphOf("a b c", "o: a > b", "o: b > c", "o: b > a");
  expect(reached(graph, "a", { ...forward, maxDepth: 0 })).toEqual(["a"]);
  expect(reached(graph, "a", { ...forward, maxDepth: 1 })).toEqual(["a", "b"]);
  expect([...(walk(graph, "a@1", { ...forward, maxDepth: 1 })?.links ?? [])]).toEqual(["l0", "l2"]);
});

test("Q3 a walk limited to operations follows only their links", () => {
  expect(reached(chain, "a", { ...forward, operations: ["o1", "o3"] })).toEqual(["a", "b"]);
});

test("Q4 a walk stops at variables outside the times, categories or sessions, but never at its start", () => {
  const graph = build(
    variable("a", "a", { at: 1, value: "a", category: "message", session: "s0" }),
    variable("b", "b", { at: 2, value: "b", session: "s1" }),
    variable("c", "c", { at: 3, value: "c", category: "memory", session: "s2" }),
    link("l1", "o", "a", "b", { at: 4 }),
    link("l2", "o", "b", "c", { at: 4 }),
  );
  expect(reached(graph, "a", { ...forward, from: 2, to: 2 })).toEqual(["a", "b"]);
  expect(reached(graph, "a", { ...forward, from: 2, to: 3 })).toEqual(["a", "b", "c"]);
  expect(reached(graph, "a", { ...forward, from: 3 })).toEqual(["a"]);
  expect(reached(graph, "a", { ...forward, categories: ["variable"] })).toEqual(["a", "b"]);
  expect(reached(graph, "a", { ...forward, sessions: ["s1"] })).toEqual(["a", "b"]);
  expect(reached(graph, "a", { ...forward, sessions: ["s2"] })).toEqual(["a"]);
});

const merge = graphOf(
  "x y p t u z",
  "o: x > t",
  "o: y > t",
  "other: z > t",
  "o: p > y",
  "q: y > u",
);

test("Q5 the walk adds sibling inputs with their links and does not continue from them", () => {
  const found = walk(merge, "x@1", { ...forward, siblingInputs: true });
  expect([...(found?.variables ?? [])]).toEqual(["x@1", "t@1", "y@1"]);
  expect([...(found?.links ?? [])]).toEqual(["l0", "l1"]);
  expect(found?.depthOf("y@1")).toBeUndefined();
  expect(
    reached(merge, "t", { direction: "backward", siblingInputs: true, operations: [] }),
  ).toEqual(["t"]);
});

test("Q5 the walk continues from a sibling input that it reaches along a link", () => {
  const graph = graphOf("x y t u", "o: x > t", "o: y > t", "r: t > y", "q: y > u");
  expect(reached(graph, "x", { ...forward, siblingInputs: true })).toEqual(["x", "t", "y", "u"]);
});

test("Q5 the filters apply to sibling inputs", () => {
  expect(reached(merge, "x", { ...forward, siblingInputs: true, from: 2 })).toEqual(["x", "t"]);
});

test("Q6 ancestors have a path to the variable, descendants a path from it; neither includes the variable", () => {
  fc.assert(
    fc.property(anyLinks, (links) => {
      const graph = build(...links);
      const order = [...graph.variables.keys()];
      const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
        graph.linksFrom(from).some((next) => {
          if (next.to === to) return true;
          if (seen.has(next.to)) return false;
          seen.add(next.to);
          return leadsTo(next.to, to, seen);
        });
      for (const id of order) {
        const others = order.filter((other) => other !== id);
        expect(ancestorsOf(graph, id).map((v) => v.id)).toEqual(
          others.filter((other) => leadsTo(other, id)),
        );
        expect(descendantsOf(graph, id).map((v) => v.id)).toEqual(
          others.filter((other) => leadsTo(id, other)),
        );
      }
    }),
  );
  expect(descendantsOf(chain, "a@1", 2).map((v) => v.id)).toEqual(["b@1", "c@1"]);
  expect(ancestorsOf(chain, "d@1", 1).map((v) => v.id)).toEqual(["c@1"]);
});

test("Q7 contributing sessions include those of the ancestors, downstream sessions those of the descendants", () => {
  const session = (id: string, at: number): TraceEvent => ({
    ...{ type: "session", id: `s:${id}`, graph: GRAPH, at, session: id },
  });
  const graph = build(
    session("later", 2),
    session("first", 1),
    variable("a", "a", { at: 1, value: "a", session: "first" }),
    variable("b", "b", { at: 2, value: "b", session: "unrecorded" }),
    variable("c", "c", { at: 3, value: "c", session: "later" }),
    operation("o"),
    link("l1", "o", "a", "b"),
    link("l2", "o", "b", "c"),
  );
  expect(contributingSessions(graph, "c@1")).toEqual(["first", "later", "unrecorded"]);
  expect(contributingSessions(graph, "a@1")).toEqual(["first"]);
  expect(downstreamSessions(graph, "b@1")).toEqual(["later", "unrecorded"]);
});

test("Q8 an unknown variable has no walk, no ancestors and no sessions", () => {
  expect(walk(chain, "nobody@1", forward)).toBeUndefined();
  expect(ancestorsOf(chain, "nobody@1")).toEqual([]);
  expect(contributingSessions(chain, "nobody@1")).toEqual([]);
});

test("Q5 the walk does not continue from a sibling input at the depth limit", () => {
  const graph = graphOf("x y t u", "o: x > t", "o: y > t", "r: t > y", "q: y > u");
  const within = (maxDepth: number) =>
    reached(graph, "x", { ...forward, siblingInputs: true, maxDepth });
  expect(within(1)).toEqual(["x", "t", "y"]);
  expect(within(2)).toEqual(["x", "t", "y"]);
  expect(within(3)).toEqual(["x", "t", "y", "u"]);
});

test("Q5 a walk both ways adds sibling inputs only on forward links", () => {
  const graph = graphOf("a b x y t", "o: a > x", "o: b > x", "p: x > t", "p: y > t");
  expect(reached(graph, "x", { direction: "both", siblingInputs: true })).toEqual([
    ...["x", "t", "y", "a", "b"],
  ]);
  expect(reached(graph, "t", { direction: "backward", siblingInputs: true })).toEqual(
    reached(graph, "t", { direction: "backward" }),
  );
});

test("Q5 the walk continues backward from a sibling input that it reaches backward", () => {
  const graph = graphOf("p y x t", "o: x > t", "o: y > t", "r: y > x", "q: p > y");
  const options = { direction: "both", siblingInputs: true } as const;
  expect(reached(graph, "x", options)).toEqual(["x", "t", "y", "p"]);
});

test("Q54 the time for sibling inputs grows with their number, however many operations wrote the variable", () => {
  const count = 40_000;
  const graph = buildGraph(GRAPH, [
    variable("x", "x", { value: "x" }),
    variable("t", "t", { value: "t" }),
    ...Array.from({ length: count }, (_, index) => [
      variable(`y${index}`, `y${index}`, { at: index, value: `${index}` }),
      link(`lx${index}`, `o${index}`, "x", "t", { at: 2 * index }),
      link(`ly${index}`, `o${index}`, `y${index}`, "t", { at: 2 * index + 1 }),
    ]).flat(),
  ]);
  const found = walk(graph, "x@1", { ...forward, siblingInputs: true });
  expect([...(found?.variables ?? [])]).toEqual([
    ...["x@1", "t@1"],
    ...Array.from({ length: count }, (_, index) => `y${index}@1`),
  ]);
  expect(found?.links.size).toBe(2 * count);
});

test("Q5 the walk takes no link between two sibling inputs", () => {
  const graph = graphOf("x y z t", "o: x > t", "o: y > t", "o: z > t", "other: y > z");
  const found = walk(graph, "x@1", { ...forward, siblingInputs: true });
  expect([...(found?.variables ?? [])]).toEqual(["x@1", "t@1", "y@1", "z@1"]);
  expect([...(found?.links ?? [])]).toEqual(["l0", "l1", "l2"]);
});

test("Q5 in a walk limited to operations, sibling inputs belong to the same operation", () => {
  const options = { ...forward, siblingInputs: true };
  expect(reached(merge, "x", { ...options, operations: ["o"] })).toEqual(["x", "t", "y"]);
  expect(reached(merge, "z", { ...options, operations: ["other"] })).toEqual(["z", "t"]);
});
