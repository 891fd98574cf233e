import { expect, test } from "vitest";
import { attributeInTurns } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { Effort } from "../../src/attribution/effort.ts";
import { tooMuchToFollow } from "../../src/attribution/too-much-to-follow.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import { HEAVY_GRAPHS } from "../faults/support/heavy-graphs.ts";
import { ANSWERED_GRAPHS } from "./support/answered-graphs.ts";

test("J27 the tracer detects a graph that takes too long to follow from its lengths and link counts", () => {
  const told = (name: string, size: number) => {
    const heavy = HEAVY_GRAPHS.find((each) => each.name === name);
    return tooMuchToFollow(buildGraph("g", heavy?.events("g", size) ?? []));
  };
  expect(told("growing", 8_000)?.reason).toMatch(
    /^The values of this graph have \d+ characters in total/,
  );
  expect(told("edited", 2_000)?.remedy).toMatch(/Record a long memory as several units/);
  expect(told("hub", 5_000)?.reason).toMatch(/6250000 paths lead through single values/);
  for (const { name } of HEAVY_GRAPHS) expect(told(name, 500)).toBeUndefined();
});

test.for(ANSWERED_GRAPHS)(
  "J27 a case that costs too much is undecided, and the remedy says what to record: $name",
  ({ events }) => {
    // Builds a new graph each time, because a graph keeps results of earlier cases.
    const following = (effort?: Effort) => {
      const graph = buildGraph("g", events(1_000));
      const [failed] = discoverCases(graph);
      if (failed === undefined) throw new Error("no case");
      return attributeInTurns(graph, failed, effort);
    };
    const effort = new Effort();
    const costs = [...costsOf(following(effort))];
    const all = effort.spent;
    expect(costs.length).toBeGreaterThan(1);
    expect(Math.max(...costs)).toBeLessThan(costs.reduce((sum, cost) => sum + cost, 0));
    expect(atOnce(following(new Effort(all * 2)))).toEqual(atOnce(following()));
    for (const share of [0.1, 0.5, 0.9]) {
      expect(atOnce(following(new Effort(all * share)))).toMatchObject({
        ...{ outcome: "undecided", because: "too-much-to-follow", op: null, errorType: null },
        remedy: expect.stringMatching(/^Record a long memory/),
      });
    }
  },
);

function* costsOf(work: Generator<number, unknown>): Generator<number> {
  for (let step = work.next(); !step.done; step = work.next()) yield step.value;
}
