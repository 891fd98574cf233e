/**
 * The MCP server at `/mcp`: stateless, one request at a time. Clients of all protocol versions get
 * the same tools. Project keys authenticate, as in the API.
 */
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Context } from "hono";
import { authenticate } from "../authentication.ts";
import type { HttpEnv } from "../context.ts";
import { router } from "../route.ts";
import { mcpServer } from "./mcp-server.ts";

/** Far more than any call of a tool needs. */
const MAX_BODY_BYTES = 256 * 1024;

export const mcp = router();

mcp.use(async (c, next) => {
  // Clients repeat no call by themselves, and tools say what they change.
  c.set("isRepeatable", false);
  await next();
  if (c.res.status === 401) c.res.headers.set("WWW-Authenticate", "Bearer");
});
mcp.use(authenticate);
mcp.all("/", (c) => serve(c));

function serve(c: Context<HttpEnv>): Promise<Response> {
  const server = mcpServer(c);
  const handler = createMcpHandler(() => server, { maxRequestBodySize: MAX_BODY_BYTES });
  return handler.fetch(c.req.raw);
}
