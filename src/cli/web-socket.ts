/**
 * Opens the client's side of a live feed. Node's own WebSocket can neither send a header nor read
 * the reason of a refusal.
 */
import type { IncomingMessage } from "node:http";
import WebSocket from "ws";

export interface Closing {
  readonly code: number;
  readonly reason: string;
}

export interface SocketEvents {
  text(text: string, socket: ClientSocket): void;
  /** Called exactly one time, even if this side closed the connection. */
  closed(closing: Closing): void;
}

export type ClientSocket = Pick<WebSocket, "send" | "terminate">;

export type SocketOpening =
  | { readonly kind: "open"; readonly socket: ClientSocket }
  /** The server answered, but did not open a WebSocket. */
  | { readonly kind: "refused"; readonly status: number; readonly body: string };

const OPEN_TIMEOUT_MS = 30_000;
/**
 * How long the command waits for the server to close the connection too, after the command closed
 * it.
 */
const CLOSE_TIMEOUT_MS = 1_000;
const MAX_REFUSAL_BYTES = 64 * 1024;

/** Opens a connection. Rejects with the connection's error. */
export function openSocket(
  url: URL,
  headers: Readonly<Record<string, string>>,
  events: SocketEvents,
): Promise<SocketOpening> {
  const timeouts = { handshakeTimeout: OPEN_TIMEOUT_MS, closeTimeout: CLOSE_TIMEOUT_MS };
  // Switch compression off, because the build leaves the compression code of `ws` out of the
  // bundle.
  const socket = new WebSocket(url, { headers, ...timeouts, perMessageDeflate: false });
  socket.on("message", (data) => events.text(String(data), socket));
  socket.on("close", (code, reason) => events.closed({ code, reason: reason.toString("utf8") }));
  return new Promise((resolve, reject) => {
    // Keep this listener: without it, a later error would end the process. A close event follows
    // such an error.
    socket.on("error", reject);
    socket.on("open", () => resolve({ kind: "open", socket }));
    socket.on("unexpected-response", (_, response) => {
      const status = response.statusCode ?? 0;
      bodyOf(response).then((body) => resolve({ kind: "refused", status, body }), reject);
    });
  });
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  // If the server answers with another protocol, the WebSocket library leaves the connection open.
  // Close it here.
  const { socket } = response;
  let body = "";
  response.setEncoding("utf8");
  for await (const part of response) {
    body += part;
    if (body.length > MAX_REFUSAL_BYTES) break;
  }
  socket.destroy();
  return body;
}
