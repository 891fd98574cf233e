import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { locomoFile } from "../support/benchmark-files.ts";
import { startDatasetService } from "../support/dataset-service.ts";

const ROOT = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "memtrace-datasets-"));
const run = promisify(execFile);

afterAll(() => rmSync(folder, { recursive: true }));

const code = [
  ...readFileSync(join(ROOT, "docs/datasets.md"), "utf8").matchAll(/```ts\n([\s\S]*?)```/g),
]
  .map(([, block]) => block)
  .join("\n");

test("S179 the code of docs/datasets.md compiles", async () => {
  const { exports }: { exports: Record<string, { "@memtrace/source": string }> } = JSON.parse(
    readFileSync(join(ROOT, "sdk/package.json"), "utf8"),
  );
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2022", "dom", "dom.iterable", "esnext.disposable"] },
    ...{ module: "esnext", moduleResolution: "bundler", strict: true, noEmit: true },
    ...{ types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] },
    ...{ allowImportingTsExtensions: true, skipLibCheck: true },
    paths: Object.fromEntries(
      Object.entries(exports).map(([path, to]) => [
        join("@memtrace/sdk", path),
        [join(ROOT, "sdk", to["@memtrace/source"])],
      ]),
    ),
  };
  writeFileSync(join(folder, "example.ts"), code);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["example.ts"] }),
  );
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { stdout } = await run(tsc, ["-p", folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

test("S179 the code of docs/datasets.md runs unchanged, with a scripted judge", async () => {
  const outfile = join(folder, "example.mjs");
  await build({
    stdin: { contents: code, loader: "ts", resolveDir: ROOT },
    conditions: ["@memtrace/source"],
    ...{ bundle: true, format: "esm", platform: "node", outfile, logLevel: "silent" },
  });
  writeFileSync(join(folder, "locomo10.json"), JSON.stringify(locomoFile("conv-26", "conv-30")));
  const service = await startDatasetService();
  const { stdout } = await run(process.execPath, [outfile], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH ?? "", MEMTRACE_API_KEY: "k", MEMTRACE_URL: service.url },
      ...{ OPENAI_BASE_URL: `${service.url}/v1`, OPENAI_API_KEY: "k" },
    },
  });
  service.close();
  expect(stdout).toBe("exp_: 3 answered\n1\n1 of 1, 0 undecided\n");
  expect(service.results.get("conv-26-3")).toMatchObject({
    ...{ score: 1, reason: "scripted", graph: "exp_1:conv-26" },
    answer: "Note: Look at this! [shares a picture: a photo of a red bicycle]",
  });
});
