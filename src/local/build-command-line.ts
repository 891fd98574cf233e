/**
 * `memtrace`, the command of the SDK's package: a file, and beside it what only some commands load.
 * It stands apart from the SDK's own modules and shares nothing with them.
 */
import { chmodSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TARGET = join(ROOT, "sdk/dist");
const PARTS = "command-line";

const { metafile } = await build({
  entryPoints: { memtrace: join(ROOT, "src/cli/main.ts") },
  outdir: TARGET,
  ...{ bundle: true, minify: true, splitting: true, format: "esm", platform: "node" },
  target: "node20",
  chunkNames: `${PARTS}/[name]-[hash]`,
  // A bundled CommonJS package still asks for Node's own modules in its way.
  banner: {
    js: '#!/usr/bin/env node\nimport{createRequire as r}from"node:module";const require=r(import.meta.url);',
  },
  // Native parts of ws that speed up what a feed of text does not need.
  define: { "process.env.WS_NO_BUFFER_UTIL": '"1"', "process.env.WS_NO_UTF_8_VALIDATE": '"1"' },
  legalComments: "none",
  // Larger than all the rest, and only needed to evaluate with a model.
  external: ["openai"],
  metafile: true,
});
chmodSync(join(TARGET, "memtrace.js"), 0o755);

/** Of earlier builds; only now, so that a command that is run meanwhile finds its parts. */
const built = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const name of readdirSync(join(TARGET, PARTS))) {
  if (!built.has(name)) rmSync(join(TARGET, PARTS, name));
}
