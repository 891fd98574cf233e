/** Arbitrary graphs, and cases that may not match the graphs. */
import fc from "fast-check";
import { buildGraph } from "../../../src/graph/build/build-graph.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";

const text = fc.oneof(
  fc.constantFrom(
    "",
    "blue vase",
    "Ana bought a blue vase in Porto last week.",
    "{}",
    "[]",
    "'x'",
    '{"content": "blue vase", "timestamp": "2024-05-06"}',
  ),
  fc.string({ maxLength: 40 }),
);
const label = fc.option(
  fc.constantFrom(
    "message",
    "memory",
    "query",
    "prediction",
    "judge_score",
    "delete_marker",
    "prompt",
    "extraction",
    "update",
    "deletion",
    "retrieval",
    "evaluation",
  ),
  { nil: undefined },
);
const node = fc.nat({ max: 7 });

export const graph = fc
  .record({
    variables: fc.array(
      fc.record({
        name: node,
        version: fc.integer({ min: 1, max: 3 }),
        value: text,
        category: label,
        class: label,
      }),
      { maxLength: 12 },
    ),
    links: fc.array(fc.record({ op: node, from: node, to: node, category: label }), {
      maxLength: 24,
    }),
    operations: fc.array(fc.record({ op: node, category: label, at: fc.nat({ max: 50 }) }), {
      maxLength: 8,
    }),
  })
  .map(({ variables, links, operations }) => {
    const events: TraceEvent[] = [];
    const base = () => ({ id: `e${events.length}`, graph: "g", at: events.length });
    const refs: string[] = [];
    for (const { name, version, value, category, class: className } of variables) {
      const ref = `r${refs.length}`;
      refs.push(ref);
      events.push({
        type: "variable",
        ...base(),
        ref,
        name: `v${name}`,
        version,
        value,
        category,
        class: className,
      });
    }
    for (const { op, category, at } of operations) {
      events.push({ type: "operation", ...base(), at, op: `o${op}`, name: `step ${op}`, category });
    }
    for (const { op, from, to, category } of links) {
      events.push({
        type: "link",
        ...base(),
        op: `o${op}`,
        from: refs[from] ?? "r0",
        to: refs[to] ?? "r1",
        category,
      });
    }
    return buildGraph("g", events);
  });

export const failed = fc.record({
  query: text,
  prediction: text,
  expected: fc.array(text, { maxLength: 2 }),
  evidence: fc.array(
    node.map((n) => `v${n}@1`),
    { maxLength: 2 },
  ),
  pick: node,
});
