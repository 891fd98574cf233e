import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { flowOf } from "../../src/graph/flow/flow.ts";
import { madeOf } from "../../src/graph/flow/made-of.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import { heldSpans } from "../../src/graph/memory/held-spans.ts";
import { storeAt } from "../../src/graph/memory/store.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { GRAPH, link, operation, variable } from "./support/recorded.ts";

const TIMES = 12;
const NAMES = ["dog", "cat", "bird"] as const;
const step = fc.record({
  kind: fc.constantFrom("write", "empty", "remove", "read", "replace", "again"),
  name: fc.constantFrom(...NAMES),
  at: fc.nat(TIMES),
});

/**
 * Returns the events of the steps. Each step uses the version of its unit that an earlier step in
 * the list wrote.
 */
function eventsOf(steps: readonly { kind: string; name: string; at: number }[]): TraceEvent[] {
  const latest = new Map<string, string>();
  return steps.flatMap(({ kind, name, at }, index): TraceEvent[] => {
    const [op, ref, before] = [`op${index}`, `ref${index}`, latest.get(name)];
    const unit = (value: string) => variable(ref, name, { at, value, class: "memory" });
    if (kind === "write" || kind === "empty" || before === undefined) {
      latest.set(name, ref);
      return [unit(kind === "empty" ? "[]" : `${name} ${index}`)];
    }
    if (kind === "again") {
      return [operation(op, { at }), link(`l${index}`, op, before, before, { at })];
    }
    if (kind === "replace") {
      const value = { at, class: "memory", value: `${name} ${index}`, mutates: before };
      return [variable(ref, `${name}-${index}`, value)];
    }
    const category = kind === "remove" ? "deletion" : "retrieval";
    return [
      operation(op, { at, category }),
      variable(ref, ref, { at, class: "result", value: "x" }),
      link(`l${index}`, op, before, ref, { at }),
    ];
  });
}

test("Q68 the flow and the store agree on the held units at every moment", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const graph = buildGraph(GRAPH, eventsOf(steps));
      const again = new Map<number, number[]>();
      const names = new Set([...graph.variables.values()].map(({ fullName }) => fullName));
      for (let at = 0; at <= TIMES; at += 1) {
        const stored = new Set(storeAt(graph, at).map(({ fullName }) => fullName));
        const held = [...names].filter((name) =>
          atOnce(heldSpans(graph, name, again)).some(
            ([from, to]) => from <= at && (to === undefined || at < to),
          ),
        );
        expect(new Set(held)).toEqual(stored);
      }
    }),
    { numRuns: 80 },
  );
});

test("Q67 the flow lists or counts every message of a range once, and bounds the answer", () => {
  const message = fc.record({ session: fc.nat(5), at: fc.nat(1_000) });
  const bounds = { bins: 10, lanes: 3, beads: 20, marks: 5 };
  fc.assert(
    fc.property(fc.array(message, { maxLength: 80 }), fc.nat(5), (messages, skipped) => {
      const events = messages.map(({ session, at }, index) =>
        variable(`m${index}`, `m${index}`, {
          ...{ at, class: "message", value: "hello", session: `s${session}` },
        }),
      );
      const graph = buildGraph(GRAPH, events);
      const roles = new Set(["message"]);
      const request = { from: undefined, to: 600, roles, lanes: skipped, units: 0 };
      const flow = atOnce(flowOf(graph, request, bounds));
      const first = Math.min(...messages.map(({ at }) => at));
      const inRange = messages.filter(({ at }) => at <= Math.max(600, first));
      if (flow === undefined) {
        expect(messages).toEqual([]);
        return;
      }
      expect(flow.counts.messages).toBe(inRange.length);
      expect(flow.bins.reduce((sum, bin) => sum + bin.messages, 0)).toBe(inRange.length);
      expect(flow.beads.length).toBeLessThanOrEqual(bounds.beads);
      for (const [place, lane] of flow.lanes.entries()) {
        const counted = [...lane.cells.values()].reduce((sum, each) => sum + each, 0);
        const listed = flow.beads.filter((bead) => bead.lane === place).length;
        expect(counted + listed).toBe(lane.messages);
      }
    }),
  );
});

test("Q99 the missing words of a recorded JSON object are words of its text alone", () => {
  const value = JSON.stringify({ content: "Rex sleeps.\nGood dog", role: "user", name: "Ada" });
  const graph = buildGraph(GRAPH, [
    variable("m", "message", { class: "message", value }),
    operation("op", { category: "extraction" }),
    variable("u", "unit", { class: "memory", value: "A good dog." }),
    link("l", "op", "m", "u"),
  ]);
  const start = graph.variables.get("message:message@1");
  if (start === undefined) throw new Error("the message is missing");
  const bounds = { variables: 9, links: 9, words: 9 };
  expect(atOnce(madeOf(graph, start, bounds)).missingWords).toEqual(["Rex", "sleeps"]);
});
