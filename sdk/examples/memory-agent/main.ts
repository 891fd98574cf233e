/** Runs the example agent: `node main.ts`. Traces it into the project of MEMTRACE_API_KEY. */
import { MemTrace } from "@memtrace/sdk";
import { runMemoryAgent } from "./run.ts";

const memtrace = new MemTrace();
const { expectations } = await runMemoryAgent(memtrace, { graph: `example-${Date.now()}` });
await memtrace.close();
for (const { query, answered, errorType } of expectations) {
  console.log(`${errorType ?? "right"}: ${query} → ${answered}`);
}
