/**
 * Keeps a graph's live feed open. Acknowledges each message that contains events. A new connection
 * continues at the last cursor.
 */
import { setTimeout as pause } from "node:timers/promises";
import {
  asJson,
  causeOf,
  RefusedRequest,
  type Requests,
  refusalOf,
  UnreachableService,
} from "../local/client/requests.ts";
import type { TraceEvent } from "../protocol/events/events.ts";
import type { LIVE_CLOSE, LIVE_PONG, LiveAck, LiveMessage } from "../protocol/events/live.ts";
import { type ClientSocket, type Closing, openSocket } from "./web-socket.ts";

type Code<Name extends keyof typeof LIVE_CLOSE> = (typeof LIVE_CLOSE)[Name]["code"];

/** After one of these close codes, a retry would fail for the same reason. */
const FINAL: ReadonlySet<number> = new Set<number>([
  4400 satisfies Code<"badCursor">,
  4401 satisfies Code<"notAllowed">,
  4404 satisfies Code<"deleted">,
  4410 satisfies Code<"outdatedCursor">,
  4422 satisfies Code<"badMessage">,
  4429 satisfies Code<"tooMany">,
  4500 satisfies Code<"lost">,
]);
/** With these close codes, the service rejects the cursor. */
export const OF_THE_CURSOR: ReadonlySet<number> = new Set<number>([
  4400 satisfies Code<"badCursor">,
  4410 satisfies Code<"outdatedCursor">,
]);
const TOO_MANY_REQUESTS = 429;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/**
 * A proxy closes a connection on which nothing was sent for some time. The time between two pings
 * must be shorter than that.
 */
const PING_EVERY_MS = 30_000;

export interface LiveFeedOptions {
  readonly requests: Requests;
  readonly graph: string;
  readonly fromStart: boolean;
  readonly cursor: string | undefined;
  /** Ends the feed when aborted. */
  readonly signal: AbortSignal;
  onEvents(events: readonly TraceEvent[]): void;
  /** Called after each message of the service, with the message's cursor. */
  onCursor(cursor: string): void;
  /** Called when the connection is lost. The next attempt follows after `retryMs` milliseconds. */
  onLost(reason: string, retryMs: number): void;
}

/**
 * Follows the feed until the signal is aborted or the service ends the feed. Returns the close code
 * and reason if the service ends it.
 * @throws RefusedRequest
 * @throws UnreachableService if the first connection fails, or a message is not from MemTrace
 */
export async function followGraph(options: LiveFeedOptions): Promise<Closing | undefined> {
  const { signal } = options;
  let { cursor } = options;
  let retryMs = FIRST_RETRY_MS;
  let wasConnected = false;
  const onCursor = (reached: string) => {
    cursor = reached;
    retryMs = FIRST_RETRY_MS;
    wasConnected = true;
    options.onCursor(reached);
  };
  while (!signal.aborted) {
    const end = await connection({ ...options, cursor, onCursor });
    if (signal.aborted) break;
    if (end instanceof Error && (!wasConnected || isFinal(end))) throw end;
    if (!(end instanceof Error) && FINAL.has(end.code)) return end;
    const reason = end instanceof Error ? end.message : end.reason || "The connection was lost.";
    options.onLost(reason, retryMs);
    await pause(retryMs, undefined, { signal }).catch(() => undefined);
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
  }
  return undefined;
}

function isFinal(error: Error): boolean {
  return (
    error instanceof RefusedRequest && error.status < 500 && error.status !== TOO_MANY_REQUESTS
  );
}

/**
 * Follows one connection until it ends.
 * @throws UnreachableService if a message is not from MemTrace
 */
async function connection(options: LiveFeedOptions): Promise<Closing | Error> {
  const { requests, signal } = options;
  let close: (closing: Closing) => void = () => undefined;
  const closed = new Promise<Closing>((resolve) => {
    close = resolve;
  });
  let isHeard = true;
  let isForeign = false;
  const text = (json: string, socket: ClientSocket) => {
    isHeard = true;
    if (isForeign || json === ("pong" satisfies typeof LIVE_PONG)) return;
    const message = messageOf(json);
    isForeign = message === undefined;
    if (message === undefined) socket.terminate();
    else take(message, socket, options);
  };
  let socket: ClientSocket;
  try {
    const events = { text, closed: close };
    const opened = await openSocket(addressOf(options), requests.headers(), events);
    if (opened.kind === "refused") return refusalOf("GET live", opened, requests.url);
    ({ socket } = opened);
  } catch (error) {
    return new UnreachableService(`${requests.url} does not answer: ${causeOf(error)}.`);
  }
  const stop = () => socket.terminate();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  // If the service has sent nothing since the last ping, the connection is dead. So close it.
  const pinging = setInterval(() => {
    if (isHeard) socket.send("ping");
    else stop();
    isHeard = false;
  }, PING_EVERY_MS);
  const end = await closed;
  clearInterval(pinging);
  signal.removeEventListener("abort", stop);
  if (isForeign) {
    throw new UnreachableService(`${requests.url} sends a message that is not from MemTrace.`);
  }
  return end;
}

function messageOf(json: string): LiveMessage | undefined {
  const message = asJson(json) as Partial<LiveMessage> | null | undefined;
  if (typeof message?.cursor !== "string") return undefined;
  const isOne =
    message.type === "ready" || (message.type === "events" && Array.isArray(message.events));
  return isOne ? (message as LiveMessage) : undefined;
}

function take(message: LiveMessage, socket: ClientSocket, options: LiveFeedOptions): void {
  const { cursor } = message;
  if (message.type === "events") {
    options.onEvents(message.events);
    const ack: LiveAck = { type: "ack", cursor };
    socket.send(JSON.stringify(ack));
  }
  options.onCursor(cursor);
}

function addressOf({ requests, graph, cursor, fromStart }: LiveFeedOptions): URL {
  const base = requests.url.replace(/\/+$/, "");
  const url = new URL(`${base}/v1/graphs/${encodeURIComponent(graph)}/live`);
  if (cursor !== undefined) url.searchParams.set("cursor", cursor);
  else if (fromStart) url.searchParams.set("from", "start");
  return url;
}
