import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { RowSet } from "../../src/graph/columns/row-set.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import type { Subgraph } from "../../src/graph/parts/graph-part.ts";
import {
  childSubgraphs,
  filterSubgraph,
  inducedSubgraph,
  leavesOf,
  operationSubgraphs,
  rootsOf,
  subgraphAround,
  subgraphOfOperations,
  timeRangeOf,
  wholeGraph,
} from "../../src/graph/parts/subgraph.ts";
import {
  difference,
  intersection,
  isSubset,
  relationOf,
  symmetricDifference,
  union,
} from "../../src/graph/parts/subgraph-algebra.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { anyLinks, GRAPH, link, operation, variable } from "./support/recorded.ts";

const build = (...events: TraceEvent[]) => buildGraph(GRAPH, events);
const idsOf = ({ variables, links, operations }: Subgraph) => ({
  variables: [...variables].sort(),
  links: [...links].sort(),
  operations: [...operations].sort(),
});

const graph = build(
  variable("a", "a", { at: 1, value: "a", category: "message", session: "s1" }),
  variable("b", "b", { at: 2, value: "b", session: "s1" }),
  variable("c", "c", { at: 3, value: "c", category: "memory", session: "s2" }),
  operation("o1"),
  operation("o2"),
  link("ab", "o1", "a", "b", { at: 4 }),
  link("ac", "o1", "a", "c", { at: 5, category: "extraction" }),
  link("bc", "o2", "b", "c", { at: 6, category: "update" }),
);

test("Q9 an induced part has the known variables, their links and the operations of these links", () => {
  expect(idsOf(inducedSubgraph(graph, ["c@1", "b@1", "nobody@1"]))).toEqual({
    ...{ variables: ["b@1", "c@1"], links: ["bc"], operations: ["o2"] },
  });
});

test("Q10 a part of operations has their links with both ends", () => {
  expect(idsOf(subgraphOfOperations(graph, ["o1", "nobody"]))).toEqual({
    ...{ variables: ["a@1", "b@1", "c@1"], links: ["ab", "ac"], operations: ["o1"] },
  });
});

test("Q11 the writers of a variable form one part for each category of its links", () => {
  const written = operationSubgraphs(graph, "c@1");
  expect(written.map(({ category, part }) => [category, idsOf(part)])).toEqual([
    ["extraction", { variables: ["a@1", "c@1"], links: ["ac"], operations: ["o1"] }],
    ["update", { variables: ["b@1", "c@1"], links: ["bc"], operations: ["o2"] }],
  ]);
  expect(operationSubgraphs(graph, "a@1")).toEqual([]);
});

test("Q12 each child of a variable has the parts that wrote it, once", () => {
  expect(childSubgraphs(graph, "a@1").map((part) => [...part.links])).toEqual([
    ["ab"],
    ["ac"],
    ["bc"],
  ]);
});

test("Q12 a child is every version that was made directly from a variable", () => {
  const grown = build(
    variable("a", "a", { at: 1, value: "a" }),
    variable("b1", "b", { at: 2, value: "first" }),
    variable("b2", "b", { at: 3, value: "second" }),
    link("l1", "o1", "a", "b1", { at: 4 }),
    link("l2", "o2", "a", "b2", { at: 5 }),
    link("l3", "o2", "a", "b2", { at: 6 }),
  );
  expect(childSubgraphs(grown, "a@1").map((part) => [...part.links])).toEqual([
    ["l1"],
    ["l2", "l3"],
  ]);
});

test("Q13 a filter keeps the variables that pass it and the links between them", () => {
  const kept = (filter: Parameters<typeof filterSubgraph>[2]) =>
    idsOf(filterSubgraph(graph, wholeGraph(graph), filter));
  expect(kept({ from: 2, to: 3 })).toEqual({
    ...{ variables: ["b@1", "c@1"], links: ["bc"], operations: ["o2"] },
  });
  expect(kept({ from: 2, to: 3, outside: true }).variables).toEqual(["a@1"]);
  expect(kept({ sessions: ["s1"] }).links).toEqual(["ab"]);
  expect(kept({ categories: ["variable", "message"] }).variables).toEqual(["a@1", "b@1"]);
  const ofOperation = subgraphOfOperations(graph, ["o2"]);
  expect(idsOf(filterSubgraph(graph, ofOperation, { from: 1 })).links).toEqual(["bc"]);
});

test("Q14 no link of the part enters a root, and no link leaves a leaf", () => {
  expect([...rootsOf(graph, wholeGraph(graph))]).toEqual(["a@1"]);
  expect([...leavesOf(graph, wholeGraph(graph))]).toEqual(["c@1"]);
  expect([...rootsOf(graph, subgraphOfOperations(graph, ["o2"]))]).toEqual(["b@1"]);
});

const anyParts = fc
  .tuple(anyLinks, fc.subarray([0, 1, 2, 3, 4, 5]), fc.subarray([0, 1, 2]))
  .map(([links, variables, operations]) => {
    const built = build(...links);
    return {
      built,
      a: inducedSubgraph(
        built,
        variables.map((index) => `v${index}@1`),
      ),
      b: subgraphOfOperations(
        built,
        operations.map((index) => `op${index}`),
      ),
    };
  });

const isGraph = (built: EvolutionGraph, part: Subgraph) =>
  [...part.links].every((id) => {
    const found = built.links.get(id);
    return (
      found !== undefined &&
      part.variables.has(found.from) &&
      part.variables.has(found.to) &&
      part.operations.has(found.op)
    );
  });

test("Q15 the union and intersection of two parts are parts too", () => {
  fc.assert(
    fc.property(anyParts, ({ built, a, b }) => {
      const both = intersection(built, a, b);
      const either = union(built, a, b);
      expect([...both.variables]).toEqual([...a.variables].filter((id) => b.variables.has(id)));
      expect([...both.links]).toEqual([...a.links].filter((id) => b.links.has(id)));
      expect([both, either].every((part) => isGraph(built, part))).toBe(true);
      for (const [part, whole] of [
        [both, a],
        [both, b],
        [a, either],
        [b, either],
      ] as const) {
        expect(isSubset(part, whole)).toBe(true);
      }
      expect(idsOf(intersection(built, a, a))).toEqual(idsOf(a));
      expect(idsOf(union(built, a, a))).toEqual(idsOf(a));
    }),
  );
});

test("Q15 the differences hold what only one part has, and are parts too", () => {
  fc.assert(
    fc.property(anyParts, ({ built, a, b }) => {
      const rest = difference(built, a, b);
      const apart = symmetricDifference(built, a, b);
      expect([...rest.variables].some((id) => b.variables.has(id))).toBe(false);
      expect([...rest.operations].some((id) => b.operations.has(id))).toBe(false);
      expect(isSubset(rest, a)).toBe(true);
      expect(idsOf(union(built, rest, b)).variables).toEqual(idsOf(union(built, a, b)).variables);
      expect([rest, apart].every((part) => isGraph(built, part))).toBe(true);
      expect(idsOf(apart)).toEqual(idsOf(symmetricDifference(built, b, a)));
      expect(idsOf(apart).variables).toEqual(
        [...rest.variables, ...difference(built, b, a).variables].sort(),
      );
    }),
  );
});

test("Q15 a set of rows keeps the order of insertion, however many rows it has", () => {
  const names = {
    limit: 400,
    idOf: (row: number) => `r${row}`,
    rowOf: (id: string) => +id.slice(1),
  };
  fc.assert(
    fc.property(fc.array(fc.nat(399), { maxLength: 300, size: "max" }), (rows) => {
      const set = new RowSet(names);
      for (const row of rows) set.addRow(row);
      const expected = [...new Set(rows)];
      expect(set.rows).toEqual(expected);
      expect([...set]).toEqual(expected.map((row) => `r${row}`));
      expect(expected.map((row) => set.placeOf(`r${row}`))).toEqual([...expected.keys()]);
      const all = Array.from({ length: 400 }, (_, row) => row);
      expect(all.filter((row) => set.hasRow(row))).toEqual(expected.toSorted((a, b) => a - b));
    }),
  );
});

test("Q15 a subset has all its variables, links and operations in the other part", () => {
  const whole = wholeGraph(graph);
  expect(isSubset(inducedSubgraph(graph, ["a@1"]), whole)).toBe(true);
  expect(isSubset(whole, inducedSubgraph(graph, ["a@1", "b@1", "c@1"]))).toBe(true);
  const { links, operations } = subgraphOfOperations(graph, ["o1"]);
  expect(isSubset(whole, { ...whole, links })).toBe(false);
  expect(isSubset(whole, { ...whole, operations })).toBe(false);
});

test("Q45 the surroundings of a variable have its links, the other ends and the operations", () => {
  expect(idsOf(subgraphAround(graph, "b@1"))).toEqual({
    ...{ variables: ["a@1", "b@1", "c@1"], links: ["ab", "bc"], operations: ["o1", "o2"] },
  });
  const alone = build(variable("x", "x", { value: "x" }));
  expect(idsOf(subgraphAround(alone, "x@1")).variables).toEqual(["x@1"]);
  expect(idsOf(subgraphAround(graph, "nobody@1")).variables).toEqual([]);
});

test("Q46 the times of a part are the earliest and latest times of its variables", () => {
  expect(timeRangeOf(graph, wholeGraph(graph))).toEqual({ from: 1, to: 3 });
  expect(timeRangeOf(graph, subgraphOfOperations(graph, ["o2"]))).toEqual({ from: 2, to: 3 });
  expect(timeRangeOf(graph, inducedSubgraph(graph, []))).toBeUndefined();
});

test("Q47 a part equals another part, is its subset or superset, or neither", () => {
  const whole = wholeGraph(graph);
  const some = inducedSubgraph(graph, ["a@1", "b@1"]);
  expect(relationOf(whole, inducedSubgraph(graph, ["c@1", "b@1", "a@1"]))).toBe("equal");
  expect([relationOf(some, whole), relationOf(whole, some)]).toEqual(["subset", "superset"]);
  expect(relationOf(some, inducedSubgraph(graph, ["b@1", "c@1"]))).toBe("neither");
  const { links, operations } = inducedSubgraph(graph, []);
  expect(relationOf({ ...some, links }, { ...some, operations })).toBe("neither");
});
