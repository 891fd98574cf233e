import { defineConfig } from "vitest/config";

/** The UI in Chromium. Needs the built UI: `npx vite build --config src/ui/vite.config.ts`. */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One browser at a time is enough for two cores.
    fileParallelism: false,
  },
});
