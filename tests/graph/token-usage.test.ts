import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import { tokenTotals } from "../../src/graph/token-usage.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";

const operation = (id: string, metadata: Record<string, unknown>, session = "s1"): TraceEvent => ({
  ...{ type: "operation", id, op: id, graph: "g", at: 1, name: id.slice(0, 4), session, metadata },
});
const REPORTING = 3_000;
const usage = (inputTokens: unknown, outputTokens: unknown) => ({ inputTokens, outputTokens });

test("H645 the sums count each token once and skip operations that repeat the sum of their inner calls", () => {
  const graph = buildGraph("g", [
    operation("turn", { usage: usage(30, 5) }),
    operation("step", { inside: "turn" }),
    operation("chat-1", { inside: "step", model: "small", usage: usage(10, 2) }),
    operation("chat-2", { inside: "step", model: "large", usage: usage(20, 3) }, "s2"),
    operation("lone", { model: "small", usage: usage(1, undefined) }),
    operation("loop-1", { inside: "loop-2", usage: usage(4, 4) }),
    operation("loop-2", { inside: "loop-1" }),
    ...[usage(-1, "x"), "many", null, [1]].map((odd, at) => operation(`odd-${at}`, { usage: odd })),
  ]);
  const totals = atOnce(tokenTotals(graph));
  expect(totals.total).toMatchObject({ calls: 3, inputTokens: 31, outputTokens: 5 });
  expect(Object.fromEntries(totals.byModel)).toMatchObject({
    small: { calls: 2, inputTokens: 11, outputTokens: 2 },
    large: { calls: 1, inputTokens: 20, outputTokens: 3 },
  });
  expect([...totals.bySession.keys()]).toEqual(["s1", "s2"]);
  expect([...totals.byOperation.keys()]).toEqual(["chat", "lone"]);
});

test("H645 the sum gives way while it finds the operations and while it adds their tokens", () => {
  const reporting = Array.from({ length: REPORTING }, (_, at) =>
    operation(`chat-${at}`, { usage: usage(1, 1) }),
  );
  const work = tokenTotals(buildGraph("g", reporting));
  const costs: number[] = [];
  for (let step = work.next(); !step.done; step = work.next()) costs.push(step.value);
  expect(costs).toEqual(Array(6).fill(costs[0]));
});

test("H645 cached input tokens are a part of the input tokens", () => {
  const cached = (of: unknown, inputTokens = 10) => ({
    ...usage(inputTokens, 2),
    cachedInputTokens: of,
  });
  const graph = buildGraph("g", [
    operation("chat-1", { model: "small", usage: cached(4) }),
    operation("chat-2", { model: "small", usage: cached(99, 3) }),
    operation("chat-3", { model: "large", usage: cached("many") }),
  ]);
  const { total, bySession } = atOnce(tokenTotals(graph));
  const sum = { calls: 3, inputTokens: 23, cachedInputTokens: 7, outputTokens: 6 };
  expect(total).toMatchObject(sum);
  expect(bySession.get("s1")).toMatchObject(sum);
  expect([...total.byModel]).toEqual([
    ["small", { inputTokens: 13, cachedInputTokens: 7, outputTokens: 4 }],
    ["large", { inputTokens: 10, cachedInputTokens: 0, outputTokens: 2 }],
  ]);
});
