/**
 * Runs the Python program of docs/command-line.md with the real smartcomment. Needs an interpreter
 * that can import smartcomment: `SMARTCOMMENT_PYTHON`, or else python3.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, inject, it } from "vitest";
import { memtrace } from "../cli/support/memtrace.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PYTHON = process.env.SMARTCOMMENT_PYTHON ?? "python3";

const page = readFileSync(join(ROOT, "docs/command-line.md"), "utf8");
const program = /^```python\n(?<code>[\s\S]*?)^```$/m.exec(page)?.groups?.code ?? "";

it("K22 the page has one Python program, which writes the file that the page imports", () => {
  expect(page.match(/^```python$/gm)).toHaveLength(1);
  expect(program).toContain('open("user-42.json", "w"');
  expect(page).toContain("npx --no memtrace import user-42.json --wait");
});

it.skipIf(!isThere())(
  "K22 the wrong answer of the program is attributed to the search",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "memtrace-smartcomment-"));
    writeFileSync(join(folder, "agent.py"), program);
    execFileSync(PYTHON, ["agent.py"], { cwd: folder });
    const { url, key } = inject("service");
    const env = { MEMTRACE_URL: url, MEMTRACE_API_KEY: key };
    const run = (...args: string[]) =>
      memtrace(args, { env, program: join(ROOT, "sdk/bin/memtrace.js") });
    const file = join(folder, "user-42.json");
    const imported = await run("import", file, "--wait", "--json");
    expect(imported.code).toBe(0);
    expect(JSON.parse(imported.out)).toMatchObject({
      files: [{ graph: "user-42" }],
      cases: [
        {
          ...{ system: "my-memory", origin: "judge", expected: ["the blue flowerpot"] },
          ...{ errorType: "RetrievalError", opName: "search" },
        },
      ],
    });
    const shown = await run("attribute", "--graph", "user-42");
    expect(shown.out).toMatch(/^verdict {4}RetrievalError at search \(0\.9\d\)/m);
    const exported = await run("export", "user-42");
    expect(JSON.parse(exported.out)).toEqual(JSON.parse(readFileSync(file, "utf8")));
  },
);

function isThere(): boolean {
  try {
    execFileSync(PYTHON, ["-c", "import smartcomment"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
