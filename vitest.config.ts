import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { CostliestFirst } from "./tests/suites/costliest-first.ts";

/** Pure code and the SDK, in Node. What needs a binding runs in workerd: vitest.workers.config.ts. */
export default defineConfig({
  test: {
    // On a host that shares its cores, a test may take twenty times as long. A test that hangs
    // still fails after this time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 10_000 } },
    // Use all cores, because little else runs beside the tests. By default, Vitest uses fewer.
    maxWorkers: "100%",
    sequence: { sequencer: CostliestFirst },
    // Files of one process load each module once. No test may leave anything behind in it.
    isolate: false,
    // Programs that the tests start load their sources in a third of the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") },
    include: [
      "tests/{graph,otlp,redaction,protocol,attribution,evaluation,cli,reports,webhooks,llm,statistics,sdk,optimization,architecture,local,jobs,mail,ui,simulation}/**/*.test.ts",
    ],
  },
});
