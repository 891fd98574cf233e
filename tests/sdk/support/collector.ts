/** A server with the ingest protocol. It keeps what it accepts, and fails as scripted. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { buildGraph } from "../../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import { listen } from "../../../src/local/listen.ts";
import { readBatch } from "../../../src/protocol/events/batch.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";

export type Scripted =
  | "accept"
  | "reset"
  | "accept-then-reset"
  | { status: number; retryAfter?: string };

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Collector {
  readonly url: string;
  readonly received: Received[];
  readonly events: TraceEvent[];
  /** Error messages for events that the protocol rejects. */
  readonly rejected: string[];
  /** Scripted answers to the next requests, in order. After these, every request is accepted. */
  readonly script: Scripted[];
  graph(id?: string): EvolutionGraph;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const received: Received[] = [];
  const events: TraceEvent[] = [];
  const rejected: string[] = [];
  const script: Scripted[] = [];

  const accept = (body: string) => {
    const read = readBatch(body);
    if (!read.ok) return { status: 400, answer: read };
    events.push(...read.value.events.map(({ event }) => event));
    rejected.push(...read.value.rejected.map(({ message }) => message));
    const { rejected: refused, cut } = read.value;
    return {
      status: 202,
      answer: { accepted: read.value.events.length, duplicates: 0, rejected: refused, cut },
    };
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = Buffer.concat(chunks);
    const isPacked = request.headers["content-encoding"] === "gzip";
    const body = (isPacked ? gunzipSync(sent) : sent).toString("utf8");
    received.push({ path: request.url ?? "", headers: request.headers, body });
    const next = script.shift() ?? "accept";
    if (next === "reset") return request.socket.destroy();
    if (typeof next === "object") {
      const headers = next.retryAfter === undefined ? {} : { "Retry-After": next.retryAfter };
      return response.writeHead(next.status, headers).end('{"error":{"code":"scripted"}}');
    }
    const { status, answer } = accept(body);
    if (next === "accept-then-reset") return request.socket.destroy();
    return response
      .writeHead(status, { "Content-Type": "application/json" })
      .end(JSON.stringify(answer));
  };

  const server = createServer((request, response) => {
    // Ignore the error of a client that disconnects during a request.
    handle(request, response).catch(() => response.destroy());
  });
  const { url, close } = await listen(server);
  return {
    url,
    ...{ received, events, rejected, script },
    graph: (id) => {
      const wanted = id ?? events[0]?.graph ?? "";
      return buildGraph(
        wanted,
        events.filter((event) => event.graph === wanted),
      );
    },
    close,
  };
}
