import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { Miniflare } from "miniflare";
import { afterAll, describe, expect, test, vi } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { type Collector, startCollector } from "./support/collector.ts";

const SDK = join(import.meta.dirname, "../../sdk");
const MAX_CORE_BYTES = 8 * 1024;
const folder = mkdtempSync(join(tmpdir(), "memtrace-sdk-"));
const run = promisify(execFile);

afterAll(() => rmSync(folder, { recursive: true }));

/** Bundles a program as a user of the package would. Returns the path of the bundle. */
async function bundle(name: string, source: string, options: BuildOptions = {}): Promise<string> {
  const outfile = join(folder, name);
  const { warnings } = await build({
    stdin: { contents: source, resolveDir: SDK, loader: "ts" },
    conditions: ["@memtrace/source"],
    ...{ bundle: true, format: "esm", platform: "browser", logLevel: "silent", outfile },
    ...options,
  });
  expect(warnings.filter(({ id }) => id !== "ignored-bare-import")).toEqual([]);
  return outfile;
}

/** Makes a Worker with `nodejs_compat` that runs the bundle. */
function workerOf(script: string, env: Record<string, string> = {}): Miniflare {
  const contents = readFileSync(script, "utf8");
  const bindings = Object.entries(env).map(([name, value]) => [name, { type: "text", value }]);
  return new Miniflare({
    workers: [
      {
        config: {
          name: "app",
          compatibilityDate: "2026-06-01",
          compatibilityFlags: ["nodejs_compat"],
          manifest: { mainModule: "app.js", modules: { "app.js": { type: "esm", contents } } },
          env: Object.fromEntries(bindings),
        },
      },
    ],
  });
}

/** Lists the graph of each operation that arrived, sorted. */
function graphsWithOperations({ events }: Collector): string[] {
  return events.flatMap(({ type, graph }) => (type === "operation" ? graph : [])).sort();
}

/** Traces one call with every host function that the client may use. */
const PROGRAM = `
  import { MemTrace } from "@memtrace/sdk";
  export async function program(url) {
    const problems = [];
    const memtrace = new MemTrace({ apiKey: "k", url, onError: (p) => problems.push(p.message) });
    const step = memtrace.operation("step", async (text) => { await 0; return inner(text + ", prompt"); });
    const inner = memtrace.operation("inner", async (text) => text + ", done");
    await memtrace.graph("g", () => Promise.all([step("first text"), step("other text")]));
    await memtrace.close();
    return problems;
  }
`;

describe("the package", () => {
  test("S70 the core has at most 8 kB, minified and gzipped, and needs no other package", async () => {
    const outfile = await bundle("core.js", 'export * from "@memtrace/sdk";', { minify: true });
    const bytes = gzipSync(readFileSync(outfile), { level: 9 }).length;
    expect(bytes).toBeLessThanOrEqual(MAX_CORE_BYTES);
    const manifest = JSON.parse(readFileSync(join(SDK, "package.json"), "utf8"));
    expect(manifest).not.toHaveProperty("dependencies");
    expect(manifest.sideEffects).toBe(false);
  });

  test("S71 an unused import adds nothing to a bundle and runs no code", async () => {
    const outfile = await bundle("nothing.js", 'import "@memtrace/sdk";', { minify: true });
    expect(readFileSync(outfile, "utf8")).toBe("");
    const { stdout, stderr } = await run(process.execPath, [
      "--input-type=module",
      "--eval",
      `globalThis.fetch = globalThis.setTimeout = () => { throw new Error("called at import time"); };
       await import(${JSON.stringify(join(SDK, "src/index.ts"))});
       console.log(process.listenerCount("beforeExit"), process.getActiveResourcesInfo().filter((r) => r === "Timeout").length);`,
    ]);
    expect([stdout.trim(), stderr]).toEqual(["0 0", ""]);
  });

  test("S72 the core works in a Worker and keeps concurrent calls apart", async () => {
    const collector = await startCollector();
    const script = await bundle(
      "worker.js",
      `${PROGRAM}
       new MemTrace({ apiKey: "k" }).operation("wrapped at module level", () => 1);
       export default { fetch: async (request) => Response.json(await program(new URL(request.url).searchParams.get("to"))) };`,
    );
    const miniflare = workerOf(script);
    try {
      const response = await miniflare.dispatchFetch(
        `http://worker/?to=${encodeURIComponent(collector.url)}`,
      );
      expect(await response.json()).toEqual([]);
      expect(prompts(collector)).toEqual([
        "first text → first text, prompt",
        "other text → other text, prompt",
      ]);
    } finally {
      await miniflare.dispose();
      await collector.close();
    }
  });

  test("S98 in a Worker with one client per request, all events of parallel requests are delivered, as in the README", async () => {
    const readme = readFileSync(join(SDK, "README.md"), "utf8");
    const [, example = ""] = /## Cloudflare Workers[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    const collector = await startCollector();
    const miniflare = workerOf(await bundle("requests.js", example), {
      ...{ MEMTRACE_API_KEY: "k", MEMTRACE_URL: collector.url },
    });
    const users = Array.from({ length: 60 }, (_, index) => `u${index}`);
    try {
      await Promise.all(
        users.map(async (user) => {
          const response = await miniflare.dispatchFetch(`http://worker/?user=${user}`);
          expect(response.status).toBe(200);
          await response.arrayBuffer();
        }),
      );
      await vi.waitFor(() => expect(graphsWithOperations(collector)).toHaveLength(users.length), {
        timeout: 40_000,
      });
      expect(graphsWithOperations(collector)).toEqual(users.map((user) => `user-${user}`).sort());
    } finally {
      await miniflare.dispose();
      await collector.close();
    }
  });

  test("S73 without process and AsyncLocalStorage, the core reports this, and traces one task at a time with OneTask", async () => {
    const collector = await startCollector();
    const outfile = await bundle(
      "browser.mjs",
      `import { OneTask } from "@memtrace/sdk/one-task";
       ${PROGRAM.replace(
         '{ apiKey: "k", url,',
         '{ apiKey: "k", url, AsyncLocalStorage: OneTask,',
       ).replace('Promise.all([step("first text"), step("other text")])', 'step("first text")')}
       export const untraced = () => {
         const said = [];
         new MemTrace({ apiKey: "k", onError: (p) => said.push(p.message) }).variable("a text");
         return said;
       };`,
    );
    const page = join(folder, "page.mjs");
    writeFileSync(
      page,
      `const print = console.log;
       globalThis.process = undefined;
       const { program, untraced } = await import(${JSON.stringify(outfile)});
       print(JSON.stringify([await program(${JSON.stringify(collector.url)}), untraced()]));`,
    );
    try {
      const { stdout } = await run(process.execPath, [page]);
      expect(JSON.parse(stdout)).toEqual([[], ["AsyncLocalStorage is not set"]]);
      expect(prompts(collector)).toEqual(["first text → first text, prompt"]);
    } finally {
      await collector.close();
    }
  });

  test("S74 a script without a flush delivers its events, and ends even if the service is down", async () => {
    const collector = await startCollector();
    const script = await bundle(
      "forgetful.mjs",
      `import { MemTrace } from "@memtrace/sdk";
       new MemTrace({ apiKey: "k", url: process.argv[2], onError: () => {} }).variable("left behind", { name: "v" });`,
    );
    try {
      await run(process.execPath, [script, collector.url]);
      expect(collector.graph().variables.get("v@1")?.value).toBe("left behind");
      await run(process.execPath, [script, "http://127.0.0.1:1"], { timeout: 40_000 });
    } finally {
      await collector.close();
    }
  });

  test("S75 the quickstart opens one case, which names the faulty step", async () => {
    const source = readFileSync(join(SDK, "examples/quickstart.ts"), "utf8");
    expect(source.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
    const collector = await startCollector();
    const script = await bundle("quickstart.mjs", source);
    try {
      const { stdout } = await run(process.execPath, [script], {
        env: { ...process.env, MEMTRACE_API_KEY: "k", MEMTRACE_URL: collector.url },
      });
      expect(stdout).toContain("Open MemTrace");
      const graph = collector.graph("quickstart-user");
      const cases = discoverCases(graph);
      expect(cases).toHaveLength(1);
      expect(cases.map((failed) => attribute(graph, failed))).toMatchObject([
        { errorType: "ExtractionError", opName: "remember" },
      ]);
    } finally {
      await collector.close();
    }
  });
});

function prompts(collector: Awaited<ReturnType<typeof startCollector>>): string[] {
  const graph = collector.graph("g");
  const value = (id: string) => graph.variables.get(id)?.value;
  return [...graph.operations.values()]
    .filter(({ name }) => name === "step")
    .flatMap(({ id }) => graph.linksOf(id).map(({ from, to }) => `${value(from)} → ${value(to)}`))
    .sort();
}
