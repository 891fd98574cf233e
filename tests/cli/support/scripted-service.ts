/** A server with scripted answers, for situations that are rare with the real service. */

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { listen } from "../../../src/local/listen.ts";

export interface Script {
  answer?(request: IncomingMessage, response: ServerResponse, body: string): void;
  /** Handles a WebSocket request without accepting it first. */
  upgrade?(connection: Duplex): void;
  /** Called after a WebSocket is accepted. */
  socket?(request: IncomingMessage, connection: Duplex): void;
}

export interface ScriptedService {
  /** Environment of the process that calls this service. */
  readonly env: { readonly MEMTRACE_URL: string; readonly MEMTRACE_API_KEY: string };
  close(): void;
}

export async function scriptedService(script: Script): Promise<ScriptedService> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => script.answer?.(request, response, Buffer.concat(parts).toString()));
  });
  const connections = new Set<Duplex>();
  const upgrade = (request: IncomingMessage, connection: Duplex) => {
    connections.add(connection);
    connection.on("error", () => undefined);
    if (script.upgrade !== undefined) return script.upgrade(connection);
    const accept = createHash("sha1")
      .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64");
    connection.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    script.socket?.(request, connection);
  };
  // Without a listener, Node answers an upgrade request like any other request.
  if (script.socket !== undefined || script.upgrade !== undefined) server.on("upgrade", upgrade);
  const { url, close } = await listen(server);
  return {
    env: { MEMTRACE_URL: url, MEMTRACE_API_KEY: "mt_live_scripted" },
    close: () => {
      for (const connection of connections) connection.destroy();
      return close();
    },
  };
}

export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(value));
}

/** Answers with the service's error envelope. */
export function refuse(response: ServerResponse, status: number, code: string, message: string) {
  answerJson(response, status, { error: { code, message, docs: "", requestId: "r" } });
}
