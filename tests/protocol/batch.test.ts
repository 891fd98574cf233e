import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type AdmittedBatch, readBatch } from "../../src/protocol/events/batch.ts";
import { boundEvent } from "../../src/protocol/events/bound-event.ts";
import { TraceEvent } from "../../src/protocol/events/events.ts";
import {
  MAX_BATCH_EVENTS,
  MAX_EVENT_BYTES,
  MAX_EVIDENCE,
  MAX_EXPECTED,
  MAX_METADATA_CHARS,
  MAX_METADATA_DEPTH,
  MAX_TEXT_CHARS,
  MAX_VALUE_CHARS,
  MAX_VERSION,
} from "../../src/protocol/limits.ts";
import { failure } from "../../src/protocol/result.ts";

const admitted = (body: string): AdmittedBatch => {
  const result = readBatch(body);
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
};

const value = (given: object = {}) => ({
  ...{ type: "variable", id: "v1", graph: "g", at: 1, ref: "r1", name: "m", value: "text" },
  ...given,
});
const only = (event: object): AdmittedBatch => admitted(JSON.stringify(event));

test("P1 a batch is NDJSON or a JSON array, and blank lines are ignored", () => {
  const events = [value(), value({ id: "v2", value: "two\nlines" })];
  const lines = events.map((event) => JSON.stringify(event));
  const bodies = [
    lines.join("\n"),
    `\r\n${lines.join("\r\n\r\n")}\r\n`,
    JSON.stringify(events),
    ` \n${JSON.stringify(events, null, 2)}\n`,
  ];
  for (const body of bodies) {
    expect(admitted(body).events.map(({ index, event }) => [index, event])).toEqual(
      events.map((event, index) => [index, event]),
    );
  }
  for (const body of ["", "\n \n", "[]"]) {
    expect(admitted(body)).toEqual({ events: [], rejected: [], cut: [] });
  }
});

test("P2 times are ISO 8601 with a zone, or milliseconds, and are stored as milliseconds", () => {
  const at = (given: unknown) => only(value({ at: given })).events[0]?.event.at;
  expect(at("2026-03-04T05:06:07.089+01:00")).toBe(Date.UTC(2026, 2, 4, 4, 6, 7, 89));
  expect(at(12)).toBe(12);
  for (const wrong of ["2026-03-04T05:06:07", "04.03.2026", 1.5, 1e17, null]) {
    expect(at(wrong)).toBeUndefined();
  }
});

test("H280 an event with a list over its maximum length is rejected alone, with one message", () => {
  const judged = {
    ...{ type: "verdict", id: "j", graph: "g", at: 1, query: "q", prediction: "p", score: 0 },
    ...{ expected: ["a"], evidence: ["m1"] },
  };
  const long = [
    { ...judged, evidence: Array.from({ length: 300_000 }, () => 1) },
    { ...judged, expected: Array.from({ length: MAX_EXPECTED + 1 }, () => "a") },
  ];
  const { events, rejected } = admitted(JSON.stringify([judged, ...long, value()]));
  expect(events.map(({ index }) => index)).toEqual([0, 3]);
  expect(rejected).toEqual([
    {
      ...{ index: 1, code: "invalid_event" },
      message: `evidence: must have at most ${MAX_EVIDENCE} elements. Send fewer.`,
    },
    {
      ...{ index: 2, code: "invalid_event" },
      message: `expected: must have at most ${MAX_EXPECTED} elements. Send fewer.`,
    },
  ]);
});

test("P17 an event with lists is stored as its received line too", () => {
  const line = `{"type":"verdict", "id":"j","graph":"g","at":1,"query":"q","prediction":"p","score":0,"expected":["a"],"evidence":["m1"]}`;
  expect(admitted(line).events[0]?.json).toBe(line);
});

test("P14 a time must be in the years 0 to 9999, in any zone", () => {
  const first = Date.parse("0000-01-01T00:00:00.000Z");
  const last = Date.parse("9999-12-31T23:59:59.999Z");
  const taken = ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", first, last, -1, 0];
  for (const at of taken) {
    expect(only(value({ at })).events.map(({ event }) => event.at)).toEqual([
      new Date(at).getTime(),
    ]);
  }
  const wrong = ["0000-01-01T00:00:00+14:00", "9999-12-31T23:00:00-05:00", first - 1, last + 1];
  for (const at of wrong) {
    expect(only(value({ at })).rejected).toEqual([
      { index: 0, code: "invalid_event", message: "at: must lie in the years 0 to 9999." },
    ]);
  }
});

test("P15 a given version is a whole number from 1 to a thousand million", () => {
  expect(only(value({ version: MAX_VERSION })).events).toHaveLength(1);
  for (const version of [0, -1, 1.5, MAX_VERSION + 1, 2 ** 53, "1", null]) {
    const [rejected] = only(value({ version })).rejected;
    const wanted = `version: must be a whole number from 1 to ${MAX_VERSION}.`;
    expect(rejected?.message).toBe(wanted);
  }
});

test("P15 a source line is a whole number from 0", () => {
  for (const line of [0, 7, null]) expect(only(value({ source: { line } })).rejected).toEqual([]);
  for (const line of [-1, 0.5, "7"]) {
    const [rejected] = only(value({ source: { line } })).rejected;
    expect(rejected?.message).toMatch(/^source\.line: must be a whole number from 0 to /);
  }
});

test("P32 if events of a batch share an id, the first counts and a different second one is rejected", () => {
  const event = fc
    .tuple(fc.constantFrom("g", "h"), fc.constantFrom("1", "2", "3"), fc.constantFrom("a", "b"))
    .map(([graph, id, text]) => value({ graph, id, value: text }));
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), fc.boolean(), (events, isList) => {
      const body = isList
        ? JSON.stringify(events)
        : events.map((each) => JSON.stringify(each)).join("\n");
      const { events: taken, rejected } = admitted(body);
      const firstOf = new Map<string, string>();
      const isOther = events.map((each) => {
        const key = `${each.graph} ${each.id}`;
        const told = JSON.stringify(each);
        const known = firstOf.get(key) ?? told;
        firstOf.set(key, known);
        return known !== told;
      });
      const places = [...events.keys()];
      expect(taken.map(({ index }) => index)).toEqual(places.filter((at) => !isOther[at]));
      expect(rejected.map(({ index }) => index)).toEqual(places.filter((at) => isOther[at]));
      for (const { message } of rejected) expect(message).toMatch(/Give each event its own id/);
    }),
  );
});

test("P3 an invalid event is rejected alone, with its position, the field and the fault", () => {
  const events = [
    value(),
    value({ id: "v2", name: "" }),
    value({ id: "v3", class: "a\u0000b" }),
    { ...value({ id: "v4" }), type: "variabel" },
    { id: "v5" },
    7,
    null,
    value({ id: "v6", value: undefined }),
    value({ id: "v7", splice: { of: "r", at: 0, remove: 0, insert: "" } }),
    { type: "link", id: "l", graph: "g", at: 1, op: "o", from: "x", to: "x" },
    value({ id: "v9" }),
  ];
  const { events: taken, rejected } = admitted(JSON.stringify(events));
  expect(taken.map(({ index }) => index)).toEqual([0, 10]);
  expect(rejected.map(({ index, code }) => [index, code])).toEqual([
    [1, "invalid_event"],
    [2, "invalid_event"],
    [3, "unknown_type"],
    [4, "unknown_type"],
    [5, "unknown_type"],
    [6, "unknown_type"],
    [7, "value_missing"],
    [8, "value_missing"],
    [9, "self_link"],
  ]);
  expect(rejected[0]?.message).toMatch(/^name: /);
  expect(rejected[1]?.message).toContain("control characters");
  expect(rejected[2]?.message).toBe(
    'type is "variabel"; it must be one of graph, session, operation, variable, link, verdict.',
  );
  expect(rejected[4]?.message).toMatch(/^the event is not an object with a type; it must be one/);
  expect(rejected[8]?.message).toContain("under its own ref");
});

test("P3 the error distinguishes a missing type from a type that is not text", () => {
  const messageOf = (event: object) => only(event).rejected[0]?.message;
  expect(messageOf({ id: "e" })).toMatch(/^type is missing; it must be one of graph, /);
  for (const type of [null, 7, ["variable"], {}]) {
    expect(messageOf(value({ type }))).toMatch(/^type is not text; it must be one of graph, /);
  }
});

test("P3 a rejection quotes a bounded number of characters", () => {
  const { rejected } = only({ type: "x".repeat(100_000) });
  expect(rejected[0]?.message.length).toBeLessThan(300);
});

test("P4 unknown fields are dropped, including those of newer clients", () => {
  expect(only(value({ colour: "red" })).events[0]?.event).toEqual(value());
});

test("P5 the error about malformed JSON gives line and column, in NDJSON and in an array", () => {
  const line = JSON.stringify(value());
  expect(readBatch(`${line}\n\n{"type": nope}`)).toMatchObject({
    fault: { kind: "malformed", at: { line: 3, column: 10 } },
  });
  expect(readBatch(`[\n  ${line},\n  {"a" 1}\n]`)).toMatchObject({
    fault: { kind: "malformed", at: { line: 3, column: 8 } },
  });
  expect(readBatch(`${line}\n{"type": "vari`)).toMatchObject({
    fault: { at: { line: 2, column: 15 } },
  });
});

test("P6 the service counts the events beyond the limit of a batch without reading them", () => {
  const body = Array.from({ length: MAX_BATCH_EVENTS + 1 }, () => "{}").join("\n");
  expect(readBatch(body)).toEqual(failure({ kind: "too-many", count: MAX_BATCH_EVENTS + 1 }));
});

test("P7 a value over the limit is cut between whole characters and marked with its true length", () => {
  fc.assert(
    fc.property(fc.nat(300), fc.constantFrom("x", "界", "🐕"), (extra, unit) => {
      const units = (MAX_VALUE_CHARS + 2 + extra) / unit.length + 1;
      const text = "x".repeat(extra % 2) + unit.repeat(units);
      const { events, cut } = only(value({ value: text }));
      const event = events[0]?.event;
      const stored = event?.type === "variable" ? event : undefined;
      expect(cut).toEqual([{ index: 0, field: "value", length: text.length }]);
      expect(stored?.length).toBe(text.length);
      const [, start = "", kept] =
        /^(.*)…\[memtrace: cut, (\d+) of \d+ characters kept\]$/su.exec(stored?.value ?? "") ?? [];
      expect(start.length).toBe(Number(kept));
      expect(text.startsWith(start) && start.isWellFormed()).toBe(true);
      expect(stored?.value?.length).toBeLessThanOrEqual(MAX_VALUE_CHARS);
      expect(start.length).toBeGreaterThan(MAX_VALUE_CHARS - 100);
    }),
    { numRuns: 20 },
  );
});

test("P7 a value at the limit does not change, and a cut value is not cut again", () => {
  const exact = "x".repeat(MAX_VALUE_CHARS);
  expect(only(value({ value: exact }))).toMatchObject({
    cut: [],
    events: [{ event: { value: exact } }],
  });
  const once = only(value({ value: `${exact}x` })).events[0]?.event;
  if (once === undefined) throw new Error("no event");
  expect(only(once)).toMatchObject({ cut: [], events: [{ event: once }] });
});

test("P7 every text has a limit: comments, errors, questions, answers, changes", () => {
  const long = "x".repeat(MAX_TEXT_CHARS + 1);
  const base = { id: "e", graph: "g", at: 1 };
  const cutOf = (event: object) => only(event).cut.map(({ field }) => field);
  expect(cutOf(value({ comment: long }))).toEqual(["comment"]);
  expect(cutOf({ ...base, type: "operation", op: "o", name: "n", error: long })).toEqual(["error"]);
  expect(
    cutOf({
      ...{ ...base, type: "verdict", score: 0, query: long, prediction: long },
      ...{ expected: ["short", long], reason: long },
    }),
  ).toEqual(["query", "prediction", "expected.1", "reason"]);
  const insert = "x".repeat(MAX_VALUE_CHARS + 1);
  const splice = { of: "r0", at: 0, remove: 0, insert };
  expect(cutOf(value({ value: undefined, splice }))).toEqual(["splice.insert"]);
});

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

test("P8 metadata that is too long or too deep is replaced by a mark, and the event stays", () => {
  const metadataOf = (metadata: unknown) => {
    const { events, cut } = only(value({ metadata }));
    const event = events[0]?.event;
    return { metadata: event && "metadata" in event ? event.metadata : undefined, cut };
  };
  const fits = { deep: nested(MAX_METADATA_DEPTH - 1) };
  expect(metadataOf(fits)).toEqual({ metadata: fits, cut: [] });
  const long = { text: "x".repeat(MAX_METADATA_CHARS) };
  expect(metadataOf(long)).toEqual({
    metadata: { "memtrace:cut": expect.stringContaining("characters") },
    cut: [{ index: 0, field: "metadata", length: JSON.stringify(long).length }],
  });
  const body = JSON.stringify(value()).replace(
    /\}$/,
    `,"metadata":{"deep":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`,
  );
  expect(admitted(body)).toMatchObject({
    events: [{ event: { metadata: { "memtrace:cut": expect.stringContaining("deeper") } } }],
    cut: [{ field: "metadata" }],
  });
});

test("P9 an event that is still too large for one record is rejected alone", () => {
  const expected = Array.from({ length: 100 }, () => "x".repeat(MAX_TEXT_CHARS));
  const verdict = {
    type: "verdict",
    id: "w",
    graph: "g",
    at: 1,
    query: "q",
    prediction: "p",
    score: 0,
  };
  const { events, rejected } = admitted(JSON.stringify([value(), { ...verdict, expected }]));
  expect(events).toHaveLength(1);
  expect(rejected).toMatchObject([{ index: 1, code: "invalid_event" }]);
  expect(rejected[0]?.message).toContain(String(MAX_EVENT_BYTES));
});

test("P35 a verdict without an expected answer may leave the field out", () => {
  const verdict = {
    type: "verdict",
    id: "w",
    graph: "g",
    at: 1,
    query: "q",
    prediction: "p",
    score: 0,
  };
  for (const long of ["p", "x".repeat(MAX_TEXT_CHARS + 1)]) {
    const { events, rejected } = admitted(JSON.stringify({ ...verdict, prediction: long }));
    expect(rejected).toEqual([]);
    expect(events).toHaveLength(1);
    expect(JSON.parse(events[0]?.json ?? "")).not.toHaveProperty("expected");
  }
});

test("P9 a value of the longest allowed length in any script fits into one record", () => {
  for (const unit of ["x", "界", "🐕", "\u0001"]) {
    const text = unit.repeat(MAX_VALUE_CHARS / unit.length);
    const bounded = boundEvent(TraceEvent.parse(value({ value: text })));
    expect(bounded.ok).toBe(unit !== "\u0001");
  }
});

test("P10 a stored event is read back unchanged", () => {
  const { events } = only(value({ value: '\u2028 "quoted" \ud800 𝄞', metadata: { a: [1, null] } }));
  for (const { json, event } of events) expect(JSON.parse(json)).toEqual(event);
  expect(events).toHaveLength(1);
});

test("P11 reading any text or JSON gives a batch or the place of a fault", () => {
  const line = fc.oneof(
    fc.json(),
    fc.string({ unit: "binary" }),
    fc
      .record({ type: fc.constantFrom("link", "variable", "verdict", "graph"), at: fc.jsonValue() })
      .map((o) => JSON.stringify(o)),
  );
  const body = fc.oneof(
    fc.array(line).map((lines) => lines.join("\n")),
    fc.array(line).map((lines) => `[${lines.join(",")}]`),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => new TextDecoder().decode(bytes)),
  );
  fc.assert(
    fc.property(body, (text) => {
      const result = readBatch(text);
      if (result.ok || result.fault.kind !== "malformed") return;
      const { at } = result.fault;
      const lines = text.split("\n");
      expect(at.line).toBeLessThanOrEqual(lines.length);
      const length = lines[at.line - 1]?.length ?? -1;
      expect(at.column).toBeGreaterThan(0);
      expect(at.column).toBeLessThanOrEqual(length + 1);
    }),
    { numRuns: 1_000 },
  );
});
