/**
 * Opens the WebSocket of a live feed. Uses the package `ws`, because Node 20 has no WebSocket of
 * its own. In later versions of Node, WebSocket does not say why the server refused.
 */
import type { IncomingMessage } from "node:http";
import WebSocket from "ws";

export interface Closing {
  readonly code: number;
  readonly reason: string;
}

export interface SocketEvents {
  text(text: string, socket: ClientSocket): void;
  /** Called exactly once, even if this side closes the connection. */
  closed(closing: Closing): void;
}

export type ClientSocket = Pick<WebSocket, "send" | "terminate">;

export type SocketOpening =
  | { readonly kind: "open"; readonly socket: ClientSocket }
  /** The server answered without opening a WebSocket. */
  | { readonly kind: "refused"; readonly status: number; readonly body: string };

const OPEN_TIMEOUT_MS = 30_000;
/** Maximum milliseconds to wait until the server closes the connection too. */
const CLOSE_TIMEOUT_MS = 1_000;
const MAX_REFUSAL_BYTES = 64 * 1024;

/** The promise rejects if the connection fails. */
export function openSocket(
  url: URL,
  headers: Readonly<Record<string, string>>,
  events: SocketEvents,
): Promise<SocketOpening> {
  const timeouts = { handshakeTimeout: OPEN_TIMEOUT_MS, closeTimeout: CLOSE_TIMEOUT_MS };
  // The build removes the compression code of `ws`, so compression must be off.
  const socket = new WebSocket(url, { headers, ...timeouts, perMessageDeflate: false });
  socket.on("message", (data) => events.text(String(data), socket));
  socket.on("close", (code, reason) => events.closed({ code, reason: reason.toString("utf8") }));
  return new Promise((resolve, reject) => {
    // Without this listener, a later error would end the process. A later error needs no other
    // handling, because `ws` then also emits `close`.
    socket.on("error", reject);
    socket.on("open", () => resolve({ kind: "open", socket }));
    socket.on("unexpected-response", (_, response) => {
      const status = response.statusCode ?? 0;
      bodyOf(response).then((body) => resolve({ kind: "refused", status, body }), reject);
    });
  });
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  // `ws` leaves the connection open if the answer is not a WebSocket. So close it here.
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
