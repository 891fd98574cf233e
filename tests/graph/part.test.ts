import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { Subgraph } from "../../src/graph/parts/graph-part.ts";
import {
  childSubgraphs,
  filterSubgraph,
  inducedSubgraph,
  subgraphAround,
  subgraphOfOperations,
  wholeGraph,
} from "../../src/graph/parts/subgraph.ts";
import {
  difference,
  intersection,
  symmetricDifference,
  union,
} from "../../src/graph/parts/subgraph-algebra.ts";
import { takePart } from "../../src/graph/parts/take-part.ts";
import { walk } from "../../src/graph/parts/walk.ts";
import { type PartOfGraph, PartParam } from "../../src/protocol/api/graph-parts.ts";
import { GRAPH, link, operation, variable } from "./support/recorded.ts";

const graph = buildGraph(GRAPH, [
  variable("a", "a", { at: 1_000, value: "a", category: "message" }),
  variable("b", "b", { at: 2_000, value: "b" }),
  variable("c", "c", { at: 3_000, value: "c" }),
  operation("o1"),
  operation("o2"),
  link("ab", "o1", "a", "b", { at: 4_000 }),
  link("ac", "o1", "a", "c", { at: 5_000, category: "extraction" }),
  link("bc", "o2", "b", "c", { at: 6_000, category: "update" }),
]);

const idsOf = (part: Subgraph | undefined) =>
  part && [[...part.variables], [...part.links], [...part.operations]];
const taken = (part: unknown) => {
  const read = PartParam.parse(JSON.stringify(part));
  return read && takePart(graph, read);
};

const OPERATION = { part: "operations", ids: ["o1"] } as const;
const ENDS = { part: "variables", ids: ["c@1", "b@1", "nobody@1"] } as const;
const operationPart = subgraphOfOperations(graph, ["o1"]);
const endsPart = inducedSubgraph(graph, ["c@1", "b@1"]);

test.each<[unknown, Subgraph | undefined]>([
  [{ part: "whole" }, wholeGraph(graph)],
  [OPERATION, operationPart],
  [ENDS, endsPart],
  [{ part: "walk", variable: "b@1" }, walk(graph, "b@1", { direction: "backward" })],
  [
    { part: "walk", variable: "a@1", direction: "forward", maxDepth: 1, operations: ["o1"] },
    walk(graph, "a@1", { direction: "forward", maxDepth: 1, operations: ["o1"] }),
  ],
  [{ part: "around", variable: "b@1" }, subgraphAround(graph, "b@1")],
  [
    { part: "children", variable: "b@1" },
    childSubgraphs(graph, "b@1").reduce((a, b) => union(graph, a, b)),
  ],
  [
    { part: "filter", of: { part: "whole" }, to: "1970-01-01T00:00:02.000Z" },
    filterSubgraph(graph, wholeGraph(graph), { to: 2_000 }),
  ],
  [
    { part: "filter", of: OPERATION, categories: ["message"], outside: true },
    filterSubgraph(graph, operationPart, { categories: ["message"], outside: true }),
  ],
  [{ part: "union", of: [OPERATION, ENDS] }, union(graph, operationPart, endsPart)],
  [
    { part: "intersection", of: [OPERATION, ENDS, { part: "whole" }] },
    intersection(graph, operationPart, endsPart),
  ],
  [{ part: "difference", of: [OPERATION, ENDS] }, difference(graph, operationPart, endsPart)],
  [
    { part: "symmetricDifference", of: [OPERATION, ENDS] },
    symmetricDifference(graph, operationPart, endsPart),
  ],
])("Q48 the description %j selects its part", (described, expected) => {
  expect(idsOf(taken(described))).toEqual(idsOf(expected));
  expect(expected).toBeDefined();
});

test("Q48 a part has the links that wrote a variable, of one category or of all", () => {
  const linksOf = (part: unknown) => [...(taken(part)?.links ?? [])];
  expect(linksOf({ part: "writers", variable: "c@1" })).toEqual(["ac", "bc"]);
  expect(linksOf({ part: "writers", variable: "c@1", category: "update" })).toEqual(["bc"]);
  expect(linksOf({ part: "writers", variable: "b@1", category: "operation" })).toEqual(["ab"]);
});

test("Q48 a part does not exist if it starts at an unknown variable, at any depth", () => {
  const unknown = { part: "around", variable: "nobody@1" };
  expect(taken(unknown)).toBeUndefined();
  expect(taken({ part: "union", of: [ENDS, { part: "filter", of: unknown }] })).toBeUndefined();
});

const nested = (depth: number): unknown =>
  depth === 0 ? { part: "whole" } : { part: "filter", of: nested(depth - 1) };

test.each<[string, RegExp]>([
  ["{", /is not JSON/],
  ["[]", /the part: /],
  ['{"part":"everything"}', /part: /],
  ['{"part":"walk"}', /variable: /],
  ['{"part":"union","of":[]}', /of: /],
  ['{"part":"union","of":[{"part":"walk","variable":"x@1","depth":3}]}', /of\.0\.depth: /],
  ['{"part":"filter","of":{"part":"whole"},"from":"yesterday"}', /from: /],
  [JSON.stringify({ part: "difference", of: [ENDS] }), /of: /],
  [JSON.stringify(nested(16)), /names more than 16 parts/],
  [`${'{"part":"filter","of":'.repeat(300)}`, /is not JSON/],
  ["[".repeat(8_000), /is not JSON/],
  [" ".repeat(8_001), /8000/],
])("Q49 the service refuses an invalid part and names the place: %#", (text, problem) => {
  const read = PartParam.safeParse(text);
  expect(read.error?.issues[0]?.message ?? "").toMatch(problem);
});

test("Q49 the service accepts sixteen nested parts", () => {
  const part = PartParam.parse(JSON.stringify(nested(15))) as PartOfGraph;
  expect(idsOf(takePart(graph, part))).toEqual(idsOf(wholeGraph(graph)));
});
