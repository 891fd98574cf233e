/** Limits on the content and nesting of spans, so that the work grows only linearly. */
import { expect, test } from "vitest";
import type { AttributeValue } from "../../src/otlp/encoding/attributes.ts";
import { readSpans, type Span } from "../../src/otlp/encoding/spans.ts";
import { TRACE_MESSAGES, TRACE_REQUEST } from "../../src/otlp/encoding/trace-messages.ts";
import { readJsonRequest, readProtobufRequest } from "../../src/otlp/encoding/trace-request.ts";
import { chooseGraph } from "../../src/otlp/graph-rule.ts";
import { mapSpans } from "../../src/otlp/map-spans.ts";
import { processorMs } from "../suites/processor-time.ts";
import { graphOf, mapped, step } from "./support/mapped.ts";
import { attributesOf, requestOf } from "./support/otlp-request.ts";
import { encodeMessage } from "./support/protobuf-writer.ts";

const messages = (role: string, texts: readonly string[]) =>
  JSON.stringify(texts.map((content) => ({ role, content })));
const said = (count: number, what: string) =>
  Array.from({ length: count }, (_, index) => `${what} number ${index}`);
const crossing = (ins: readonly string[], outs: readonly string[]) =>
  step("handle", {
    "gen_ai.input.messages": messages("user", ins),
    "gen_ai.output.messages": messages("assistant", outs),
  });

test("B22 many inputs and outputs are linked through one list, so each output leads back to every input", () => {
  const wide = crossing(said(400, "question"), said(400, "answer"));
  const { events, notes } = mapped([wide]);
  expect(events.filter(({ type }) => type === "link")).toHaveLength(800);
  expect(notes).toEqual([]);
  const graph = graphOf([wide]);
  const idOf = (text: string) =>
    [...graph.variables.values()].find(({ value }) => value === text)?.id ?? "";
  const [toAnswer] = graph.linksTo(idOf("answer number 7"));
  const list = toAnswer?.from ?? "";
  expect(graph.variables.get(list)?.value).toContain("answer number 399");
  expect(graph.linksTo(list).map(({ from }) => from)).toContain(idOf("question number 399"));
});

test("B22 with few inputs and outputs, every input links to every output", () => {
  const links = mapped([crossing(said(3, "question"), said(4, "answer"))]).events.filter(
    ({ type }) => type === "link",
  );
  expect(links).toHaveLength(12);
});

test("B22 values over a step's limits are omitted from the middle and reported", () => {
  const lines = (index: number) => said(50, `of text ${index}, statement`).join("\n");
  const texts = Array.from({ length: 3_000 }, (_, index) => lines(index));
  const { events, notes } = mapped([
    crossing(
      texts,
      texts.map((text) => `${text}\nand back`),
    ),
  ]);
  expect(events.length).toBeLessThan(15_000);
  const values = events.flatMap((event) => (event.type === "variable" ? [event.value] : []));
  expect(values).toContain(texts[0]);
  expect(values).toContain(texts[2_999]);
  expect(values).not.toContain(texts[1_500]);
  const [operation] = events;
  expect(operation).toHaveProperty(
    "comment",
    expect.stringMatching(/^\d+ items of this step are left out/),
  );
  expect(notes).toEqual([expect.stringMatching(/^1 of 1 steps have more values/)]);
});

test("B23 inherited attributes are read once per span, however deep spans are nested", () => {
  let lookups = 0;
  class Counted extends Map<string, AttributeValue> {
    override get(key: string): AttributeValue | undefined {
      lookups++;
      return super.get(key);
    }
  }
  const depth = 20_000;
  const id = (index: number) => `${index + 1}`.padStart(16, "0");
  const chain = Array.from({ length: depth }, (_, index) => {
    const parent = index === 0 ? {} : { parentSpanId: id(index - 1) };
    return step("chat", {}, { spanId: id(index), ...parent, attributes: [] });
  });
  const read = readSpans(requestOf(chain));
  if (!("spans" in read)) throw new Error(JSON.stringify(read));
  const spans = read.spans.map((span, index): Span => {
    const own: [string, string][] = index === 0 ? [["user.id", "ada"]] : [];
    // A second user in the same trace, so that the trace's other spans do not decide for this span.
    if (index === depth - 1) own.push(["user.id", "bea"]);
    return { ...span, attributes: new Counted(own) };
  });
  const belonging = chooseGraph(spans);
  const graphs = spans.toReversed().map((span) => belonging(span).graph);
  expect([graphs[0], new Set(graphs.slice(1))]).toEqual(["user:bea", new Set(["user:ada"])]);
  const keysOfAll = 20;
  expect(lookups).toBeLessThan(2 * keysOfAll * depth);
});

test("B23 spans inherit nothing if their parent links form a circle", () => {
  const around = (spanId: string, parentSpanId: string, own: Record<string, string> = {}) => ({
    ...step("chat", {}),
    ...{ spanId, parentSpanId },
    attributes: Object.entries(own).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  });
  const [a, b, c, d] = ["a", "b", "c", "d"].map((digit) => digit.padStart(16, "0")) as [
    ...[string, string, string, string],
  ];
  const circle = [around(a, b), around(b, a), around(c, a, { "user.id": "ada" })];
  const read = readSpans(requestOf([...circle, around(d, c, { "user.id": "bea" })]));
  if (!("spans" in read)) throw new Error(JSON.stringify(read));
  const belonging = chooseGraph(read.spans);
  const trace = `trace:${"1".padStart(32, "0")}`;
  expect(read.spans.map((span) => belonging(span).graph)).toEqual([
    ...[trace, trace],
    ...["user:ada", "user:bea"],
  ]);
});

/** Writes a list of empty spans, or of other elements of two bytes. */
const emptySpans = (count: number) => {
  const spans = new Uint8Array(count * 2).map((_, at) => (at % 2 === 0 ? (2 << 3) | 2 : 0));
  const inside = (field: number, bytes: Uint8Array) => {
    const length: number[] = [];
    for (let left = bytes.length; ; left = Math.floor(left / 128)) {
      length.push((left % 128) + (left < 128 ? 0 : 128));
      if (left < 128) break;
    }
    return Uint8Array.from([(field << 3) | 2, ...length, ...bytes]);
  };
  const ofScope = inside(2, spans);
  return inside(1, ofScope);
};

test("H281 the answer counts all invalid spans and describes only the first ones", () => {
  const wrong = Array.from({ length: 50_000 }, () => 0);
  const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: wrong }] }] });
  for (const read of [readJsonRequest(text), readProtobufRequest(emptySpans(50_000))]) {
    if (!read.ok) throw new Error(read.fault.message);
    expect(read.value.rejectedSpans).toBe(50_000);
    expect(read.value.rejected).toHaveLength(10);
    expect(read.value.rejected[0]?.path).toMatch(
      /^resourceSpans\[0\]\.scopeSpans\[0\]\.spans\[0\]/,
    );
  }
});

test("H281 a request with too many spans, events, links or messages is refused with the remedy", () => {
  const many = Array.from({ length: 100_001 }, () => ({}));
  const inSpan = (field: object) => ({ spans: [{ ...step("chat", {}), ...field }] });
  const scopes = [{ spans: many }, inSpan({ events: many }), inSpan({ links: many })];
  const requests = [
    ...scopes.map((scope) => ({ resourceSpans: [{ scopeSpans: [scope] }] })),
    { resourceSpans: [{ scopeSpans: many }] },
    { resourceSpans: many },
  ];
  const reads = [
    ...requests.map((request) => readJsonRequest(JSON.stringify(request))),
    readProtobufRequest(emptySpans(150_000)),
    readProtobufRequest(emptySpans(700_000)),
  ];
  for (const read of reads) {
    expect(read).toMatchObject({
      fault: {
        kind: "too-large",
        message: expect.stringMatching(
          /^resourceSpans: .* more than \d+ .*OTEL_BSP_MAX_EXPORT_BATCH_SIZE/,
        ),
      },
    });
  }
});

test("B4 the reader stops at the first invalid character of a million-byte id", () => {
  const request = Object(requestOf([step("chat", {}), { ...step("chat", {}), traceId: LONG }]));
  const read = readProtobufRequest(encodeMessage(TRACE_MESSAGES, TRACE_REQUEST, request));
  expect(read).toMatchObject({
    value: {
      spans: [{ name: "chat" }],
      rejected: [{ path: "resourceSpans[0].scopeSpans[0].spans[1].traceId" }],
    },
  });
});
const LONG = "5b".repeat(1_000_000);

/** A span of a trace that names no user. */
const ELSEWHERE = { traceId: "2".padStart(32, "0"), attributes: [] };

test("B44 a long text of a resource, scope or span is read only once for all spans and verdicts", () => {
  const long = "x".repeat(1_000_000);
  const evaluation = {
    name: "gen_ai.evaluation.result",
    attributes: attributesOf({
      "gen_ai.evaluation.name": "correctness",
      "gen_ai.evaluation.score.value": 0,
    }),
  };
  const judged = step(
    "chat",
    { "memtrace.query": long, "memtrace.prediction": long, "memtrace.expected": [long, long] },
    { events: Array.from({ length: 5_000 }, () => evaluation) },
  );
  const plain = Array.from({ length: 2_000 }, (_, index) =>
    step("chat", {}, { ...ELSEWHERE, spanId: `${index + 10}`.padStart(16, "0") }),
  );
  const request = {
    resourceSpans: [
      {
        resource: {
          attributes: attributesOf({
            ...{ "user.id": `u${long}`, "session.id": `s${long}`, "memtrace.system": `m${long}` },
          }),
        },
        scopeSpans: [{ scope: { name: `openinference ${long}` }, spans: [judged, ...plain] }],
      },
    ],
  };
  const read = readSpans(request);
  if (!("spans" in read)) throw new Error(JSON.stringify(read));
  const { spans } = read;
  const mapping = { verdicts: 0, graphs: 0, notes: [""] };
  const took = processorMs(() => {
    const { steps, graphs, notes } = mapSpans(spans);
    for (const { events } of steps) {
      mapping.verdicts += events.filter(({ type }) => type === "verdict").length;
      for (const event of events) {
        if (event.type !== "verdict") expect(JSON.stringify(event).length).toBeLessThan(10_000);
      }
    }
    Object.assign(mapping, { graphs, notes: notes() });
  });
  // Reading the texts for every span would take minutes.
  expect(took).toBeLessThan(10_000);
  expect(mapping.graphs).toBe(2);
  expect(mapping.verdicts).toBeLessThanOrEqual(101);
  expect(mapping.notes.join(" ")).toContain("more values");
});
