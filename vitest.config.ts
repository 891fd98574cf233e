import { defineConfig } from "vitest/config";

/** Pure code and the SDK, in Node. What needs a binding runs in workerd: vitest.workers.config.ts. */
export default defineConfig({
  test: {
    // A host that shares its cores may take twenty times as long; what hangs is found all the same.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // Half of the cores by default, while little else runs beside the tests.
    maxWorkers: "100%",
    include: [
      "tests/{graph,otlp,protocol,attribution,evaluation,cli,reports,webhooks,llm,statistics,sdk,optimization,architecture,local,jobs,ui}/**/*.test.ts",
    ],
  },
});
