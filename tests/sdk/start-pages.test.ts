/** The pages of docs/start lead a reader to the operation at fault. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { type Collector, startCollector } from "./support/collector.ts";

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);
let folder: string;
let collector: Collector;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "memtrace-start-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

const blocks = (page: string, language: string): string[] => {
  const text = readFileSync(join(ROOT, "docs/start", page), "utf8");
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(
    ([, code = ""]) => code,
  );
};
const environment = () => ({ MEMTRACE_API_KEY: "k", MEMTRACE_URL: collector.url });

function expectForgetful(id: string): void {
  expect(collector.rejected).toEqual([]);
  const graph = collector.graph(id);
  const found = discoverCases(graph).map((failed) => attribute(graph, failed));
  expect(found).toMatchObject([{ errorType: "ExtractionError", opName: "remember" }]);
}

test("Y73 the program of the TypeScript page runs unchanged and leads to the step at fault", async () => {
  const outfile = join(folder, "first.mjs");
  await build({
    stdin: { contents: blocks("typescript.md", "ts").join("\n"), loader: "ts", resolveDir: ROOT },
    conditions: ["@memtrace/source"],
    ...{ bundle: true, format: "esm", platform: "node", outfile, logLevel: "silent" },
  });
  await run(process.execPath, [outfile], { env: { ...process.env, ...environment() } });
  expectForgetful("user-42");
});

test("Y73 the program of the Python page runs unchanged and leads to the step at fault", async () => {
  const file = join(folder, "first.py");
  writeFileSync(file, blocks("python.md", "python").join("\n"));
  await run("python3", [file], {
    env: { ...process.env, ...environment(), PYTHONPATH: join(ROOT, "sdk/python") },
  });
  expectForgetful("python-user");
});

test("Y73 the commands of the curl page run unchanged and lead to the step at fault", async () => {
  const [name = "", ...rest] = blocks("curl.md", "sh");
  // Replace the page's address and key by those of the test. No attribution runs here, so do not
  // wait for it.
  const own = Object.entries(environment()).map(([key, value]) => `export ${key}=${value}`);
  const script = `sleep() { :; }\n${own.join("\n")}\n${rest.join("\n")}`;
  expect(name).toContain("export MEMTRACE_API_KEY=");
  const { stdout } = await run("sh", ["-e", "-c", script]);
  expect(stdout).toContain('"accepted":10');
  expectForgetful("curl-user");
});

test("Y73 the program of the OpenTelemetry page parses and sends the attributes that the service reads", async () => {
  const [code = ""] = blocks("opentelemetry.md", "python");
  const file = join(folder, "spans.py");
  writeFileSync(file, code);
  await run("python3", ["-m", "py_compile", file]);
  const conventions = readFileSync(join(ROOT, "docs/otlp.md"), "utf8");
  const names = [...code.matchAll(/"((?:gen_ai|user|memtrace)\.[\w.]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(6);
  expect(names.filter((name) => !conventions.includes(`${name}`))).toEqual([]);
});
