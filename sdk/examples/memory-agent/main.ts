/**
 * Runs the example agent and traces it into the project of the key in MEMTRACE_API_KEY: `node
 * main.ts`.
 */
import { MemTrace } from "@memtrace/sdk";
import { runMemoryAgent } from "./run.ts";

const memtrace = new MemTrace();
const { expectations } = await runMemoryAgent(memtrace, { graph: `example-${Date.now()}` });
await memtrace.close();
for (const { query, answered, errorType } of expectations) {
  console.log(`${errorType ?? "right"}: ${query} → ${answered}`);
}
