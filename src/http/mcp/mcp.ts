/**
 * The MCP server at `/mcp`: stateless, one request at a time. Clients of all protocol versions get
 * the same tools. Project keys authenticate, as in
 * the API, and the access tokens of connected apps, which work nowhere else.
 */
import { authenticateApp } from "../authentication.ts";
import { RESOURCE_METADATA } from "../oauth/metadata.ts";
import { router } from "../route.ts";

export const mcp = router();

mcp.use(async (c, next) => {
  // No automatic repetition: clients do not repeat calls by themselves, and tools say what they
  // change.
  c.set("isRepeatable", false);
  await next();
  if (c.res.status !== 401) return;
  const wrong = c.req.header("authorization") === undefined ? "" : 'error="invalid_token", ';
  const metadata = `${c.get("services").ownOrigin(c.req.raw)}${RESOURCE_METADATA}`;
  c.res.headers.set("WWW-Authenticate", `Bearer ${wrong}resource_metadata="${metadata}"`);
});
mcp.use(authenticateApp);
mcp.all("/", async (c) => {
  // Import the library on first use: it takes a tenth of a second to start, and no other request
  // should wait for it.
  const { serveRequest } = await import("./serve-request.ts");
  return serveRequest(c);
});
