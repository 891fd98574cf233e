/** A proxy between a client and the service. It simulates faults of networks and servers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gunzipSync } from "node:zlib";

export const FAULTS = [
  "answers 500",
  "answers 429",
  "hangs",
  "resets",
  "loses the answer",
] as const;
export type Fault = (typeof FAULTS)[number];

export class FaultyProxy {
  readonly url: string;
  /** The fault for every second request; undefined to forward all requests. */
  fault: Fault | undefined;
  /** Ids of the events that the service has acknowledged. */
  readonly acknowledged = new Set<string>();
  requests = 0;
  faulted = 0;
  readonly #server: Server;
  readonly #port: number;
  #target: string;

  private constructor(server: Server, target: string) {
    this.#server = server;
    this.#target = target;
    const { port } = server.address() as AddressInfo;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
    server.on("request", (request, response) => {
      this.#handle(request, response).catch(() => request.socket.destroy());
    });
  }

  static async start(target: string): Promise<FaultyProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new FaultyProxy(server, target);
  }

  /** Refuses connections to the address from now on. */
  async down(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async up(target = this.#target): Promise<void> {
    this.#target = target;
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const isFaulted = this.fault !== undefined && this.requests++ % 2 === 0;
    if (isFaulted) this.faulted++;
    const fault = isFaulted ? this.fault : undefined;
    if (fault === "hangs") return;
    if (fault === "resets") return reset(request.socket);
    if (fault === "answers 500") return answer(response, 500);
    if (fault === "answers 429") return answer(response, 429, { "Retry-After": "1" });
    const headers = Object.entries(request.headers).filter(([name]) => !HOP.has(name));
    const answered = await fetch(`${this.#target}${request.url}`, {
      method: request.method ?? "POST",
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body }),
    });
    const text = await answered.text();
    if (answered.status === 202) this.#acknowledge(body);
    if (fault === "loses the answer") return reset(request.socket);
    response.writeHead(answered.status, { "Content-Type": "application/json" }).end(text);
  }

  #acknowledge(body: Buffer): void {
    const isPacked = body[0] === 0x1f && body[1] === 0x8b;
    const text = (isPacked ? gunzipSync(body) : body).toString("utf8");
    for (const line of text.split("\n")) this.acknowledged.add(String(JSON.parse(line).id));
  }
}

/** These headers belong to one connection and are not forwarded. */
const HOP = new Set(["host", "connection", "content-length", "transfer-encoding", "keep-alive"]);

function reset(socket: Socket): void {
  socket.resetAndDestroy();
}

function answer(response: ServerResponse, status: number, headers = {}): void {
  response.writeHead(status, headers).end('{"error":{"code":"injected"}}');
}
