import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const BUILT = join(ROOT, "sdk/dist");
const KB = 1024;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ["src/local/build-command-line.ts"], { cwd: ROOT });
});

/** What stands in the built file's imports, and in those of what it imports. */
async function loadedAtStart() {
  const { metafile } = await build({
    entryPoints: [join(BUILT, "memtrace.js")],
    ...{ bundle: true, write: false, metafile: true, format: "esm", platform: "node" },
    ...{ splitting: true, outdir: "unused", external: ["openai"], absWorkingDir: BUILT },
  });
  const files = new Set<string>();
  const visit = (path: string) => {
    if (files.has(path)) return;
    files.add(path);
    for (const { path: next, kind, external } of metafile.inputs[path]?.imports ?? []) {
      if (kind === "import-statement" && external !== true) visit(next);
    }
  };
  visit("memtrace.js");
  return { start: [...files], all: Object.values(metafile.inputs) };
}

it("K21 the command loads little at its start, and needs no package but openai to ask a model", async () => {
  const { start, all } = await loadedAtStart();
  const parts = readdirSync(join(BUILT, "command-line")).map((name) => `command-line/${name}`);
  const bytesOf = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(join(BUILT, file)).size, 0);
  expect(bytesOf(start)).toBeLessThan(150 * KB);
  expect(bytesOf([...parts, "memtrace.js"])).toBeLessThan(350 * KB);
  expect(all.length).toBe(parts.length + 1);
  const outside = all
    .flatMap(({ imports }) => imports)
    .filter(({ external, path }) => external === true && !isBuiltin(path))
    .map(({ path }) => path);
  expect(new Set(outside)).toEqual(new Set(["openai"]));
});

it("K21 the package declares the command, and the SDK's modules know nothing of it", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "sdk/package.json"), "utf8"));
  expect(manifest.bin).toEqual({ memtrace: "dist/memtrace.js" });
  expect(readFileSync(join(BUILT, "memtrace.js"), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync(join(BUILT, "memtrace.js")).mode & 0o111).toBe(0o111);
  expect(JSON.stringify(manifest.exports)).not.toContain("memtrace.js");
});
