/** A server that answers as the test's script says: for what the real service does but rarely. */

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { listen } from "../../../src/local/listen.ts";

export interface Script {
  answer?(request: IncomingMessage, response: ServerResponse): void;
  /** A request for a WebSocket, to be answered as it is. */
  upgrade?(connection: Duplex): void;
  /** An accepted WebSocket. */
  socket?(request: IncomingMessage, connection: Duplex): void;
}

export interface ScriptedService {
  /** For the process that is to ask it. */
  readonly env: { readonly MEMTRACE_URL: string; readonly MEMTRACE_API_KEY: string };
  close(): void;
}

export async function scriptedService(script: Script): Promise<ScriptedService> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => script.answer?.(request, response));
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
  // Who has no such listener answers a request to upgrade like any other.
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

/** The service's error envelope. */
export function refuse(response: ServerResponse, status: number, code: string, message: string) {
  answerJson(response, status, { error: { code, message, docs: "", requestId: "r" } });
}
