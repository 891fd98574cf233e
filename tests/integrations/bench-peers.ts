/**
 * Other clients in `npm run bench -- sdk`, each in its own process: `bench-peers.ts PEER ROUNDS
 * CALLS CHARS`. Each is set up as its documentation says for a long-running program, and its queue
 * is long enough to lose nothing. Prints one JSON line.
 */
import { LangfuseSpanProcessor } from "@langfuse/otel";
import { observe, setLangfuseTracerProvider } from "@langfuse/tracing";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { Client } from "langsmith";
import { traceable } from "langsmith/traceable";
import { type CallsAnswer, step, timeCalls } from "../bench/sdk-program.ts";
import { type Sink, startSink } from "../bench/sdk-sink.ts";

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/** More than the number of calls before the client can first send. */
const QUEUE_SPANS = 100_000;

type Peer = (sink: Sink) => Parameters<typeof timeCalls>[0];

const peers: Readonly<Record<string, Peer>> = {
  "@opentelemetry/sdk-trace-base": ({ url }) => {
    const processor = new BatchSpanProcessor(new OTLPTraceExporter({ url: `${url}/v1/traces` }), {
      maxQueueSize: QUEUE_SPANS,
    });
    const tracer = new BasicTracerProvider({ spanProcessors: [processor] }).getTracer("bench");
    const traced = (text: string) =>
      tracer.startActiveSpan("step", (span) => {
        span.setAttribute("input.value", text);
        const result = step(text);
        span.setAttribute("output.value", result);
        span.end();
        return result;
      });
    return {
      call: async (_, texts) => {
        for (const text of texts) traced(text);
      },
      flush: () => processor.forceFlush(),
    };
  },
  "@langfuse/tracing": ({ url }) => {
    process.env.OTEL_BSP_MAX_QUEUE_SIZE = String(QUEUE_SPANS);
    const processor = new LangfuseSpanProcessor({
      ...{ publicKey: "pk-lf-1", secretKey: "sk-lf-1", baseUrl: url },
    });
    setLangfuseTracerProvider(new BasicTracerProvider({ spanProcessors: [processor] }));
    const traced = observe(step, { name: "step" });
    return {
      call: async (_, texts) => {
        for (const text of texts) traced(text);
      },
      flush: () => processor.forceFlush(),
    };
  },
  langsmith: ({ url }) => {
    const client = new Client({ apiUrl: url, apiKey: "k" });
    const traced = traceable(step, { name: "step", client, tracingEnabled: true });
    return {
      call: async (_, texts) => {
        await Promise.all(texts.map((text) => traced(text)));
      },
      flush: () => client.awaitPendingTraceBatches(),
    };
  },
};

const [name = "", ...numbers] = process.argv.slice(2);
const peer = peers[name];
if (peer === undefined) throw new Error(`no peer is called ${name}: ${Object.keys(peers)}`);
const sink = await startSink();
const times = await timeCalls(peer(sink), numbers.map(Number));
const answer: CallsAnswer = { ...times, received: await sink.received() };
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
