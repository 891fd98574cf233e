/**
 * Messages of the WebSocket `GET /v1/graphs/{graph}/live`, which pushes new events, and reasons for
 * closing it.
 */
import * as z from "zod";
import { TraceEvent } from "./events.ts";

const Cursor = z
  .string()
  .describe("position in the graph; connect again with it to continue from there");
const Behind = z.number().int().min(0).describe("number of known events that follow");

/** The first message that the service sends. */
const LiveReady = z.object({ type: z.literal("ready"), cursor: Cursor, behind: Behind });

/** Events in the order in which the service accepted them, with their stored fields. */
const LiveEvents = z.object({
  type: z.literal("events"),
  events: z.array(TraceEvent),
  cursor: Cursor,
  behind: Behind,
});

/** A message from the service, as JSON text. */
export const LiveMessage = z
  .discriminatedUnion("type", [LiveReady, LiveEvents])
  .meta({ id: "LiveMessage" });

/** A message from the client. One acknowledgement can cover several messages. */
export const LiveAck = z.object({ type: z.literal("ack"), cursor: z.string() });

export type LiveReady = z.infer<typeof LiveReady>;
export type LiveEvents = z.infer<typeof LiveEvents>;
export type LiveMessage = z.infer<typeof LiveMessage>;
export type LiveAck = z.infer<typeof LiveAck>;

/**
 * A client can send the text `LIVE_PING` to test the connection. The service answers it with
 * `LIVE_PONG` and does not wake the Durable Object for this.
 */
export const LIVE_PING = "ping";
export const LIVE_PONG = "pong";

/**
 * Some clients, such as browsers, cannot set headers for a WebSocket. They send their key as a
 * subprotocol instead: they offer `LIVE_PROTOCOL`, and the prefix followed by the key.
 */
export const LIVE_PROTOCOL = "memtrace.live";
export const LIVE_KEY_PROTOCOL_PREFIX = "memtrace.key.";

export interface LiveClose {
  readonly code: number;
  /** At most 123 bytes, the limit of a close frame. */
  readonly reason: string;
}

/** Why the service closes the connection. Each reason tells the client what to do. */
export const LIVE_CLOSE = {
  failed: {
    code: 1011,
    reason: "Reading the graph failed on our side. Connect again with your last cursor.",
  },
  lost: {
    code: 4500,
    reason: "Events of this graph are lost. Read the graph's export: its error says which.",
  },
  badCursor: {
    code: 4400,
    reason: "Not a cursor of this graph. Connect with ?from=start, or without a cursor.",
  },
  notAllowed: {
    code: 4401,
    reason: "The key, sign-in or membership has ended. Connect again with a valid one.",
  },
  deleted: { code: 4404, reason: "The graph was deleted. There is nothing to connect to again." },
  tooSlow: {
    code: 4408,
    reason: "No ack for 30 s. Connect again with your last cursor, and ack what you have read.",
  },
  outdatedCursor: {
    code: 4410,
    reason: "The cursor belongs to a deleted graph or to another graph. Connect with ?from=start.",
  },
  badMessage: {
    code: 4422,
    reason: 'Send {"type":"ack","cursor":"…"} or ping, and nothing else.',
  },
  tooMany: {
    code: 4429,
    reason: "Too many connections watch this graph. Close one, and connect again.",
  },
} as const satisfies Record<string, LiveClose>;
