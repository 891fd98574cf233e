/** What a newcomer copies must lead a wrong answer to the step that is at fault. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { firstEventCode } from "../../src/ui/overview/first-event-code.ts";
import { startCollector } from "../sdk/support/collector.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "memtrace-first-code-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the code takes from the program around it: a memory that forgets what follows a comma. */
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

const { code, run } = firstEventCode("k", "http://localhost:8787");

test.each([
  ["the overview", `${code}\n${run}`],
  ["README.md", codeIn("README.md")],
  ["sdk/README.md", codeIn("sdk/README.md")],
])("U3 the code of %s leads a wrong answer to the step that forgot", async (_, shown) => {
  const outfile = join(folder, "program.mjs");
  await build({
    stdin: { contents: `${PROGRAM}\n${shown}`, resolveDir: ROOT, loader: "ts" },
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
});
