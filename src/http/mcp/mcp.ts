/**
 * The MCP server at `/mcp`: stateless, one request at a time. Clients of all protocol versions get
 * the same tools. Project keys authenticate, as in the API.
 */
import { authenticate } from "../authentication.ts";
import { router } from "../route.ts";

export const mcp = router();

mcp.use(async (c, next) => {
  // Clients repeat no call by themselves, and tools say what they change.
  c.set("isRepeatable", false);
  await next();
  if (c.res.status === 401) c.res.headers.set("WWW-Authenticate", "Bearer");
});
mcp.use(authenticate);
mcp.all("/", async (c) => {
  // The library takes a tenth of a second to start, which no other request should wait for.
  const { serveRequest } = await import("./serve-request.ts");
  return serveRequest(c);
});
