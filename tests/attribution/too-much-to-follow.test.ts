import { expect, test } from "vitest";
import { tooMuchToFollow } from "../../src/attribution/too-much-to-follow.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { HEAVY_GRAPHS } from "../faults/heavy-graphs.ts";

test("J27 a graph that takes too long to follow is told from its lengths and links alone", () => {
  const told = (name: string, size: number) => {
    const heavy = HEAVY_GRAPHS.find((each) => each.name === name);
    return tooMuchToFollow(buildGraph("g", heavy?.events("g", size) ?? []));
  };
  expect(told("growing", 8_000)).toMatch(/^The values of this graph are \d+ characters together/);
  expect(told("edited", 2_000)).toMatch(/Record a long memory as units of their own/);
  expect(told("hub", 5_000)).toMatch(/6250000 ways through them/);
  for (const { name } of HEAVY_GRAPHS) expect(told(name, 500)).toBeUndefined();
});
