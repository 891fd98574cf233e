/** Events as clients record them, few words and many collisions, and a graph as plain data. */
import * as fc from "fast-check";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import type { TraceEvent } from "../../src/protocol/events.ts";

export const GRAPH = "g";

export const variable = (
  ref: string,
  name: string,
  given: Partial<Extract<TraceEvent, { type: "variable" }>>,
): TraceEvent => ({ type: "variable", id: `v:${ref}`, graph: GRAPH, at: 0, ref, name, ...given });

export const link = (
  id: string,
  op: string,
  from: string,
  to: string,
  given: { at?: number; category?: string; session?: string } = {},
): TraceEvent => ({ type: "link", id, graph: GRAPH, at: 0, op, from, to, ...given });

export const operation = (
  op: string,
  given: Partial<Extract<TraceEvent, { type: "operation" }>> = {},
): TraceEvent => ({
  type: "operation",
  id: `o:${op}`,
  graph: GRAPH,
  at: 0,
  op,
  name: op,
  ...given,
});

const word = fc.constantFrom("a", "b", "c", "d", "e");
const text = fc.oneof(word, fc.string({ unit: "binary", maxLength: 12 }));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const base = {
  graph: fc.constant(GRAPH),
  at: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4e12 })),
  seq: optional(fc.integer({ min: 0, max: 3 })),
};
const described = {
  category: optional(word),
  comment: optional(text),
  metadata: optional(fc.dictionary(word, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>)),
};

const anyEvent: fc.Arbitrary<TraceEvent> = fc.oneof(
  fc.record({
    ...{ type: fc.constant("graph" as const), id: fc.uuid(), ...base },
    ...{ user: optional(word), system: optional(word), strict: optional(fc.boolean()) },
  }),
  fc.record({
    ...{ type: fc.constant("session" as const), id: fc.uuid(), ...base, ...described },
    ...{ session: word, name: optional(word) },
  }),
  fc.record({
    ...{ type: fc.constant("operation" as const), id: fc.uuid(), ...base, ...described },
    ...{ op: word, name: word, session: optional(word) },
    status: optional(fc.constantFrom("running" as const, "ok" as const, "error" as const)),
  }),
  fc.record({
    ...{ type: fc.constant("variable" as const), id: fc.uuid(), ...base, ...described },
    ...{ ref: word, name: word, class: optional(word), value: text, mutates: optional(word) },
    version: optional(fc.integer({ min: 1, max: 3 })),
  }),
  fc.record({
    ...{ type: fc.constant("variable" as const), id: fc.uuid(), ...base },
    ...{ ref: word, name: word },
    splice: fc.record({
      ...{ of: word, at: fc.nat(3), remove: fc.nat(2), insert: text },
    }),
  }),
  fc.record({
    ...{ type: fc.constant("link" as const), id: fc.uuid(), ...base, ...described },
    ...{ op: word, from: fc.oneof(word, fc.constant("a@1")), to: word },
  }),
  fc.record({
    ...{ type: fc.constant("verdict" as const), id: fc.uuid(), ...base },
    ...{ query: text, prediction: text, expected: fc.array(text, { maxLength: 2 }) },
    ...{
      score: fc.constantFrom(0, 1),
      evidence: optional(fc.array(word)),
      queryRef: optional(word),
    },
  }),
);

/** Every set of events that a client could have recorded; ids occur once. */
export const anyEvents = fc.uniqueArray(anyEvent, { selector: ({ id }) => id, maxLength: 30 });

/** The whole graph, its order included. */
export const dataOf = (graph: EvolutionGraph) => ({
  header: graph.header,
  sessions: [...graph.sessions],
  operations: [...graph.operations],
  variables: [...graph.variables],
  links: [...graph.links],
  verdicts: graph.verdicts,
  warnings: graph.warnings,
  pending: graph.pending,
});

/** Six values and links between them at random, self-loops and cycles included. */
export const anyLinks: fc.Arbitrary<TraceEvent[]> = fc
  .array(fc.tuple(fc.nat(2), fc.nat(5), fc.nat(5)), { maxLength: 14 })
  .map((ends) => [
    ...[0, 1, 2, 3, 4, 5].map((index) =>
      variable(`v${index}`, `v${index}`, { at: index, value: `${index}` }),
    ),
    ...ends.map(([op, from, to], index) =>
      link(`l${index}`, `op${op}`, `v${from}`, `v${to}`, { at: 10 + index }),
    ),
  ]);
