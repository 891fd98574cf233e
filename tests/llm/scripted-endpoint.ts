/**
 * A scripted model behind the real protocol: chat completions over HTTP, streamed as server-sent
 * events, and the ways in which such an endpoint fails. What it says is decided by the test.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly { function: { name: string; arguments: string } }[];
  }[];
  readonly tools?: readonly { function: { name: string; parameters: object } }[];
  readonly response_format?: { type: string; json_schema: { schema: object; strict: boolean } };
  readonly max_completion_tokens?: number;
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly stream_options?: { include_usage: boolean };
}

export type Scripted =
  | { readonly text: string; readonly usage?: readonly [number, number] | null }
  | { readonly calls: readonly { readonly name: string; readonly arguments: object | string }[] }
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly error?: { readonly message: string; readonly code?: string };
    }
  | { readonly fault: "hang" | "silence" | "reset" | "cut" | "reset-midway" | "no-protocol" };

export interface Seen {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: ChatBody;
}

/** Answers in turn, or by what is asked; then with an empty text. */
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
  begin(response);
  if ("calls" in scripted) sendCalls(scripted.calls, response);
  else
    for (const part of scripted.text.match(/[\s\S]{1,7}/g) ?? []) send(response, { content: part });
  send(response, {}, "calls" in scripted ? "tool_calls" : "stop");
  const usage = "text" in scripted ? scripted.usage : undefined;
  if (usage !== null) {
    const [prompt, completion] = usage ?? [100, 10];
    write(response, {
      choices: [],
      usage: {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: prompt + completion,
      },
    });
  }
  response.end("data: [DONE]\n\n");
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
  send(response, { content: '{"half": "an ans' });
  if (fault === "cut") response.end();
  if (fault === "reset-midway") setImmediate(() => response.destroy());
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  send(response, { role: "assistant", content: "" });
}

function sendCalls(
  calls: readonly { readonly name: string; readonly arguments: object | string }[],
  response: ServerResponse,
): void {
  for (const [index, call] of calls.entries()) {
    const text =
      typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
    const named = { name: call.name, arguments: "" };
    send(response, {
      tool_calls: [{ index, id: `call_${index}`, type: "function", function: named }],
    });
    for (const part of text.match(/[\s\S]{1,9}/g) ?? []) {
      send(response, { tool_calls: [{ index, function: { arguments: part } }] });
    }
  }
}

function send(response: ServerResponse, delta: object, finish: string | null = null): void {
  write(response, { choices: [{ index: 0, delta, finish_reason: finish }] });
}

function write(response: ServerResponse, part: object): void {
  const chunk = {
    id: "c1",
    object: "chat.completion.chunk",
    created: 0,
    model: "scripted",
    ...part,
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}
