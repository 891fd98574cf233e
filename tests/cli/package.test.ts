import { execFile } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { memtrace } from "./support/memtrace.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const KB = 1024;
const run = promisify(execFile);

/**
 * The package as in a clone of the repository, and an app that installs the package from the clone.
 */
const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), "memtrace-package-")));
const PACKAGE = join(FOLDER, "sdk");
const APP = join(FOLDER, "app");
const BUILT = join(FOLDER, "built");

beforeAll(async () => {
  for (const part of ["package.json", "bin", "LICENSE"]) {
    cpSync(join(ROOT, "sdk", part), join(PACKAGE, part), { recursive: true });
  }
  await run(process.execPath, [join(ROOT, "src/local/build/build-command-line.ts"), BUILT]);
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** Lists the modules that the built file imports, directly or through other files. */
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

it("K21 the command loads little code at its start, and needs no package except openai for a model", async () => {
  const { start, all } = await loadedAtStart();
  const parts = readdirSync(join(BUILT, "command-line")).map((name) => `command-line/${name}`);
  const bytesOf = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(join(BUILT, file)).size, 0);
  expect(bytesOf(start)).toBeLessThan(150 * KB);
  expect(bytesOf([...parts, "memtrace.js"])).toBeLessThan(700 * KB);
  expect(all.length).toBe(parts.length + 1);
  const outside = all
    .flatMap(({ imports }) => imports)
    .filter(({ external, path }) => external === true && !isBuiltin(path))
    .map(({ path }) => path);
  expect(new Set(outside)).toEqual(new Set(["openai"]));
});

it("K25 a Node without TypeScript support refuses a TypeScript module and says what runs it", async () => {
  const module = join(FOLDER, "pipeline.ts");
  writeFileSync(module, "export default { run: (): string => '' };");
  const { code, err } = await memtrace(["experiment", module, "--dataset", "keys"], {
    program: join(BUILT, "memtrace.js"),
    env: { MEMTRACE_API_KEY: "mt_live_any", NODE_OPTIONS: "--no-experimental-strip-types" },
  });
  expect({ code, err }).toEqual({
    ...{ code: 2, err: expect.stringMatching(/cannot be loaded: .*Unknown file extension/) },
  });
  expect(err).toContain("use Node 22.18 or later, or give JavaScript.");
});

it("K21 the package declares the command, and the SDK's modules do not include it", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "sdk/package.json"), "utf8"));
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  expect(manifest.bin).toEqual({ memtrace: "bin/memtrace.js" });
  expect(lock.packages.sdk.bin).toEqual(manifest.bin);
  expect(JSON.stringify(manifest.exports)).not.toContain("memtrace.js");
});

it("K23 npm links a command that is not built yet; it says what to build, and later runs", async () => {
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--prefix", APP, PACKAGE]);
  const program = join(APP, "node_modules/.bin/memtrace");
  expect(statSync(program).mode & 0o111).toBe(0o111);
  expect(await memtrace(["--help"], { program })).toEqual({
    ...{ code: 1, out: "" },
    err: expect.stringMatching(/^memtrace is not built\. .*npm run build\n$/),
  });
  cpSync(BUILT, join(PACKAGE, "dist"), { recursive: true });
  const help = await memtrace(["--help"], { program });
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining("memtrace COMMAND") });
});

it("K24 the package holds its licence and the licences of the packages bundled in its command", async () => {
  cpSync(BUILT, join(PACKAGE, "dist"), { recursive: true });
  const packed = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: PACKAGE,
  });
  const [{ files }] = JSON.parse(packed.stdout);
  const paths = files.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(["LICENSE", "bin/memtrace.js", "dist/memtrace.licenses.txt"]),
  );
  const own = readFileSync(join(ROOT, "LICENSE"), "utf8");
  expect(readFileSync(join(PACKAGE, "LICENSE"), "utf8")).toBe(own);
  const notices = readFileSync(join(BUILT, "memtrace.licenses.txt"), "utf8");
  for (const name of ["ws", "zod"]) {
    const licence = readFileSync(join(ROOT, "node_modules", name, "LICENSE"), "utf8").trim();
    expect(notices).toContain(licence);
  }
});
