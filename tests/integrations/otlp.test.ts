import { ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { JsonTraceSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { readJsonRequest, readProtobufRequest } from "../../src/otlp/encoding/trace-request.ts";
import { CONVENTIONS } from "../otlp/support/conventions.ts";
import { converse, EXPECTED, type Fault, QUESTION } from "../otlp/support/memory-agent.ts";
import { attributedCase, read } from "./support/attributed.ts";
import { runDocumented } from "./support/documented.ts";

/** Returns the environment variables that docs/otlp.md says to set. */
function environmentOf(compression: "gzip" | "none"): Record<string, string> {
  const { url, key } = inject("service");
  return {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/otlp/v1/traces`,
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: `Authorization=Bearer%20${key}`,
    OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: compression,
  };
}

/** An exporter that takes its configuration from the environment only. */
function fromEnvironment(Exporter: new () => SpanExporter, compression?: "gzip"): SpanExporter {
  const environment = environmentOf(compression ?? "none");
  Object.assign(process.env, environment);
  try {
    return new Exporter();
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
  }
}

interface Run {
  readonly convention: keyof typeof CONVENTIONS;
  readonly fault: Fault;
  readonly user: string;
  readonly exporter: SpanExporter;
}

/**
 * Runs the traced agent: one trace per turn, delivered in several requests. The last answer is
 * judged.
 */
async function runTraced({ convention, fault, user, exporter }: Run): Promise<void> {
  const provider = new BasicTracerProvider({
    spanProcessors: [
      {
        onStart: (span) => void span.setAttribute("user.id", user),
        onEnd: () => undefined,
        forceFlush: async () => undefined,
        shutdown: async () => undefined,
      },
      new BatchSpanProcessor(exporter, { maxExportBatchSize: 4 }),
    ],
  });
  const tracer = provider.getTracer("agent");
  const { turn, step } = CONVENTIONS[convention];
  // Set the times here, because the SDK's clock ticks once a millisecond, and the agent's steps
  // must have different times.
  let startTime = Date.now() - 60_000;
  for (const said of converse(fault)) {
    const own = turn(said);
    const attributes = { ...own.attributes };
    const root = tracer.startSpan(own.name, { attributes, root: true, startTime });
    const inside = trace.setSpan(ROOT_CONTEXT, root);
    for (const done of said.steps) {
      const { name, attributes: told } = step(done);
      const span = tracer.startSpan(name, { attributes: { ...told }, startTime }, inside);
      startTime += 10;
      span.end(startTime);
    }
    if (said.said === QUESTION && convention === "genai") {
      root.addEvent("gen_ai.evaluation.result", {
        "gen_ai.evaluation.name": "correctness",
        "gen_ai.evaluation.score.value": 0,
        "memtrace.expected": [EXPECTED],
      });
    }
    root.end(startTime);
    await provider.forceFlush();
  }
  await provider.shutdown();
  if (convention !== "genai") await reportCase(`user:${user}`, converse(fault).at(-1)?.reply ?? "");
}

async function reportCase(graph: string, prediction: string): Promise<void> {
  const { url, key } = inject("service");
  const answer = await fetch(`${url}/v1/cases`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ graph, query: QUESTION, prediction, expected: [EXPECTED] }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

it.each([
  ["genai", "update", "UpdateError", "update_memory", () => fromEnvironment(JsonExporter)],
  [
    "genai",
    "retrieval",
    "RetrievalError",
    "search_memory",
    () => fromEnvironment(ProtobufExporter, "gzip"),
  ],
  [
    "openinference",
    "extraction",
    "ExtractionError",
    "ChatCompletion",
    () => fromEnvironment(ProtobufExporter),
  ],
  [
    "openinference",
    "response",
    "ResponseError",
    "ChatCompletion",
    () => fromEnvironment(JsonExporter, "gzip"),
  ],
  [
    "aiSdk",
    "deletion",
    "DeletionError",
    "deleteMemory",
    () => fromEnvironment(ProtobufExporter, "gzip"),
  ],
  ["aiSdk", "retrieval", "RetrievalError", "searchMemory", () => fromEnvironment(JsonExporter)],
] as const)(
  "B40 in %s, the service attributes the fault of %s as %s at %s",
  async (convention, fault, errorType, opName, exporter) => {
    const user = `${convention} ${fault}`;
    await runTraced({ convention, fault, user, exporter: exporter() });
    const { attribution } = await attributedCase(`user:${user}`);
    expect(attribution).toMatchObject({ errorType, opName });
    // One trace wrote a unit, and another trace read it. The service must recognise the same unit
    // in both traces. Otherwise, it would warn about a unit that nobody wrote.
    const path = `/v1/graphs/${encodeURIComponent(`user:${user}`)}`;
    const { items } = await read<{ items: { code: string }[] }>(`${path}/warnings`);
    expect(items).toEqual([]);
  },
);

it("B40 the program of docs/otlp.md behaves as documented", async () => {
  const { compiler, printed } = await runDocumented("../otlp.md", environmentOf("gzip"));
  expect({ compiler, printed }).toEqual({ compiler: "", printed: "sent as the graph user:ada\n" });
  const { attribution } = await attributedCase("user:ada");
  expect(attribution).toMatchObject({ errorType: "RetrievalError", opName: "search_memory" });
});

const anyAttributes = fc.dictionary(
  fc.string({ minLength: 1 }).filter((key) => key !== "__proto__"),
  fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.array(fc.integer(), { maxLength: 3 }),
  ),
  { maxKeys: 5 },
);

it("B41 the service reads exactly the spans that the exporters' serializers wrote", () => {
  fc.assert(
    fc.property(
      fc.array(anyAttributes, { minLength: 1, maxLength: 4 }),
      fc.string(),
      (all, name) => {
        const ended = new InMemorySpanExporter();
        const provider = new BasicTracerProvider({
          spanProcessors: [new SimpleSpanProcessor(ended)],
        });
        const tracer = provider.getTracer("agent");
        for (const attributes of all) {
          const span = tracer.startSpan(name, { attributes, root: true });
          span.addEvent("said", attributes);
          span.addLink({ context: span.spanContext(), attributes });
          span.setStatus({ code: 2, message: name });
          span.end();
        }
        const spans = ended.getFinishedSpans();
        const [json, protobuf] = [
          serialized(JsonTraceSerializer, spans),
          serialized(ProtobufTraceSerializer, spans),
        ];
        const decoded = readProtobufRequest(protobuf);
        expect(decoded).toEqual(readJsonRequest(new TextDecoder().decode(json)));
        if (!decoded.ok) throw new Error(decoded.fault.message);
        expect(decoded.value.rejected).toEqual([]);
        expect(decoded.value.spans.map(({ spanId }) => spanId)).toEqual(
          spans.map((span) => span.spanContext().spanId),
        );
        for (const [
          index,
          { attributes, events, links, status },
        ] of decoded.value.spans.entries()) {
          const given = new Map(Object.entries(spans[index]?.attributes ?? {}));
          expect([attributes, events[0]?.attributes, links[0]?.attributes]).toEqual([
            given,
            given,
            given,
          ]);
          expect(status).toBe("error");
        }
      },
    ),
  );
});

function serialized(
  serializer: { serializeRequest(spans: ReadableSpan[]): Uint8Array | undefined },
  spans: ReadableSpan[],
): Uint8Array {
  const bytes = serializer.serializeRequest(spans);
  if (bytes === undefined) throw new Error("nothing was serialized");
  return bytes;
}
