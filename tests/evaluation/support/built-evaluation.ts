/** Builds `npm run eval`, which many tests start: the built program starts in half of the time. */
import { join } from "node:path";
import { buildSync } from "esbuild";

const ROOT = join(import.meta.dirname, "../../..");

/** @returns the path of the program, which only this process of the test runner uses */
export function buildEvaluation(): string {
  const outdir = join(ROOT, `node_modules/.cache/evaluation-${process.env.VITEST_POOL_ID ?? 0}`);
  buildSync({
    entryPoints: [join(ROOT, "src/evaluation/main.ts")],
    ...{ outdir, outExtension: { ".js": ".mjs" }, external: ["openai"] },
    // Without splitting, the program would load openai at its start.
    ...{ bundle: true, splitting: true, format: "esm", platform: "node" },
  });
  return join(outdir, "main.mjs");
}
