import { env } from "cloudflare:workers";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { AppendResult, ProjectServices } from "../../src/http/context.ts";
import { TRACE_MESSAGES, TRACE_REQUEST } from "../../src/otlp/encoding/trace-messages.ts";
import { MAX_EVENTS_BODY_BYTES } from "../../src/protocol/limits.ts";
import { failure, success } from "../../src/protocol/result.ts";
import { createServices } from "../../workers/services.ts";
import { step } from "../otlp/support/mapped.ts";
import { converse, EXPECTED } from "../otlp/support/memory-agent.ts";
import { type JsonSpan, requestOf, spansOf } from "../otlp/support/otlp-request.ts";
import { encodeMessage } from "../otlp/support/protobuf-writer.ts";
import { clientOf, newKey, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { until } from "../workers/support/until.ts";

let tenant: OwnProject;
beforeAll(async () => {
  tenant = await newProject();
});

const PROTOBUF = "application/x-protobuf";
const JSON_TYPE = "application/json";

const post = (body: BodyInit, headers: Record<string, string> = {}, key = tenant.key) =>
  send("/v1/otlp/v1/traces", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": JSON_TYPE, ...headers },
    body,
  });
const encode = (request: unknown) => encodeMessage(TRACE_MESSAGES, TRACE_REQUEST, Object(request));
const inGraph = (graph: string) => ({ "memtrace.graph": graph });
const conversation = (graph: string) => spansOf(converse("retrieval"), "genai", inGraph(graph));
const figures = async (graph: string) =>
  clientOf(tenant.key)("GET /graphs/{graph}", { params: { graph } });
const refusal = async (answer: Response) => {
  const { error } = await answer.json<{ error: { code: string; message: string } }>();
  return { status: answer.status, ...error };
};
const chatIn = (graph: string, fields: object = {}): JsonSpan =>
  step(
    "chat",
    {
      ...inGraph(graph),
      "gen_ai.input.messages": '[{"role":"user","content":"What is it called?"}]',
      "gen_ai.output.messages": '[{"role":"assistant","content":"It is called Rex."}]',
    },
    fields,
  );

test("B30 spans in JSON, protobuf and gzip are stored durably before the answer, and only once", async () => {
  const spans = conversation("g1");
  const request = requestOf(spans);
  const first = await post(JSON.stringify(request), {
    "content-type": "application/json;charset=utf-8",
  });
  expect([first.status, await first.json()]).toEqual([200, {}]);
  const shown = await figures("g1");
  expect(shown).toMatchObject({ id: "g1", operations: spans.length });
  const again = await post(encode(request), { "content-type": PROTOBUF });
  expect(again.status).toBe(200);
  expect(again.headers.get("content-type")).toBe(PROTOBUF);
  expect(await again.arrayBuffer()).toHaveProperty("byteLength", 0);
  const compressed = { "content-type": PROTOBUF, "content-encoding": "gzip" };
  expect((await post(gzipSync(encode(request)), compressed)).status).toBe(200);
  expect(await figures("g1")).toEqual(shown);
});

test("B30 an answer that an evaluation failed is attributed", async () => {
  const spans = conversation("g2");
  const last = spans.at(-1) as JsonSpan & { attributes: object[] };
  const judged = Object.entries({
    "gen_ai.evaluation.name": "correctness",
    "gen_ai.evaluation.score.label": "incorrect",
    "memtrace.expected": EXPECTED,
  }).map(([key, stringValue]) => ({ key, value: { stringValue } }));
  const all = [...spans.slice(0, -1), { ...last, attributes: [...last.attributes, ...judged] }];
  expect((await post(JSON.stringify(requestOf(all)))).status).toBe(200);
  const done = await until(async () => {
    const page = await clientOf(tenant.key).response("GET /cases", { query: { graph: "g2" } });
    return (await page.json()).items.find(({ state }) => state === "done");
  });
  expect(done).toMatchObject({ errorType: "RetrievalError", opName: "search_memory" });
});

test("B31 the answer reports wrong spans, missing content and cut texts, in the request's encoding", async () => {
  const silent = step("chat", { ...inGraph("g3"), "gen_ai.operation.name": "chat" });
  const wrong = chatIn("g3", { spanId: "0000000000000002", traceId: "00" });
  const answer = await post(JSON.stringify(requestOf([silent, wrong])));
  const told = await answer.json<{
    partialSuccess: { rejectedSpans: string; errorMessage: string };
  }>();
  expect(told.partialSuccess.rejectedSpans).toBe("1");
  expect(told.partialSuccess.errorMessage).toMatch(/spans\[1\]\.traceId must be .*have no content/);
  const binary = await post(encode(requestOf([silent])), { "content-type": PROTOBUF });
  const bytes = new Uint8Array(await binary.arrayBuffer());
  expect([...bytes.subarray(0, 1), ...bytes.subarray(3, 6)]).toEqual([10, 8, 0, 18]);
  expect(new TextDecoder().decode(bytes)).toContain("1 of 1 steps have no content");
  const long = step("tool", {
    ...inGraph("g3"),
    ...{ "openinference.span.kind": "TOOL", "input.value": "what is long?" },
    "output.value": "x".repeat(600_000),
  });
  const cut = await (await post(JSON.stringify(requestOf([long])))).text();
  expect(cut).toContain("exceed their limit");
});

test("B32 a body that is malformed, of unknown type or too large is refused with the remedy", async () => {
  expect(await refusal(await post('{"resourceSpans": [}'))).toMatchObject({
    ...{ status: 400, code: "invalid_json" },
    message: expect.stringContaining("Line 1, column 20"),
  });
  const cut = encode(requestOf(conversation("g4"))).subarray(0, -3);
  expect(await refusal(await post(cut, { "content-type": PROTOBUF }))).toMatchObject({
    ...{
      status: 400,
      code: "invalid_json",
      message: expect.stringMatching(/^Byte \d+, in resourceSpans/),
    },
  });
  expect(await refusal(await post("x", { "content-type": "text/plain" }))).toMatchObject({
    ...{ status: 415, message: expect.stringContaining("OTEL_EXPORTER_OTLP_PROTOCOL") },
  });
  expect(await refusal(await post("x", { "content-encoding": "zstd" }))).toMatchObject({
    status: 415,
  });
  expect(await refusal(await post("x", { "content-encoding": "gzip" }))).toMatchObject({
    status: 400,
  });
  const large = gzipSync(" ".repeat(MAX_EVENTS_BODY_BYTES + 1));
  expect(await refusal(await post(large, { "content-encoding": "gzip" }))).toMatchObject({
    status: 413,
  });
  const reader = await newKey(tenant.project, ["read"]);
  expect(await refusal(await post("{}", {}, reader))).toMatchObject({ status: 403 });
  const shown = await clientOf(tenant.key).response("GET /graphs/{graph}", {
    params: { graph: "g4" },
  });
  expect(shown.status).toBe(404);
});

test("B31 a span with an event that is too large counts as rejected", async () => {
  // Each of these characters takes six bytes as JSON.
  const result = { "tool.name": "dump", "output.value": "\u0001".repeat(500_000) };
  const large = step("tool", { ...inGraph("g6"), "openinference.span.kind": "TOOL", ...result });
  const answer = await post(JSON.stringify(requestOf([large, chatIn("g6", { spanId: SECOND })])));
  expect(await answer.json()).toMatchObject({
    partialSuccess: {
      rejectedSpans: "1",
      errorMessage: expect.stringMatching(/^Of \w+:\w+\/out\.0, the event has 3\d+ bytes/),
    },
  });
  expect(await figures("g6")).toMatchObject({ operations: 2 });
});
const SECOND = "0000000000000002";

/** Runs the service with a different `append`. */
const withAppend = (append: ProjectServices["append"]) => {
  const app = createApp(() => {
    const services = createServices(env, () => undefined);
    return { ...services, project: (id: string) => ({ ...services.project(id), append }) };
  });
  const headers = { authorization: `Bearer ${tenant.key}`, "content-type": JSON_TYPE };
  return (body: string) =>
    app.request("http://memtrace.test/v1/otlp/v1/traces", { method: "POST", headers, body });
};

test("B33 graphs are opened a few at a time, and a repeated request stores those over the limit", async () => {
  const stored = new Map<string, number>();
  let [inFlight, most] = [0, 0];
  const send = withAppend(async (graph, _, events) => {
    most = Math.max(most, ++inFlight);
    await new Promise((resolve) => setTimeout(resolve));
    inFlight--;
    const isKnown = stored.has(graph);
    stored.set(graph, events.length);
    const [accepted, duplicates] = isKnown ? [0, events.length] : [events.length, 0];
    return success({ accepted, duplicates, repeated: false });
  });
  const round = Array.from({ length: 610 }, (_, index) => index);
  const spans = [...round, ...round].map((index, place) =>
    chatIn(`many-${index}`, { spanId: `${place + 1}`.padStart(16, "0") }),
  );
  const body = JSON.stringify(requestOf(spans));
  const first = await send(body);
  expect(first.headers.get("retry-after")).toBe("5");
  expect(await refusal(first)).toMatchObject({
    ...{ status: 503, code: "unavailable" },
    message: expect.stringMatching(/^graph: .*Send the same request again/),
  });
  expect(stored.size).toBeGreaterThanOrEqual(600);
  expect(await (await send(body)).json()).toEqual({});
  expect([...stored.keys()]).toEqual(round.map((index) => `many-${index}`));
  expect(most).toBe(6);
});

test("B43 a request with spans of too many graphs is refused whole", async () => {
  let appended = 0;
  const send = withAppend(async (_graph, _batch, events) => {
    appended += 1;
    return success({ accepted: events.length, duplicates: 0, repeated: false });
  });
  const naming = (count: number) =>
    send(
      JSON.stringify(
        requestOf(
          Array.from({ length: count }, (_, index) =>
            chatIn(`named-${index}`, { spanId: `${index + 1}`.padStart(16, "0") }),
          ),
        ),
      ),
    );
  expect(await refusal(await naming(1_001))).toMatchObject({
    ...{ status: 413, code: "too_large" },
    message: expect.stringContaining("belong to 1001 graphs; one request may name 1000"),
  });
  expect(appended).toBe(0);
  expect((await naming(1_000)).status).toBe(503);
  expect(appended).toBeGreaterThanOrEqual(600);
});

test("B32 a failure that an exporter may repeat is 429 or 503, with Retry-After", async () => {
  const body = JSON.stringify(requestOf([chatIn("g5")]));
  const failing = async (append: () => Promise<AppendResult>) => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const answer = await withAppend(append)(body);
    logged.mockRestore();
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    return refusal(answer);
  };
  expect(await failing(async () => failure("overloaded"))).toMatchObject({
    ...{ status: 429, code: "overloaded" },
  });
  const broken = await failing(() => Promise.reject(new Error("the object is gone")));
  expect(broken).toMatchObject({ status: 503, code: "unavailable" });
  expect(broken.message).not.toContain("gone");
});
