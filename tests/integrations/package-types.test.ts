/** The package as it would be published, checked with tools for packages. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const SDK = join(import.meta.dirname, "../../sdk");
const BIN = join(import.meta.dirname, "node_modules/.bin");
const run = promisify(execFile);

let folder: string;
let packed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "memtrace-packed-"));
  // The tests' setup has already built the package.
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", pack, { cwd: SDK });
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout);
  packed = join(folder, filename);
});
afterAll(() => rm(folder, { recursive: true }));

it("S112 publint finds no problem in the package", async () => {
  const { stdout } = await run(join(BIN, "publint"), [packed, "--strict"]);
  expect(stdout).toContain("All good!");
});

it("S112 attw finds the types of every subpath, and they match its code", async () => {
  // The tool fails if a module cannot resolve a path or its types.
  const args = ["--profile", "esm-only", "--format", "ascii", "--no-color", packed];
  const { stdout } = await run(join(BIN, "attw"), args);
  const { exports }: { exports: object } = JSON.parse(
    await readFile(join(SDK, "package.json"), "utf8"),
  );
  for (const path of Object.keys(exports)) expect(stdout).toContain(join("@memtrace/sdk", path));
});
