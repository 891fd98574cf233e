import { expect, test } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { processorMs } from "../suites/processor-time.ts";
import { ANSWERED_GRAPHS } from "./support/answered-graphs.ts";

/**
 * Largest allowed growth, for graphs whose unrelated part has the same share at any size. Quadratic
 * work would take 64 times as long.
 */
const GROWTH = 8;
const MOST_GROWTH = 30;
const COMPARISONS = 3;

test.for(ANSWERED_GRAPHS)(
  "J27 the time of an attribution grows with the size of the graph: $name",
  ({ events }) => {
    const millisecondsOf = (size: number) => {
      const graph = buildGraph("g", events(size));
      const [failed] = discoverCases(graph);
      if (failed === undefined) throw new Error("no case");
      return processorMs(() => attribute(graph, failed));
    };
    millisecondsOf(1_000);
    const isLinear = () => {
      const few = millisecondsOf(4_000);
      return millisecondsOf(4_000 * GROWTH) < Math.max(1_000, few * MOST_GROWTH);
    };
    // Other processes may disturb some comparisons; quadratic work fails every comparison.
    expect(Array.from({ length: COMPARISONS }).some(isLinear)).toBe(true);
  },
);
