import * as z from "zod";
import {
  LIVE_CLOSE,
  LIVE_KEY_PROTOCOL_PREFIX,
  LIVE_PROTOCOL,
  LiveMessage,
} from "../../../protocol/events/live.ts";
import { MAX_GRAPH_ID_CHARS } from "../../../protocol/limits.ts";
import { subprotocolsOf } from "../../../tenancy/authorization.ts";
import { ApiError, notFound } from "../../errors.ts";
import { json, operation, router } from "../../route.ts";

const closings = Object.values(LIVE_CLOSE)
  .map(({ code, reason }) => `| ${code} | ${reason} |`)
  .join("\n");

const watch = operation("read", ["not_found", "upgrade_required"], {
  method: "get",
  path: "/graphs/{graph}/live",
  tags: ["Graphs"],
  summary: "Watch a graph: a WebSocket that pushes new events",
  description: `Every message is JSON. First \`ready\`, then \`events\` in the order of acceptance, each with the \`cursor\` to continue from after a disconnect. Answer with \`{"type":"ack","cursor":"…"}\`: the amount of unacknowledged data is limited, and the service pauses at the limit. It answers \`ping\` with \`pong\`.

A client that cannot set headers offers the subprotocols \`${LIVE_PROTOCOL}\` and \`${LIVE_KEY_PROTOCOL_PREFIX}\` followed by its key.

| closed with | reason |
|---|---|
${closings}`,
  request: {
    params: z.object({ graph: z.string() }),
    query: z.object({
      cursor: z.string().optional().meta({ description: "cursor of the last message read" }),
      from: z.enum(["start", "now"]).default("now").meta({
        description: "without a cursor: all events from the first one, or only new events",
      }),
    }),
  },
  responses: { 101: json(LiveMessage, "The WebSocket; each of its messages is one of these.") },
});

export const live = router().openapi(watch, async (c) => {
  const { graph } = c.req.valid("param");
  const { cursor, from } = c.req.valid("query");
  const { kind, id, signIn } = c.get("principal");
  if (graph.length > MAX_GRAPH_ID_CHARS) throw notFound("graph");
  const upgrade = new Headers({ upgrade: c.req.header("upgrade") ?? "" });
  const watcher = { kind, id, ...(signIn === undefined ? {} : { signIn }) };
  const start = { cursor, fromStart: from === "start" };
  const answer = await c.get("project").watch(graph, watcher, start, upgrade);
  if (answer.status === 404) throw notFound("graph");
  if (answer.webSocket === null) {
    throw new ApiError("upgrade_required", "This is a WebSocket: send `Upgrade: websocket`.");
  }
  const headers = new Headers();
  // Never the offered key, which would be repeated to whoever logs headers.
  if (subprotocolsOf(c.req.raw.headers).includes(LIVE_PROTOCOL)) {
    headers.set("sec-websocket-protocol", LIVE_PROTOCOL);
  }
  const upgraded = new Response(null, { status: 101, webSocket: answer.webSocket, headers });
  // What is declared as the answer's content are its messages; no response has that type.
  return upgraded as never;
});
