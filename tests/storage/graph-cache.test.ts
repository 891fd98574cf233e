import { expect, test } from "vitest";
import { GraphCache, type LoadedGraph } from "../../src/database/graphs/graph-cache.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";

/** A runtime that frees large graphs at once, unless `freed` says otherwise. */
const at = (start: number, freed: () => boolean = () => true) => {
  let now = start;
  const pass = (ms: number) => (now += ms);
  return {
    ...{ now: () => now, pass },
    /** Lets other work run. Waiting advances the clock. */
    sleep: async (ms: number) => {
      pass(ms);
      await scheduler.wait(0);
    },
    weakly: <T>(graph: T) => ({ deref: () => (freed() ? undefined : graph) }),
  };
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

test("D33 a second read of an unchanged graph does not load it again", async () => {
  const graphs = new GraphCache(at(0));
  const { open, times } = opening();
  const first = await graphs.get("g:1", open);
  expect(await graphs.get("g:1", open)).toBe(first);
  expect(times()).toBe(1);
  expect(await graphs.get("g:2", open)).not.toBe(first);
});

test("D33 the cache drops a graph after a minute", async () => {
  const clock = at(0);
  const graphs = new GraphCache(clock);
  const { open, times } = opening();
  await graphs.get("g:1", open);
  clock.pass(60_000);
  await graphs.get("g:1", open);
  expect(times()).toBe(2);
});

test("D33 a large graph is reused until the runtime frees it, at most for a minute", async () => {
  let isFreed = false;
  const clock = at(0, () => isFreed);
  const graphs = new GraphCache(clock);
  const { open, times } = opening(4_000_000);
  const first = await graphs.get("g:1", open);
  expect(await graphs.get("g:1", open)).toBe(first);
  isFreed = true;
  const second = await graphs.get("g:1", open);
  expect(second).not.toBe(first);
  isFreed = false;
  expect(await graphs.get("g:1", open)).toBe(second);
  clock.pass(60_000);
  expect(await graphs.get("g:1", open)).not.toBe(second);
  expect(times()).toBe(3);
});

test("D33 the cache does not keep a graph with long names", async () => {
  const graphs = new GraphCache(at(0));
  const long = (_: unknown, at: number): TraceEvent =>
    ({ ...record(_, at), name: `${"a long name ".repeat(40)}${at}` }) as TraceEvent;
  let times = 0;
  const open = async (): Promise<LoadedGraph> => {
    times += 1;
    return { graph: buildGraph("g", Array.from({ length: 40_000 }, long)), packBytes: 1_000 };
  };
  await graphs.get("long", open);
  await graphs.get("long", open);
  expect(times).toBe(2);
});

test("D33 the cache keeps several small graphs but no graph with large packs", async () => {
  const graphs = new GraphCache(at(0));
  const [a, b, huge] = [opening(), opening(), opening(4_000_000)];
  await graphs.get("a", a.open);
  await graphs.get("b", b.open);
  await graphs.get("huge", huge.open);
  await graphs.get("huge", huge.open);
  await graphs.get("b", b.open);
  await graphs.get("a", a.open);
  expect([a.times(), b.times(), huge.times()]).toEqual([1, 1, 2]);
});

test("D33 all cached graphs together fit into a limit, and the least recently read ones leave first", async () => {
  const graphs = new GraphCache(at(0));
  const loads = [1, 2, 3].map(() => opening(1_000, 100_000));
  const read = async (index: number) => graphs.get(`${index}`, loads[index]?.open as never);
  for (const index of [0, 1, 0, 2, 0, 1]) await read(index);
  expect(loads.map(({ times }) => times())).toEqual([1, 2, 1]);
});

test("D33 the values that were read count towards the limit", async () => {
  const graphs = new GraphCache(at(0));
  const spliced = opening(1_000, 1);
  const grown = async (): Promise<LoadedGraph> => {
    await spliced.open();
    const base = { ...record(0, 0), value: "x".repeat(1_000_000) } as TraceEvent;
    const splices = Array.from({ length: 40 }, (_, i): TraceEvent => {
      const splice = { of: "v0", at: 0, remove: 1, insert: `${i}` };
      const { value: _whole, ...rest } = record(0, i + 1) as Record<string, unknown>;
      return { ...rest, splice } as unknown as TraceEvent;
    });
    return { graph: buildGraph("g", [base, ...splices]), packBytes: 1_000 };
  };
  const others = [1, 2].map(() => opening(1_000, 90_000));
  const graph = await graphs.get("grown", grown);
  for (const { value } of graph?.variables.values() ?? []) expect(value.length).toBeGreaterThan(0);
  for (const [index, { open }] of others.entries()) await graphs.get(`other ${index}`, open);
  await graphs.get("grown", grown);
  expect(spliced.times()).toBe(2);
});

test("D33 the cache does not keep a graph with very many records, even if its packs are small", async () => {
  const graphs = new GraphCache(at(0));
  const [some, many] = [opening(1_000, 1_000), opening(1_000, 140_000)];
  for (const { open } of [some, some]) await graphs.get("some", open);
  for (const { open } of [many, many]) await graphs.get("many", open);
  expect([some.times(), many.times()]).toEqual([1, 2]);
});

/** A load that ends when the test ends it. */
const held = (packBytes = 4_000_000) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const inner = opening(packBytes);
  const open = async () => {
    const loaded = await inner.open();
    await promise;
    return loaded;
  };
  return { open, times: inner.times, end: resolve, fail: reject };
};

test("D37 simultaneous reads of a graph share one load, even if the graph is not cached", async () => {
  const graphs = new GraphCache(at(0));
  const { open, times, end } = held();
  const reads = Array.from({ length: 10 }, () => graphs.get("g:1", open));
  await scheduler.wait(0);
  end();
  expect(new Set(await Promise.all(reads)).size).toBe(1);
  expect(times()).toBe(1);
  expect(await graphs.get("g:1", open)).toBeDefined();
  expect(times()).toBe(2);
});

test("D37 only a few graphs load at once; other loads wait and are refused in the end", async () => {
  const graphs = new GraphCache(at(0));
  const loads = Array.from({ length: 8 }, () => held());
  const reads = loads.map(({ open }, index) => graphs.get(`g:${index}`, open));
  const begun = () => loads.filter(({ times }) => times() > 0).length;
  await scheduler.wait(0);
  expect(begun()).toBe(2);
  loads[0]?.end();
  await reads[0];
  await scheduler.wait(5);
  expect(begun()).toBe(3);
  for (const { end } of loads) end();
  await Promise.all(reads);
  expect(begun()).toBe(8);
});

test("D37 a load that fails or never ends does not block other readers", async () => {
  const graphs = new GraphCache(at(0));
  const [failing, never, good] = [held(), held(), opening()];
  const first = graphs.get("a", failing.open);
  const second = graphs.get("a", good.open);
  failing.fail(new Error("no pack"));
  await expect(first).rejects.toThrow("no pack");
  expect(await second).toBeDefined();
  void graphs.get("b", never.open);
  expect(await graphs.get("b", good.open)).toBeDefined();
});
