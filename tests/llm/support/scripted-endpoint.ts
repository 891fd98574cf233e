/**
 * A scripted model behind a real HTTP server. It streams chat completions as server-sent events and
 * simulates the failures of a model's endpoint. The test decides its answers.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ChatBody,
  chunksOf,
  completionOf,
  deltaChunk,
  embeddingsOf,
  OPENING,
  type ScriptedAnswer,
} from "./chat-chunks.ts";

export type Scripted =
  | ScriptedAnswer
  | { readonly whole: ScriptedAnswer | object }
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly error?: { readonly message: string; readonly code?: string };
    }
  | {
      readonly fault:
        | "hang"
        | "silence"
        | "reset"
        | "cut"
        | "reset-midway"
        | "no-protocol"
        | "endless";
    };

export interface Seen {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: ChatBody;
}

/** The answers in order, then empty texts; or a function of the request. */
export type Script = Scripted[] | ((body: ChatBody) => Scripted);

export class ScriptedEndpoint {
  readonly seen: Seen[] = [];
  readonly #server: Server;
  readonly #script: Script;

  private constructor(script: Script) {
    this.#script = script;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(script: Script): Promise<ScriptedEndpoint> {
    const endpoint = new ScriptedEndpoint(script);
    await new Promise<void>((listening) => {
      endpoint.#server.listen(0, "127.0.0.1", listening);
    });
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ChatBody;
    const { authorization } = request.headers;
    if (request.url?.endsWith("/embeddings")) {
      this.seen.push({ url: request.url, authorization, body });
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(embeddingsOf(body)));
      return;
    }
    this.seen.push({ url: request.url ?? "", authorization, body });
    const scripted = Array.isArray(this.#script) ? this.#script.shift() : this.#script(body);
    answer(scripted ?? { text: "" }, response);
  }
}

function answer(scripted: Scripted, response: ServerResponse): void {
  if ("fault" in scripted) {
    fail(scripted.fault, response);
    return;
  }
  if ("status" in scripted) {
    response.writeHead(scripted.status, {
      "content-type": "application/json",
      ...scripted.headers,
    });
    const error = { message: scripted.error?.message ?? "scripted", code: scripted.error?.code };
    response.end(JSON.stringify({ error: { type: "error", param: null, ...error } }));
    return;
  }
  if ("whole" in scripted) {
    const { whole } = scripted;
    const isAnswer = "text" in whole || "calls" in whole;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(isAnswer ? completionOf(whole) : whole));
    return;
  }
  begin(response);
  for (const chunk of chunksOf(scripted)) response.write(chunk);
  response.end();
}

function fail(fault: string, response: ServerResponse): void {
  if (fault === "hang") return;
  if (fault === "reset") {
    response.destroy();
    return;
  }
  if (fault === "no-protocol") {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<html>Welcome to the proxy</html>");
    return;
  }
  begin(response);
  response.write(OPENING + deltaChunk({ content: '{"half": "an ans' }));
  if (fault === "endless") {
    const timer = setInterval(() => response.write(deltaChunk({ content: " and" })), 20);
    response.on("close", () => clearInterval(timer));
  }
  if (fault === "cut") response.end();
  if (fault === "reset-midway") setImmediate(() => response.destroy());
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
}
