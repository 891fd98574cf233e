import { defineConfig } from "vitest/config";

/** The UI in Chromium: `CHROMIUM_PATH` names another browser than /usr/bin/chromium. */
export default defineConfig({
  test: {
    globalSetup: "tests/e2e/support/build-ui.ts",
    include: ["tests/e2e/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One browser at a time is enough for two cores.
    fileParallelism: false,
  },
});
