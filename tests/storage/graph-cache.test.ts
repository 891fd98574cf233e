import { expect, test } from "vitest";
import { GraphCache, type LoadedGraph } from "../../src/database/graphs/graph-cache.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";

const at = (start: number) => {
  let now = start;
  return { now: () => now, pass: (ms: number) => (now += ms) };
};
const record = (_: unknown, at: number): TraceEvent => ({
  ...{ type: "variable", graph: "g", id: `v${at}`, ref: `v${at}`, name: `note-${at}`, at },
  ...{ category: "memory", value: "the same" },
});
const opening = (packBytes = 1_000, records = 0) => {
  let times = 0;
  const open = async (): Promise<LoadedGraph> => {
    times++;
    return { graph: buildGraph("g", Array.from({ length: records }, record)), packBytes };
  };
  return { open, times: () => times };
};

test("D33 a second read of a graph in the same state does not load it again", async () => {
  const graphs = new GraphCache(() => 0);
  const { open, times } = opening();
  const first = await graphs.get("g:1", open);
  expect(await graphs.get("g:1", open)).toBe(first);
  expect(times()).toBe(1);
  expect(await graphs.get("g:2", open)).not.toBe(first);
});

test("D33 the cache drops a graph after a minute", async () => {
  const clock = at(0);
  const graphs = new GraphCache(clock.now);
  const { open, times } = opening();
  await graphs.get("g:1", open);
  clock.pass(60_000);
  await graphs.get("g:1", open);
  expect(times()).toBe(2);
});

test("D33 the cache holds one graph, and none with large packs", async () => {
  const graphs = new GraphCache(() => 0);
  const [a, b, huge] = [opening(), opening(), opening(4_000_000)];
  await graphs.get("a", a.open);
  await graphs.get("b", b.open);
  await graphs.get("huge", huge.open);
  await graphs.get("huge", huge.open);
  await graphs.get("b", b.open);
  await graphs.get("a", a.open);
  expect([a.times(), b.times(), huge.times()]).toEqual([2, 1, 2]);
});

test("D33 the cache holds no graph of very many records, even if its packs are small", async () => {
  const graphs = new GraphCache(() => 0);
  const [some, many] = [opening(1_000, 1_000), opening(1_000, 140_000)];
  for (const { open } of [some, some]) await graphs.get("some", open);
  for (const { open } of [many, many]) await graphs.get("many", open);
  expect([some.times(), many.times()]).toEqual([1, 2]);
});
