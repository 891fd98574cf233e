/**
 * Keeps a graph's live feed open, and acknowledges each message with events. A new connection
 * continues at the last cursor.
 */
import type { TraceEvent } from "../../protocol/events/events.ts";
import type { LIVE_CLOSE, LiveAck, LiveMessage } from "../../protocol/events/live.ts";
import { requestOf } from "../../protocol/routes/client.ts";
import { wellFormed } from "../api/request.ts";

type Code<Name extends keyof typeof LIVE_CLOSE> = (typeof LIVE_CLOSE)[Name]["code"];

/** After one of these close codes, a retry would fail for the same reason. */
const FINAL: ReadonlySet<number> = new Set<number>([
  4401 satisfies Code<"notAllowed">,
  4404 satisfies Code<"deleted">,
  4429 satisfies Code<"tooMany">,
  4500 satisfies Code<"lost">,
]);
/**
 * With these close codes, the service rejects the cursor. So the next connection uses no cursor.
 */
const CURSOR_LOST: ReadonlySet<number> = new Set<number>([
  4400 satisfies Code<"badCursor">,
  4410 satisfies Code<"outdatedCursor">,
]);
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/**
 * A proxy closes a connection on which nothing was sent for some time. So the time between two
 * pings must be shorter.
 */
const PING_EVERY_MS = 30_000;

export type LiveState =
  | { readonly kind: "connecting" | "live" | "lost" }
  | { readonly kind: "ended"; readonly reason: string };

interface LiveOptions {
  readonly project: string;
  readonly graph: string;
  /** Cursor of the last event from an earlier connection. Undefined at first. */
  readonly cursor: string | undefined;
  readonly onState: (state: LiveState) => void;
  readonly onEvents: (events: readonly TraceEvent[]) => void;
}

export class LiveConnection {
  readonly #options: LiveOptions;
  #socket: WebSocket | undefined;
  #cursor: string | undefined;
  #retryMs = FIRST_RETRY_MS;
  #retry: number | undefined;
  #ping: number | undefined;
  #isHeard = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#cursor = options.cursor;
    this.#connect();
  }

  get cursor(): string | undefined {
    return this.#cursor;
  }

  retryNow(): void {
    this.#forget();
    this.#connect();
  }

  stop(): void {
    this.#forget();
  }

  #connect(): void {
    this.#options.onState({ kind: "connecting" });
    const { project, graph } = this.#options;
    const query = { project, cursor: this.#cursor };
    const { path } = requestOf("GET /graphs/{graph}/live", { params: { graph }, query });
    const origin = location.origin.replace(/^http/, "ws");
    const socket = new WebSocket(`${origin}${path}`);
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#read(socket, String(data)));
    socket.addEventListener("close", ({ code, reason }) => this.#closed(socket, code, reason));
  }

  #read(socket: WebSocket, text: string): void {
    if (socket !== this.#socket) return;
    this.#isHeard = true;
    if (!text.startsWith("{")) return;
    const message: LiveMessage = wellFormed(text);
    this.#cursor = message.cursor;
    if (message.type === "ready") {
      this.#retryMs = FIRST_RETRY_MS;
      this.#ping = window.setInterval(() => this.#sendPing(socket), PING_EVERY_MS);
      this.#options.onState({ kind: "live" });
      return;
    }
    const ack: LiveAck = { type: "ack", cursor: message.cursor };
    socket.send(JSON.stringify(ack));
    this.#options.onEvents(message.events);
  }

  /**
   * Sends a ping. If the service has sent nothing since the last ping, the connection is dead. This
   * method then closes the dead connection, and tries a new one later.
   */
  #sendPing(socket: WebSocket): void {
    if (!this.#isHeard) {
      this.#lose();
      return;
    }
    this.#isHeard = false;
    socket.send("ping");
  }

  #closed(socket: WebSocket, code: number, reason: string): void {
    if (socket !== this.#socket) return;
    if (CURSOR_LOST.has(code)) this.#cursor = undefined;
    if (!FINAL.has(code)) {
      this.#lose();
      return;
    }
    this.#forget();
    this.#options.onState({ kind: "ended", reason });
  }

  #lose(): void {
    this.#forget();
    this.#options.onState({ kind: "lost" });
    this.#retry = window.setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, MAX_RETRY_MS);
  }

  #forget(): void {
    window.clearTimeout(this.#retry);
    window.clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }
}
