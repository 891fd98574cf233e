import { existsSync } from "node:fs";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { CostliestFirst } from "./tests/suites/costliest-first.ts";
import { SCRIPTED_AI } from "./tests/workers/support/scripted-ai.ts";

// The runtime keeps its databases in temporary files, and waits for the disk at each commit.
if (existsSync("/dev/shm")) process.env.TMPDIR = "/dev/shm";

/**
 * What needs a binding, in workerd. All files share one runtime and its storage, which saves the
 * start of one per file: every test works in projects of its own.
 */
export default defineConfig(async () => ({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        // A fast machine sends the requests of a whole file to one project within one window. A test of
        // the limit refuses its own project.
        ratelimits: {
          PROJECT_RATE: { namespace_id: "1001", simple: { limit: 1_000_000_000, period: 10 } },
        },
        // A second database for packs, beside the one of wrangler.toml.
        d1Databases: { PACKS_2: "packs-2" },
        r2Buckets: { COLD_PACKS: "cold-packs" },
        serviceBindings: { AI: { name: "scripted-ai", entrypoint: "ScriptedAi" } },
        workers: [
          {
            ...{ name: "scripted-ai", modules: true, script: SCRIPTED_AI },
            compatibilityDate: "2026-10-28",
          },
        ],
        bindings: {
          ENVIRONMENT: "development",
          PACK_DATABASE: "DB",
          // Sweeps of a distant future move no packs. A test of the moves makes its graphs older.
          COLD_AFTER_DAYS: "10000",
          PUBLIC_URL: "http://memtrace.test",
          WORKERS_AI_MODEL: "@cf/scripted/small",
          WORKERS_AI_EMBEDDINGS_MODEL: "@cf/scripted/vectors",
          WORKERS_AI_PRICES: "100, 0, 1",
          AUTH_SECRET: "a secret for tests only, thirty-two characters or more",
          OPERATORS: "olga@operators.example, Oscar@Operators.example",
          OPERATOR_KEY: "operator-key-for-tests-only-thirty-two-characters",
          SEALING_KEY: "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
          TEST_MIGRATIONS: await readD1Migrations("./migrations"),
        },
      },
    }),
  ],
  test: {
    include: ["tests/{storage,tenancy,http,workers,contract}/**/*.test.ts"],
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: CostliestFirst },
    // A host that shares its cores may take twenty times as long; what hangs is found all the same.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: [
      "tests/workers/support/databases-of-a-file.ts",
      "tests/workers/support/loaded-mcp-server.ts",
    ],
  },
}));
