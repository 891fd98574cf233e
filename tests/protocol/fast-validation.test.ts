import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readBatch } from "../../src/protocol/events/batch.ts";
import { TraceEvent } from "../../src/protocol/events/events.ts";
import { isCertainlyValid } from "../../src/protocol/events/fast-validation.ts";

const CHECKS = TraceEvent.options.map((option) => ({
  type: option.shape.type.value,
  keys: Object.keys(option.shape),
  check: isCertainlyValid(option),
}));

const record = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 });
/** Values that some field accepts, and values that are almost acceptable. */
const field = fc.oneof(
  fc.constantFrom("a", "", "x\u0000", "x".repeat(300), "x".repeat(600), "\ud83d", "ok", "running"),
  fc.constantFrom(0, 1, -0, 0.5, -1, 1.5, 1e12, 1e15, 2 ** 60, true, null),
  fc.constantFrom("2026-03-04T05:06:07.089Z", "2026-03-04"),
  fc.array(fc.string(), { maxLength: 2 }),
  fc.record({ of: fc.string(), at: fc.integer(), remove: fc.nat(), insert: fc.string() }),
  fc.record({ file: fc.option(fc.string()), line: fc.option(fc.integer()) }),
  record,
  fc.jsonValue(),
);
const valid = { id: "e", graph: "g", at: 1, op: "o", ref: "r", name: "n", session: "s", from: "a" };
const likely = {
  ...valid,
  to: "b",
  value: "v",
  query: "q",
  prediction: "p",
  expected: [],
  score: 0,
};
const sent = fc
  .tuple(fc.constantFrom(...CHECKS), fc.dictionary(fc.nat(30), field, { maxKeys: 3 }), fc.nat(20))
  .map(([{ type, keys, check }, changes, more]) => {
    const event: Record<string, unknown> = Object.fromEntries(
      Object.entries(likely).filter(([key]) => keys.includes(key)),
    );
    event.type = type;
    for (const [at, value] of Object.entries(changes)) {
      event[keys[Number(at) % keys.length] ?? "id"] = value;
    }
    if (more === 0) event.colour = "red";
    // The event as it arrives, including own `__proto__` keys.
    return { check, event: JSON.parse(JSON.stringify(event)) as unknown };
  });

test("P17 the fast check accepts only values that the schema accepts unchanged", () => {
  let taken = 0;
  fc.assert(
    fc.property(sent, ({ check, event }) => {
      if (!check(event)) return;
      taken++;
      expect(TraceEvent.parse(event)).toStrictEqual(event);
    }),
    { numRuns: 20_000 },
  );
  expect(taken).toBeGreaterThan(2_000);
});

test("P17 the fast check refuses a key that the schema's copy would drop", () => {
  const line = `{"type":"variable","id":"v","graph":"g","at":1,"ref":"r","name":"n","value":"x","metadata":{"__proto__":{"a":1}}}`;
  const read = readBatch(line);
  if (!read.ok) throw new Error(read.fault.kind);
  for (const { event, json } of read.value.events) expect(JSON.parse(json)).toEqual(event);
});

test("P17 an unchanged event is stored as the received line, any other as the schema's output", () => {
  const stored = (line: string) => {
    const read = readBatch(line);
    return read.ok ? read.value.events.map(({ json }) => json) : [];
  };
  const line = `{"at":1.0, "id":"v","graph":"g","ref":"r","name":"n","value":"\\u0041","type":"variable"}`;
  expect(stored(` ${line}\r`)).toEqual([line]);
  const kept = { type: "variable", id: "v", graph: "g", at: 1, ref: "r", name: "n", value: "A" };
  for (const changed of [
    line.replace("1.0", '"1970-01-01T00:00:00.001Z"'),
    line.replace("{", '{"colour":"red",'),
    `[${line}]`,
  ]) {
    expect(stored(changed).map((json) => JSON.parse(json))).toEqual([kept]);
    expect(stored(changed)).not.toEqual([changed]);
  }
});
