/** Long queries pause often enough for other requests, whatever the graph's shape. */
import { expect, test } from "vitest";
import { attributeInTurns } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { rolesOf } from "../../src/attribution/roles/roles.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { diffGraphs, diffStores } from "../../src/graph/history/differences.ts";
import type { InTurns } from "../../src/graph/in-turns.ts";
import { storeAtInTurns } from "../../src/graph/memory/store.ts";
import { timelineOf } from "../../src/replay/timeline.ts";
import { HEAVY_GRAPHS } from "../faults/support/heavy-graphs.ts";

const RECORDS = 6_000;
/** Most records that a query may visit between two pauses; each record takes several steps. */
const RECORDS_PER_STOP = 2_000;

const SHAPES = HEAVY_GRAPHS.filter(({ name }) => ["versions", "hub", "same-name"].includes(name));

const stops = (work: InTurns<unknown>): number => {
  let count = 0;
  while (!work.next().done) count += 1;
  return count;
};

const whole = Number.POSITIVE_INFINITY;
const wrongAnswer = (graph: EvolutionGraph) => {
  const [found] = discoverCases(graph);
  if (found === undefined) throw new Error("the graph holds a wrong answer");
  return found;
};

const QUESTIONS: [string, (graph: EvolutionGraph, other: EvolutionGraph) => InTurns<unknown>][] = [
  ["the store", (graph) => storeAtInTurns(graph, whole)],
  ["two moments", (graph) => diffStores(graph, 0, whole)],
  ["two graphs", diffGraphs],
  ["the stages of a replay", (graph) => timelineOf(graph, rolesOf(graph, wrongAnswer(graph)))],
  ["the verdict", (graph) => attributeInTurns(graph, wrongAnswer(graph))],
];

test.each(
  SHAPES.flatMap((shape) =>
    QUESTIONS.map(([what, ask]) => [what, shape.name, shape, ask] as const),
  ),
)("H120 the service computes %s of the graph %s in short turns", (_what, _name, shape, ask) => {
  const made = () => buildGraph("g", [...shape.events("g", RECORDS), ...shape.verdict("g")]);
  const graph = made();
  const records = graph.variables.size + graph.links.size;
  expect(stops(ask(graph, made()))).toBeGreaterThan(records / RECORDS_PER_STOP);
});
