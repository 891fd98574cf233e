/** What spans may hold, and nest, without the work growing faster than they do. */
import { expect, test } from "vitest";
import type { AttributeValue } from "../../src/otlp/encoding/attributes.ts";
import { readSpans, type Span } from "../../src/otlp/encoding/spans.ts";
import { TRACE_MESSAGES, TRACE_REQUEST } from "../../src/otlp/encoding/trace-messages.ts";
import { readProtobufRequest } from "../../src/otlp/encoding/trace-request.ts";
import { chooseGraph } from "../../src/otlp/graph-rule.ts";
import { graphOf, mapped, step } from "./support/mapped.ts";
import { requestOf } from "./support/otlp-request.ts";
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

test("B22 values over a step's limits are omitted in the middle and reported", () => {
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
    expect.stringMatching(/^\d+ of its values.* left out/),
  );
  expect(notes).toEqual([expect.stringMatching(/^1 of 1 steps have more values/)]);
});

test("B23 inherited attributes are looked up once per span, however deep spans nest", () => {
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
  if ("damage" in read) throw new Error(read.damage.message);
  const spans = read.spans.map((span, index): Span => {
    const own: [string, string][] = index === 0 ? [["user.id", "ada"]] : [];
    // Another user of the trace: what its spans agree on does not decide.
    if (index === depth - 1) own.push(["user.id", "bea"]);
    return { ...span, attributes: new Counted(own) };
  });
  const belonging = chooseGraph(spans);
  const graphs = spans.toReversed().map((span) => belonging(span).graph);
  expect([graphs[0], new Set(graphs.slice(1))]).toEqual(["user:bea", new Set(["user:ada"])]);
  const keysOfAll = 20;
  expect(lookups).toBeLessThan(2 * keysOfAll * depth);
});

test("B23 spans in a parent circle inherit nothing", () => {
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
  if ("damage" in read) throw new Error(read.damage.message);
  const belonging = chooseGraph(read.spans);
  const trace = `trace:${"1".padStart(32, "0")}`;
  expect(read.spans.map((span) => belonging(span).graph)).toEqual([
    ...[trace, trace],
    ...["user:ada", "user:bea"],
  ]);
});

test("B4 reading an id of a million bytes stops as soon as it is invalid", () => {
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
