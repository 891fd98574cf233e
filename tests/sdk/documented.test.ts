import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { startCollector } from "./support/collector.ts";
import { linksOf } from "./support/traced.ts";

const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "memtrace-documented-"));
const run = promisify(execFile);
const { exports }: { exports: Record<string, { "@memtrace/source": string }> } = JSON.parse(
  readFileSync(join(ROOT, "sdk/package.json"), "utf8"),
);

afterAll(() => rmSync(folder, { recursive: true }));

const codeIn = (path: string): string[] =>
  [...readFileSync(join(ROOT, path), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = ""]) => code,
  );
/**
 * All blocks of the recipe as one program; `described` is the README's block about descriptions.
 */
const recipe = codeIn("docs/sdk.md").join("\n");
const described = codeIn("sdk/README.md").find((code) => code.includes("firstOf")) ?? "";

const served = codeIn("docs/prompts.md").join("\n");
const started = codeIn("docs/start/typescript.md").join("\n");

test("S84 the code of docs/sdk.md, docs/prompts.md, docs/start/typescript.md and of the README's descriptions compiles", async () => {
  writeFileSync(join(folder, "recipe.ts"), recipe);
  writeFileSync(join(folder, "described.ts"), described);
  writeFileSync(join(folder, "served.ts"), served);
  writeFileSync(join(folder, "started.ts"), started);
  const options = {
    ...{ target: "es2022", lib: ["es2022", "dom", "dom.iterable"] },
    ...{ module: "esnext", moduleResolution: "bundler", strict: true, noEmit: true, types: [] },
    ...{ allowImportingTsExtensions: true, skipLibCheck: true },
    // The folder is outside of the package, so that nothing else resolves its name.
    paths: Object.fromEntries(
      Object.entries(exports).map(([path, to]) => [
        join("@memtrace/sdk", path),
        [join(ROOT, "sdk", to["@memtrace/source"])],
      ]),
    ),
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: options,
      files: ["recipe.ts", "described.ts", "served.ts", "started.ts"],
    }),
  );
  const { stdout } = await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe("");
});

test("S84 the recipe of docs/sdk.md runs unchanged and shows the memory", async () => {
  const outfile = join(folder, "recipe.mjs");
  await build({
    stdin: { contents: recipe, loader: "ts", resolveDir: ROOT },
    conditions: ["@memtrace/source"],
    ...{ bundle: true, format: "esm", platform: "node", outfile, logLevel: "silent" },
  });
  const collector = await startCollector();
  try {
    await run(process.execPath, [outfile], {
      env: { ...process.env, MEMTRACE_API_KEY: "k", MEMTRACE_URL: collector.url },
    });
    const graph = collector.graph("user-42");
    expect(graph.versionsOf("unit-1")).toHaveLength(1);
    expect(linksOf(graph, "search")).toEqual(["What does she drink? → likes green tea"]);
    expect(graph.verdicts).toMatchObject([{ prediction: "likes green tea", score: 1 }]);
    expect([collector.rejected, graph.pending]).toEqual([[], []]);
  } finally {
    await collector.close();
  }
});
