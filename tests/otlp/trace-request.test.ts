import fc from "fast-check";
import { expect, test } from "vitest";
import { TRACE_MESSAGES, TRACE_REQUEST } from "../../src/otlp/encoding/trace-messages.ts";
import { readJsonRequest, readProtobufRequest } from "../../src/otlp/encoding/trace-request.ts";
import { mapSpans } from "../../src/otlp/map-spans.ts";
import { converse } from "./support/memory-agent.ts";
import { attributesOf, type JsonSpan, requestOf, spansOf } from "./support/otlp-request.ts";
import { encodeMessage } from "./support/protobuf-writer.ts";

const encode = (request: object) => encodeMessage(TRACE_MESSAGES, TRACE_REQUEST, request);
const conversation = Object(requestOf(spansOf(converse(), "genai")));
const spanWith = (fields: object): JsonSpan => ({
  traceId: "5B8EFFF798038103D269B633813FC60C",
  spanId: "eee19b7ec3c1b174",
  name: "chat",
  startTimeUnixNano: "1544712660000123456",
  endTimeUnixNano: 1544712661000000000,
  ...fields,
});
const read = (...spans: JsonSpan[]) => {
  const result = readJsonRequest(JSON.stringify(requestOf(spans)));
  if (!result.ok) throw new Error(result.fault.message);
  return result.value;
};
const attribute = (value: object) => ({ attributes: [{ key: "k", value }] });
const readBack = (value: object) => read(spanWith(attribute(value))).spans[0]?.attributes.get("k");

/** Any value of an attribute, as OTLP/JSON. */
const anyValue: fc.Arbitrary<object> = fc.letrec<{ value: object; leaf: object }>((tie) => ({
  leaf: fc.oneof(
    fc.record({ stringValue: fc.string({ unit: "binary" }).map((text) => text.toWellFormed()) }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({
      intValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((int) => `${int}`),
    }),
    // JSON.stringify writes -0 as 0.
    fc.record({
      doubleValue: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    }),
    fc.record({
      bytesValue: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("base64")),
    }),
  ),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("leaf"),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie("value"), { maxLength: 3 }) }) }),
    fc.record({
      kvlistValue: fc.record({
        values: fc.array(fc.record({ key: fc.string(), value: tie("value") }), { maxLength: 3 }),
      }),
    }),
  ),
})).value;

const anySpan: fc.Arbitrary<JsonSpan> = fc
  .record({
    name: fc.string(),
    startTimeUnixNano: fc.bigInt({ min: 1n, max: 2n ** 62n }).map((nanos) => `${nanos}`),
    attributes: fc.array(fc.record({ key: fc.string(), value: anyValue }), { maxLength: 4 }),
    status: fc.record({ code: fc.constantFrom(0, 1, 2), message: fc.string() }),
    events: fc.array(
      fc.record({
        name: fc.string(),
        timeUnixNano: fc.constant("1544712660000123456"),
        attributes: fc.array(fc.record({ key: fc.string(), value: anyValue }), { maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
  })
  .map(spanWith);

test("B1 ids are hexadecimal, 64-bit numbers are text or numbers, and enumerations are numbers", () => {
  const [span] = read(
    spanWith({ parentSpanId: "EEE19B7EC3C1B173", status: { code: 2, message: "down" } }),
  ).spans;
  expect(span).toMatchObject({
    ...{ traceId: "5b8efff798038103d269b633813fc60c", spanId: "eee19b7ec3c1b174" },
    ...{ parentSpanId: "eee19b7ec3c1b173", startedAt: 1544712660000, startedNanos: 123456 },
    ...{ endedAt: 1544712661000, status: "error", statusMessage: "down", scope: "agent" },
  });
  expect(readBack({ intValue: "42" })).toBe(42);
  expect(readBack({ intValue: 42 })).toBe(42);
  expect(readBack({ intValue: "9223372036854775807" })).toBe("9223372036854775807");
  expect(readBack({ kvlistValue: { values: [{ key: "a", value: { boolValue: true } }] } })).toEqual(
    {
      a: true,
    },
  );
  expect(readBack({})).toBe(null);
});

test("B1 a root has no parent, and a span without an end ends at its start", () => {
  const [span] = read(spanWith({ parentSpanId: "", endTimeUnixNano: "0" })).spans;
  expect(span?.parentSpanId).toBeUndefined();
  expect(span?.endedAt).toBe(span?.startedAt);
});

test("B2 protobuf and JSON give the same spans", () => {
  expect(readProtobufRequest(encode(conversation))).toEqual(
    readJsonRequest(JSON.stringify(conversation)),
  );
  fc.assert(
    fc.property(fc.array(anySpan, { maxLength: 4 }), (spans) => {
      const request = Object(requestOf(spans));
      const decoded = readProtobufRequest(encode(request));
      expect(decoded).toEqual(readJsonRequest(JSON.stringify(request)));
    }),
  );
});

test("B2 unknown fields are skipped", () => {
  const bytes = encode(conversation);
  const unknown = [...[0x7a, 2, 1, 2], ...[0x70, 0x96, 1], ...[0x7d, 1, 2, 3, 4]];
  expect(readProtobufRequest(Uint8Array.from([...unknown, ...bytes]))).toEqual(
    readProtobufRequest(bytes),
  );
});

test.each([
  [
    "a length beyond the end",
    [0x0a, 0x05, 0x0a],
    "Byte 2, in resourceSpans: the length is 5 bytes",
  ],
  ["a number without an end", [0x0a, 0x80], "the bytes end in the middle of a number"],
  ["a number of eleven bytes", Array(12).fill(0xff), "more than ten bytes"],
  ["a group", [0x0b], "wire type"],
  ["a number in place of a message", [0x08, 0x01], "wire type 0 instead of 2"],
  ["text that is not UTF-8", [10, 8, 18, 6, 18, 4, 42, 2, 0xc3, 0x28], "is not UTF-8"],
])("B3 %s is malformed, and the error gives the place and the remedy", (_, bytes, message) => {
  const result = readProtobufRequest(Uint8Array.from(bytes));
  expect(result).toHaveProperty("fault.message", expect.stringMatching(/^Byte \d+, in \w/));
  expect(result).toHaveProperty("fault.message", expect.stringContaining(message));
  expect(result).toHaveProperty("fault.message", expect.stringContaining("Send one Export"));
});

test.each([
  ["{", "Line 1, column 2"],
  ["[]", "the body: must be an object"],
  ['{"resourceSpans":{}}', "resourceSpans: must be a list"],
  ['{"resourceSpans":[{"scopeSpans":[3]}]}', "resourceSpans[0].scopeSpans[0]: must be an object"],
  ['{"resource_spans":[]}', "lowerCamelCase"],
])("B3 the JSON %s is malformed, and the error gives the place and the remedy", (body, message) => {
  const result = readJsonRequest(body);
  expect(result).toHaveProperty("fault.message", expect.stringContaining(message));
  expect(result).toHaveProperty(
    "fault.message",
    expect.stringContaining("ExportTraceServiceRequest"),
  );
});

test.each([0, 1, 12_287, 12_288, 12_289, 12_290, 1_000_000])(
  "B2 a field of %i bytes is read from base64",
  (size) => {
    const bytes = Buffer.alloc(size, "all kinds of bytes \u{1f511}");
    const request = Object(
      requestOf([spanWith(attribute({ bytesValue: bytes.toString("base64") }))]),
    );
    const result = readProtobufRequest(encode(request));
    if (!result.ok) throw new Error(result.fault.message);
    expect(result.value.spans[0]?.attributes.get("k") === bytes.toString("base64")).toBe(true);
  },
);

test("B3 reading never throws, whatever the bytes or JSON", () => {
  const whole = encode(conversation);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.uint8Array({ maxLength: 8 }), (at, put) => {
      const damaged = Uint8Array.from([...whole.subarray(0, at), ...put]);
      const result = readProtobufRequest(damaged);
      expect(!result.ok || result.value.spans.length <= 20).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(readJsonRequest(JSON.stringify(requestOf([spanWith(Object(value))])))).toBeDefined();
      expect(readJsonRequest(JSON.stringify(value))).toBeDefined();
    }),
  );
});

test("B3 no value of an attribute or a field makes reading or mapping throw", () => {
  const hostile = { toString: 1, valueOf: "x", toJSON: 2 };
  const value = fc.oneof(fc.jsonValue(), fc.constant(hostile), fc.constant([hostile]));
  const key = fc.constantFrom(
    ...["memtrace.expected", "ai.values", "ai.prompt", "event.name", "gen_ai.evaluation.name"],
    ...["gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.memory.records", "user.id"],
    ...["input.value", "output.value", "retrieval.documents", "gen_ai.tool.call.arguments"],
  );
  const attributes = fc.array(fc.tuple(key, value), { maxLength: 6 });
  const fields = fc.dictionary(
    fc.constantFrom("endTimeUnixNano", "startTimeUnixNano", "status", "name", "events", "kind"),
    value,
    { maxKeys: 2 },
  );
  const anyValue = (written: unknown, form: string) =>
    form === "json" ? { stringValue: JSON.stringify(written) } : { [form]: written };
  const form = fc.constantFrom("json", "doubleValue", "intValue", "boolValue", "bytesValue");
  fc.assert(
    fc.property(attributes, fields, form, (held, own, written) => {
      const list = [
        ...held.map(([name, inner]) => ({ key: name, value: anyValue(inner, written) })),
        { key: "map", value: { kvlistValue: { values: [{ key: "toString", value: {} }] } } },
        ...attributesOf({ "memtrace.query": "q", "memtrace.prediction": "p" }),
        ...attributesOf({ "gen_ai.evaluation.score.label": "fail" }),
      ];
      const events = [
        { name: "gen_ai.choice", timeUnixNano: "1772600768000000000", attributes: list },
      ];
      const [span] = spansOf(converse(), "genai");
      const request = requestOf([{ ...Object(span), events, attributes: list, ...own }]);
      const read = readJsonRequest(JSON.stringify(request));
      if (read.ok) expect([...mapSpans(read.value.spans).steps].length).toBeLessThan(2);
    }),
    { numRuns: 300 },
  );
});

test("B3 attributes that are nested too deeply are rejected or omitted", () => {
  let value: object = { stringValue: "deep" };
  for (let depth = 0; depth < 500; depth++) value = { arrayValue: { values: [value] } };
  const request = Object(requestOf([spanWith(attribute(value))]));
  expect(readProtobufRequest(encode(request))).toHaveProperty(
    "fault.message",
    expect.stringContaining("nested deeper"),
  );
  expect(readJsonRequest(JSON.stringify(request))).toHaveProperty("value.spans.length", 1);
});

test.each([
  [{ traceId: "5b8e" }, "traceId must be 32 hexadecimal digits"],
  [{ traceId: "0".repeat(32) }, "not all 0"],
  [{ spanId: undefined }, "spanId must be 16"],
  [{ startTimeUnixNano: "yesterday" }, "startTimeUnixNano must be nanoseconds"],
  [{ startTimeUnixNano: 0 }, "startTimeUnixNano"],
  [{ endTimeUnixNano: 1e30 }, "endTimeUnixNano"],
  [{ events: [1] }, "events[0] must be an object"],
  [{ links: [{ traceId: "x" }] }, "links[0].traceId"],
])("B4 a span with %j is rejected alone, and the error names its place", (fields, message) => {
  const { spans, rejected } = read(spanWith({ spanId: "eee19b7ec3c1b175" }), spanWith(fields));
  expect(spans).toHaveLength(1);
  expect(rejected.map(({ path, message: said }) => `${path} ${said}`)).toEqual([
    expect.stringContaining(message),
  ]);
  expect(rejected[0]?.path).toContain("resourceSpans[0].scopeSpans[0].spans[1]");
});
