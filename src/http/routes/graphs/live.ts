import { LIVE_PROTOCOL } from "../../../protocol/events/live.ts";
import { MAX_GRAPH_ID_CHARS } from "../../../protocol/limits.ts";
import { watchGraph } from "../../../protocol/routes/graphs.ts";
import { subprotocolsOf } from "../../../tenancy/authorization.ts";
import { ApiError, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const live = router().openapi(operation(watchGraph), async (c) => {
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
  // A client can send its key as a subprotocol. The headers of responses may be logged. So answer
  // only with the name of the protocol, never with the key.
  if (subprotocolsOf(c.req.raw.headers).includes(LIVE_PROTOCOL)) {
    headers.set("sec-websocket-protocol", LIVE_PROTOCOL);
  }
  const upgraded = new Response(null, { status: 101, webSocket: answer.webSocket, headers });
  // The route declares the messages of the WebSocket as the content of its answer. This response
  // has no content, so it needs a cast to the declared type.
  return upgraded as never;
});
