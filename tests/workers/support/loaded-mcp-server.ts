/**
 * Loads the MCP server before its first request. The test runner loads a module over its own
 * connection. The runtime sees no pending work in a request that waits for such a module, and
 * cancels the request.
 */
import { loadServer } from "../../../src/http/mcp/mcp.ts";

await loadServer();
