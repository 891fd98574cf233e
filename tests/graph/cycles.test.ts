import * as fc from "fast-check";
import { expect, test } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { blame } from "../../src/graph/history/blame.ts";
import { versionChain } from "../../src/graph/history/version-chain.ts";
import { storeAt } from "../../src/graph/memory/store.ts";
import { lifeOf } from "../../src/graph/memory/unit-life.ts";
import { wholeGraph } from "../../src/graph/parts/subgraph.ts";
import {
  ancestorsOf,
  contributingSessions,
  descendantsOf,
  type WalkOptions,
  walk,
} from "../../src/graph/parts/walk.ts";
import { renderSubgraph } from "../../src/graph/render.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { ended } from "./support/ended.ts";
import { exported } from "./support/exported.ts";
import { GRAPH, link, operation, variable } from "./support/recorded.ts";

const build = (...events: TraceEvent[]) => buildGraph(GRAPH, events);

/** Two names that each replaced the other once, with version numbers that contradict the times. */
const CIRCLE = [
  variable("r1", "m", { at: 1, version: 2, value: "tea", category: "memory" }),
  variable("r2", "n", { at: 2, mutates: "r1", value: "tea and milk", category: "memory" }),
  variable("r3", "m", { at: 3, version: 1, mutates: "r2", value: "milk", category: "memory" }),
];

test("G43 chain, life and blame of versions that replaced each other in a circle are finite", () => {
  const graph = build(...CIRCLE);
  const variables = [...graph.variables.values()];
  expect(variables.map(({ id, mutates }) => [id, mutates])).toEqual([
    ["m@2", undefined],
    ["n@1", "m@2"],
    ["m@1", "n@1"],
  ]);
  for (const each of variables) {
    const chain = versionChain(graph, each).map(({ id }) => id);
    expect(chain.at(-1)).toBe(each.id);
    expect(new Set(chain).size).toBe(chain.length);
    const life = lifeOf(graph, each.fullName).map(({ id }) => id);
    expect(new Set(life)).toEqual(new Set(["m@1", "m@2", "n@1"]));
    expect(new Set(life).size).toBe(life.length);
    const spans = ended(blame(graph, each.id)) ?? [];
    expect(spans.map(({ start, end }) => each.value.slice(start, end)).join("")).toBe(each.value);
  }
});

test("G43 a walk reaches a value that links to itself once, and the value is an intermediate", () => {
  const graph = build(
    operation("o"),
    variable("r1", "m", { at: 1, value: "same" }),
    variable("r2", "m", { at: 2, value: "same" }),
    link("l", "o", "r1", "r2", { at: 3 }),
  );
  expect([graph.linksFrom("m@1").length, graph.linksTo("m@1").length]).toEqual([1, 1]);
  const reached = walk(graph, "m@1", { direction: "both", siblingInputs: true });
  expect([...(reached?.variables ?? [])]).toEqual(["m@1"]);
  expect([...(reached?.links ?? [])]).toEqual(["l"]);
  expect(ancestorsOf(graph, "m@1").concat(descendantsOf(graph, "m@1"))).toEqual([]);
  const { inputs, intermediates, outputs } = graph.endsOf("o");
  expect([inputs, intermediates.map(({ id }) => id), outputs]).toEqual([[], ["m@1"], []]);
});

const word = fc.constantFrom("a", "b", "c");
const label = fc.option(fc.constantFrom("message", "memory", "query", "prediction", "delete"), {
  nil: undefined,
});
/**
 * A graph in which a value can replace any value, also a later value or itself. A link can lead to
 * any value, too.
 */
const anyTangle = fc
  .record({
    values: fc.array(
      fc.record({
        ...{ name: word, value: fc.constantFrom("", "tea", "tea and milk"), at: fc.nat(9) },
        ...{ version: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }) },
        ...{ mutates: fc.nat(7), class: label, category: label },
      }),
      { minLength: 1, maxLength: 8 },
    ),
    links: fc.array(fc.tuple(word, fc.nat(7), fc.nat(7), fc.nat(9)), { maxLength: 16 }),
  })
  .map(({ values, links }) => [
    ...values.map(({ name, mutates, ...rest }, index) =>
      variable(`r${index}`, name, { ...rest, mutates: `r${mutates}` }),
    ),
    ...links.map(([op, from, to, at], index) =>
      link(`l${index}`, op, `r${from}`, `r${to}`, { at }),
    ),
  ]);

function expectEnds(graph: EvolutionGraph): void {
  const variables = [...graph.variables.values()];
  const size = variables.length;
  for (const { id, fullName, value } of variables) {
    for (const direction of ["forward", "backward", "both"] as const) {
      const options: WalkOptions = { direction, siblingInputs: true };
      expect(walk(graph, id, options)?.variables.size).toBeLessThanOrEqual(size);
    }
    expect(ancestorsOf(graph, id).length).toBeLessThan(size);
    expect(contributingSessions(graph, id).length).toBeLessThanOrEqual(1);
    const each = graph.variables.get(id);
    expect(each && versionChain(graph, each).length).toBeLessThanOrEqual(size);
    expect(lifeOf(graph, fullName).length).toBeLessThanOrEqual(size);
    expect(
      (ended(blame(graph, id)) ?? []).map(({ start, end }) => value.slice(start, end)).join(""),
    ).toBe(value);
  }
  for (const at of [0, 4, 9]) expect(storeAt(graph, at).length).toBeLessThanOrEqual(size);
  expect(renderSubgraph(graph, wholeGraph(graph), { format: "xml" })).toContain("</graph>");
  for (const failed of discoverCases(graph)) attribute(graph, failed);
  const [question = "", answer = ""] = variables.map(({ id }) => id);
  const given = { query: "tea?", prediction: "no", expected: ["tea"], evidence: [question] };
  attribute(graph, { ...given, queryId: question, predictionId: answer });
}

test("G43 walks, chains, lives, blame, rendering and attribution end on any cycles", () => {
  fc.assert(
    fc.property(anyTangle, (events) => {
      const graph = buildGraph(GRAPH, events);
      expectEnds(graph);
      const file: unknown = exported(graph);
      const read = readSmartcomment(file);
      if (!read.ok) throw new Error(`${read.fault.path}: ${read.fault.message}`);
      expectEnds(read.value.graph);
    }),
    { numRuns: 200 },
  );
});
