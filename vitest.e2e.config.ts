import { defineConfig } from "vitest/config";
import { CostliestFirst } from "./tests/suites/costliest-first.ts";

/** The UI in Chromium: `CHROMIUM_PATH` names another browser than /usr/bin/chromium. */
export default defineConfig({
  test: {
    globalSetup: "tests/e2e/support/build-ui.ts",
    include: ["tests/e2e/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // A page mostly waits for its browser: two at a time keep two cores busy.
    maxWorkers: 2,
    sequence: { sequencer: CostliestFirst },
    // A browser on a shared core misses an event now and then. The report names what needed the retry.
    retry: 1,
  },
});
