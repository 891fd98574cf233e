/** Arbitrary events. They use few words, so that ids and names often collide. */
import * as fc from "fast-check";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";

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
  given: Partial<Extract<TraceEvent, { type: "link" }>> = {},
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

/** Few words, so that they collide. Some of them are names that often break programs. */
const word = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom("a", "b", "c", "d", "e") },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "a:b", "a@1", "😀 /%") },
);
const text = fc.oneof(word, fc.string({ unit: "binary", maxLength: 12 }));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** An end of a link: a ref, or a variable id with or without a class. */
const end = fc.oneof(word, fc.constantFrom("a@1", "b@2", "c:a@1", "__proto__@1"));
/**
 * Number of entries. The graph never looks into these values, so more entries would not find more
 * faults, but would take most of the time of a test.
 */
const FEW = 3;
const leaf = fc.jsonValue({ maxDepth: 0 });
const around = (inner: fc.Arbitrary<unknown>) =>
  fc.oneof(
    leaf,
    fc.array(inner, { maxLength: FEW }),
    fc.dictionary(fc.string(), inner, { noNullPrototype: true, maxKeys: FEW }),
  );
/** A JSON value in its stored form: JSON.stringify turns negative zero into zero. */
const json = around(around(leaf)).map((value): unknown => JSON.parse(JSON.stringify(value)));
const fields = fc.dictionary(fc.oneof(word, fc.constant("toString")), json, {
  ...{ noNullPrototype: true, maxKeys: FEW },
});
const time = fc.oneof(
  fc.integer({ min: 0, max: 4 }),
  fc.integer({ min: -4, max: 4e12 }),
  fc.integer({ min: Date.UTC(1000, 0), max: Date.UTC(9999, 0) }),
);
const base = {
  graph: fc.constant(GRAPH),
  at: time,
  seq: optional(fc.integer({ min: 0, max: 3 })),
};
const described = {
  category: optional(word),
  comment: optional(text),
  metadata: optional(fields),
  source: optional(
    fc.record(
      { file: fc.option(word), line: fc.option(fc.integer({ min: 0, max: 9 })) },
      { requiredKeys: [] },
    ),
  ),
  origin: optional(
    fc.record(
      { fields: fc.dictionary(fc.constantFrom("flag", "weight"), json, { noNullPrototype: true }) },
      { requiredKeys: [] },
    ),
  ),
};

const anyEvent: fc.Arbitrary<TraceEvent> = fc.oneof(
  fc.record({
    ...{ type: fc.constant("graph" as const), id: fc.uuid(), ...base },
    ...{ user: optional(word), system: optional(word), strict: optional(fc.boolean()) },
    ...{ metadata: optional(fields), origin: described.origin },
  }),
  fc.record({
    ...{ type: fc.constant("session" as const), id: fc.uuid(), ...base, ...described },
    ...{ session: word, name: optional(word), user: optional(word) },
  }),
  fc.record({
    ...{ type: fc.constant("operation" as const), id: fc.uuid(), ...base, ...described },
    ...{ op: word, name: word, session: optional(word), error: optional(text) },
    ...{ startedAt: optional(time), endedAt: optional(time) },
    status: optional(fc.constantFrom("running" as const, "ok" as const, "error" as const)),
  }),
  fc.record({
    ...{ type: fc.constant("variable" as const), id: fc.uuid(), ...base, ...described },
    ...{ ref: end, name: word, class: optional(word), value: text, mutates: optional(end) },
    ...{ session: optional(word), length: optional(fc.nat(99)) },
    version: optional(fc.integer({ min: 1, max: 3 })),
  }),
  fc.record({
    ...{ type: fc.constant("variable" as const), id: fc.uuid(), ...base, ...described },
    ...{ ref: end, name: word, class: optional(word), mutates: optional(end) },
    splice: fc.record({
      ...{ of: word, at: fc.nat(3), remove: fc.nat(2), insert: text },
    }),
  }),
  fc.record({
    ...{ type: fc.constant("link" as const), id: fc.uuid(), ...base, ...described },
    ...{ op: word, session: optional(word), from: end, to: end },
  }),
  fc.record({
    ...{ type: fc.constant("verdict" as const), id: fc.uuid(), ...base },
    ...{ query: text, prediction: text, expected: fc.array(text, { maxLength: 2 }) },
    ...{ queryRef: optional(end), predictionRef: optional(end), session: optional(word) },
    ...{ reason: optional(text), metadata: optional(fields) },
    ...{ score: fc.constantFrom(0, 1), evidence: optional(fc.array(end, { maxLength: 4 })) },
  }),
);

/**
 * Many values of one name: versions in order and out of order, declared changes, and duplicates.
 */
const crowded: fc.Arbitrary<TraceEvent> = fc.record({
  ...{ type: fc.constant("variable" as const), id: fc.uuid(), ...base },
  ...{ ref: fc.oneof(word, fc.uuid()), name: fc.constant("a"), value: word },
  mutates: optional(end),
  version: optional(fc.integer({ min: 1, max: 9 })),
  category: optional(word),
});

/** Any set of events that a client could record. Each id occurs once. */
export const anyEvents = fc.uniqueArray(
  fc.oneof({ weight: 4, arbitrary: anyEvent }, { weight: 1, arbitrary: crowded }),
  { selector: ({ id }) => id, maxLength: 30, size: "max" },
);

/** Six values with random links between them, including self-loops and cycles. */
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
