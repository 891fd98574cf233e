import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import type { decorated } from "./support/decorated.ts";
import { linksOf, trace } from "./support/traced.ts";

const SDK = join(import.meta.dirname, "../../sdk");
const MAX_MODULE_BYTES = 3 * 1024;
/** For modules that run on a developer's machine and not in an app. */
const MAX_DEVELOPMENT_BYTES = 5 * 1024;
const DEVELOPMENT = /^(?:replay|datasets$|llm-judge$)/;

interface Entry {
  readonly "@memtrace/source": string;
  readonly types: string;
  readonly default: string;
}

const manifest: { exports: Record<string, Entry> } = JSON.parse(
  readFileSync(join(SDK, "package.json"), "utf8"),
);
const subpaths = Object.keys(manifest.exports)
  .filter((path) => path !== ".")
  .map((path) => path.slice("./".length));

/** Bundles a program as a user of the package would, with the sources in place of `dist`. */
async function bundle(contents: string, minify = true): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: SDK, loader: "ts" },
    conditions: ["@memtrace/source"],
    ...{ bundle: true, format: "esm", platform: "browser", target: "es2022" },
    ...{ minify, write: false, logLevel: "silent" },
  });
  return outputFiles[0]?.text ?? "";
}

function entryOf(name: string): Entry {
  const entry = manifest.exports[`./${name}`];
  if (entry === undefined) throw new Error(`The package has no entry ./${name}`);
  return entry;
}

const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length;

describe("subpaths", () => {
  test("S71 an unused module adds nothing to a bundle, and the core contains no module of a subpath", async () => {
    expect(subpaths.length).toBeGreaterThan(5);
    for (const name of subpaths) {
      const { "@memtrace/source": source, types, default: built } = entryOf(name);
      const module = source.replace("./src", "./dist").replace(/\.ts$/, "");
      expect([types, built]).toEqual([`${module}.d.ts`, `${module}.js`]);
      expect(await bundle(`import "@memtrace/sdk/${name}";`)).toBe("");
    }
    const one = await bundle('export { byContent } from "@memtrace/sdk/identity";');
    expect(one).not.toContain("WeakMap");
    const core = await bundle('export * from "@memtrace/sdk";', false);
    for (const name of subpaths) {
      expect(core).not.toContain(entryOf(name)["@memtrace/source"].slice("./".length));
    }
  });

  test("S79 each module adds at most 3 kB to the core, minified and gzipped", async () => {
    const core = 'export * from "@memtrace/sdk";';
    const alone = sizeOf(await bundle(core));
    for (const name of subpaths) {
      const both = await bundle(`${core} export * as more from "@memtrace/sdk/${name}";`);
      const most = DEVELOPMENT.test(name) ? MAX_DEVELOPMENT_BYTES : MAX_MODULE_BYTES;
      expect([name, sizeOf(both) - alone <= most]).toEqual([name, true]);
    }
  });

  test("S78 a decorated method is traced like a wrapped function, with its `this`, type and name", async () => {
    const source = await bundle(
      readFileSync(join(import.meta.dirname, "support/decorated.ts"), "utf8"),
    );
    const module: { decorated: typeof decorated } = await import(
      `data:text/javascript,${encodeURIComponent(source)}`
    );
    const { graph, problems } = await trace(async (memtrace) => {
      const Store = module.decorated(memtrace);
      const store = new Store();
      expect(await store.add("likes tea")).toBe("unit-0");
      expect([store.search("what does she drink?"), Store.prototype.search.name]).toEqual([
        ["likes tea"],
        "search",
      ]);
    });
    expect(linksOf(graph, "add")).toEqual(["likes tea → likes tea"]);
    expect(linksOf(graph, "search")).toEqual(["what does she drink? → likes tea"]);
    expect([...graph.operations.values()].map(({ category }) => category)).toEqual([
      "extraction",
      undefined,
    ]);
    expect(problems).toEqual([]);
  });
});
