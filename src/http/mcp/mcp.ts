/**
 * The MCP server at `/mcp`. Each request is independent of the others. Clients of all versions of
 * the protocol get the same tools. A caller sends a project key, or the access token of a connected
 * app. Such a token works only here.
 */
import { authenticateApp } from "../authentication.ts";
import { RESOURCE_METADATA } from "../oauth/metadata.ts";
import { router } from "../route.ts";

export const mcp = router();

mcp.use(async (c, next) => {
  // Some tools change data, so errors must not tell the client to repeat the request.
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
 * Imports the library when it is first used, because the import takes a tenth of a second. Keeps
 * the module in a variable, because each further `import()` would wait for the loader.
 */
export async function loadServer(): Promise<typeof import("./serve-request.ts")> {
  server ??= await import("./serve-request.ts");
  return server;
}
