/**
 * The client's side of a WebSocket (RFC 6455), as far as a live feed needs it: text both ways,
 * without extensions. Node 20 has none of its own, and the one of later versions can neither send a
 * header nor read why it was refused.
 */
import { createHash, randomBytes } from "node:crypto";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Duplex } from "node:stream";
import { type Frame, FrameReader, frameOf, OPCODE } from "./web-socket-frames.ts";

export interface Closing {
  readonly code: number;
  readonly reason: string;
}

export interface SocketEvents {
  text(text: string, socket: ClientSocket): void;
  /** Once, whoever ended it. */
  closed(closing: Closing): void;
}

export type Opening =
  | { readonly kind: "open"; readonly socket: ClientSocket }
  /** The server answered with something else than a WebSocket. */
  | { readonly kind: "refused"; readonly status: number; readonly body: string };

/** Joined with the key, its hash proves that the server speaks WebSocket. */
const ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const OPEN_TIMEOUT_MS = 30_000;
const MAX_REFUSAL_BYTES = 64 * 1024;
const CLOSED_WITHOUT_CODE = 1005;
const BROKEN_OFF = 1006;
const PROTOCOL_ERROR = 1002;
const GOING_AWAY = 1001;

/** Rejects with the error of the connection where there is none. */
export function openSocket(
  url: URL,
  headers: Readonly<Record<string, string>>,
  events: SocketEvents,
): Promise<Opening> {
  const key = randomBytes(16).toString("base64");
  const accept = createHash("sha1").update(`${key}${ACCEPT_SUFFIX}`).digest("base64");
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      timeout: OPEN_TIMEOUT_MS,
      headers: {
        ...headers,
        ...{ Connection: "Upgrade", Upgrade: "websocket" },
        ...{ "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key },
      },
    });
    request.on("error", reject);
    request.on("timeout", () => request.destroy(new Error("timed out")));
    request.on("response", (response) => {
      bodyOf(response).then(
        (body) => resolve({ kind: "refused", status: response.statusCode ?? 0, body }),
        reject,
      );
    });
    request.on("upgrade", (response, connection, head) => {
      if (response.headers["sec-websocket-accept"] !== accept) {
        connection.destroy();
        reject(new Error("what answers does not speak WebSocket"));
        return;
      }
      const socket = new ClientSocket(connection, events);
      resolve({ kind: "open", socket });
      socket.take(head);
    });
    request.end();
  });
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let body = "";
  response.setEncoding("utf8");
  for await (const part of response) {
    body += part;
    if (body.length > MAX_REFUSAL_BYTES) break;
  }
  return body;
}

export class ClientSocket {
  readonly #connection: Duplex;
  readonly #events: SocketEvents;
  readonly #reader = new FrameReader();
  #isClosed = false;

  constructor(connection: Duplex, events: SocketEvents) {
    this.#connection = connection;
    this.#events = events;
    connection.on("data", (bytes: Buffer) => this.take(bytes));
    connection.on("error", () => this.#end({ code: BROKEN_OFF, reason: "" }));
    connection.on("close", () => this.#end({ code: BROKEN_OFF, reason: "" }));
  }

  send(text: string): void {
    if (!this.#isClosed) this.#connection.write(frameOf(OPCODE.text, Buffer.from(text)));
  }

  /** The server is told, and not waited for. */
  close(): void {
    this.#end({ code: GOING_AWAY, reason: "" });
  }

  /** Bytes that came. */
  take(bytes: Buffer): void {
    if (this.#isClosed) return;
    const frames = this.#reader.read(bytes);
    if (frames === undefined) {
      this.#end({ code: PROTOCOL_ERROR, reason: "The service sent what is no WebSocket frame." });
      return;
    }
    for (const frame of frames) this.#obey(frame);
  }

  #obey({ opcode, payload }: Frame): void {
    if (this.#isClosed) return;
    if (opcode === OPCODE.text) {
      this.#events.text(payload.toString("utf8"), this);
    } else if (opcode === OPCODE.ping) {
      this.#connection.write(frameOf(OPCODE.pong, payload));
    } else if (opcode === OPCODE.close) {
      const code = payload.length < 2 ? CLOSED_WITHOUT_CODE : payload.readUInt16BE(0);
      this.#end({ code, reason: payload.subarray(2).toString("utf8") });
    }
  }

  #end(closing: Closing): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { code } = closing;
    const isTold = code !== BROKEN_OFF && code !== CLOSED_WITHOUT_CODE;
    const payload = Buffer.alloc(isTold ? 2 : 0);
    if (isTold) payload.writeUInt16BE(code, 0);
    if (code !== BROKEN_OFF) this.#connection.write(frameOf(OPCODE.close, payload));
    // What the server does not close would keep the process alive.
    this.#connection.end(() => this.#connection.destroy());
    this.#events.closed(closing);
  }
}
