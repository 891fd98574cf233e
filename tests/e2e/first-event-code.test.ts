/** The code that a new user copies must attribute a wrong answer to the operation at fault. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build, transform } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { TraceEvent } from "../../src/protocol/events/events.ts";
import { firstEventCode, type Language } from "../../src/ui/overview/start/first-event-code.ts";
import { startCollector } from "../sdk/support/collector.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "memtrace-first-code-"));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * The parts of the app that the copied code expects; here, a memory that forgets everything after a
 * comma.
 */
const PROGRAM = `
  const units: string[] = [];
  const said = "I moved to Lisbon, and my cat is called Tom";
  const question = "What is my cat called?";
  const expected = "Tom";
  const storeMemory = (text: string) => {
    const unit = text.split(",")[0] ?? "";
    units.push(unit);
    return unit;
  };
  const searchMemory = async (_: string) => [...units];
  const askMyModel = async (_: string, found: string[]) => \`All I know is: \${found.join()}.\`;
`;

function codeIn(file: string): string {
  return /```ts\n(.*?)```/s.exec(readFileSync(join(ROOT, file), "utf8"))?.[1] ?? "";
}

const shown = (language: Language) =>
  firstEventCode(language, "k", "https://memtrace.example", Date.parse("2026-11-20T10:00:00Z"));

test.each([
  ["the overview", shown("TypeScript").code],
  ["README.md", `${PROGRAM}\n${codeIn("README.md")}`],
  ["sdk/README.md", `${PROGRAM}\n${codeIn("sdk/README.md")}`],
])(
  "U3 the code of %s leads a wrong answer to the step that lost the detail",
  async (_, contents) => {
    const outfile = join(folder, "program.mjs");
    await build({
      stdin: { contents, resolveDir: ROOT, loader: "ts" },
      alias: { "@memtrace/sdk": join(ROOT, "sdk/src/index.ts") },
      ...{ bundle: true, format: "esm", platform: "node", logLevel: "silent", outfile },
    });
    const collector = await startCollector();
    try {
      await promisify(execFile)(process.execPath, [outfile], {
        env: { ...process.env, MEMTRACE_API_KEY: "k", MEMTRACE_URL: collector.url },
      });
      const graph = collector.graph("user-42");
      const found = discoverCases(graph).map((failed) => attribute(graph, failed));
      expect(found).toMatchObject([{ errorType: "ExtractionError", opName: "remember" }]);
      expect(found[0]?.confidence).toBeGreaterThan(0.9);
    } finally {
      await collector.close();
    }
  },
);

test("U203 the curl command runs unchanged in a shell, and its events lead to the same step", async () => {
  const { prepare, code } = shown("curl");
  // Replaces curl: prints the URL and the body instead of sending them.
  const script = `curl() { echo "$2"; cat; }\n${prepare}\n${code}`;
  const { stdout } = await promisify(execFile)("sh", ["-c", script]);
  const [address, ...lines] = stdout.trim().split("\n");
  expect(address).toBe("https://memtrace.example/v1/events");
  const events = lines.map((line) => TraceEvent.parse(JSON.parse(line)));
  const graph = buildGraph("user-42", events);
  const found = discoverCases(graph).map((failed) => attribute(graph, failed));
  expect(found).toMatchObject([{ errorType: "ExtractionError", opName: "remember" }]);
});

test("U203 the programs for Python and mem0 name what they need and parse", async () => {
  const mem0 = shown("mem0");
  expect(mem0.prepare).toContain("OPENAI_API_KEY");
  await transform(mem0.code, { loader: "js", format: "esm" });
  const python = shown("Python (OpenTelemetry)");
  expect(python.prepare).toContain("Authorization=Bearer%20k");
  const file = join(folder, "first.py");
  writeFileSync(file, python.code);
  await promisify(execFile)("python3", ["-m", "py_compile", file]);
});
