/**
 * Loads the MCP server before its first request. The test runner loads a module over a connection of
 * its own, and the runtime cancels a request that waits for such a module, because nothing of the
 * request itself is under way.
 */
import { loadServer } from "../../../src/http/mcp/mcp.ts";

await loadServer();
