import { defineConfig } from "vitest/config";

/** The SDK's integrations with the real packages, against the running service. */
export default defineConfig({
  test: {
    globalSetup: "tests/integrations/support/setup.ts",
    include: ["tests/integrations/**/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
