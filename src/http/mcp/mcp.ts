/**
 * The MCP server at `/mcp`: stateless, one request at a time. Clients of all protocol versions get
 * the same tools. Project keys authenticate, as in the API. So do the access tokens of connected
 * apps, which work nowhere else.
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
mcp.all("/", async (c) => (await loadServer()).serveRequest(c));

let server: typeof import("./serve-request.ts") | undefined;

/**
 * Imports the library on first use: it takes a tenth of a second to start, and no other request
 * should wait for it.
 */
export async function loadServer(): Promise<typeof import("./serve-request.ts")> {
  server ??= await import("./serve-request.ts");
  return server;
}
