/**
 * Long work pauses often, whatever the texts contain. Without pauses, it would delay other
 * requests.
 */
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { MessageIndex } from "../../src/graph/history/closest-message.ts";
import { searchInTurns } from "../../src/graph/search/search.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { diffInTurns, diffTexts } from "../../src/text/word-diff.ts";
import { HEAVY_GRAPHS } from "../faults/support/heavy-graphs.ts";

/** Returns the costs that the work yields, and its result. */
function run<T>(work: Generator<number, T>): { costs: number[]; result: T } {
  const costs: number[] = [];
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return { costs, result: step.value };
    costs.push(step.value);
  }
}

const sum = (costs: readonly number[]) => costs.reduce((all, cost) => all + cost, 0);

test("H130 a search reads each long name once and gives way in between", () => {
  const names = HEAVY_GRAPHS.find(({ name }) => name === "long-names");
  const size = 20_000;
  const graph = buildGraph("g", [...(names?.events("g", size) ?? [])]);
  const chars = [...graph.variables.values()].reduce((all, { name }) => all + name.length, 0);
  const fields = ["name", "value"] as const;
  const pattern = { text: "nothing-like-it", syntax: "plain", ignoreCase: false, fields } as const;
  const query = { kinds: ["variable"], pattern } as const;
  const { costs, result } = run(searchInTurns(graph, query, { limit: 10 }));
  expect(result).toEqual({ ok: true, value: { hits: [] } });
  expect(sum(costs)).toBeLessThan(chars * 1.5);
  expect(Math.max(...costs)).toBeLessThan(chars / 3);
});

test("H130 the index gives way while it collects the words of very many messages", () => {
  const value = "My dog is called Rex. ".repeat(1_000);
  const messages = Array.from({ length: 50 }, (_, i) => ({ id: `m${i}`, value: `${value} ${i}` }));
  const { costs, result } = run(MessageIndex.of(messages));
  expect(costs.length).toBeGreaterThan(messages.length / 6);
  expect(result.closest("My dog is called 7")).toBe("m7");
});

test("H130 the comparison of texts with many equal lines gives way in between", () => {
  const lines = (every: number, other: string) =>
    Array.from({ length: 60_000 }, (_, i) => (i % every === 7 ? `${other}${i}\n` : "\n")).join("");
  const [before, after] = [`a ${lines(300, "a")} a`, `b ${lines(310, "b")} b`];
  const { costs, result } = run(diffInTurns(before, after));
  expect(result).toEqual(diffTexts(before, after));
  expect(costs.length).toBeGreaterThan(5);
  expect(sum(costs)).toBeGreaterThan(before.length + after.length);
});

test("H130 a graph counts the texts that its sessions and verdicts hold, equal objects once", () => {
  const origin = { note: "x".repeat(1_000) };
  const session = (i: number): TraceEvent => ({
    ...{ type: "session", id: `s${i}`, graph: "g", at: i, session: `s${i}`, origin },
  });
  const sessions = Array.from({ length: 10 }, (_, i) => session(i));
  const verdict: TraceEvent = {
    ...{ type: "verdict", id: "v", graph: "g", at: 20, query: "q", prediction: "p", score: 0 },
    expected: ["x".repeat(5_000)],
  };
  const held = buildGraph("g", [...sessions, verdict]).rows.table.heldChars;
  expect(held).toBeGreaterThan(6_000);
  expect(held).toBeLessThan(7_500);
});
