/** The packages that the service serves, in the form in which they were built. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const BUILT = join(ROOT, "dist/ui");
const { version, exports } = JSON.parse(readFileSync(join(ROOT, "sdk/package.json"), "utf8"));

test("Y84 the SDK's tarball holds the files of package.json's exports, the command, licence and README, and no sources", () => {
  const listed = execFileSync("tar", ["-tzf", join(BUILT, "sdk.tgz")], { encoding: "utf8" });
  const files = listed
    .trim()
    .split("\n")
    .map((path) => path.replace(/^package\//, ""));
  const other = files.filter(
    (path) => !/^dist\/[\w/-]+(\.d\.ts|\.js)$/.test(path) && path !== "dist/memtrace.licenses.txt",
  );
  expect(other.sort()).toEqual(["LICENSE", "README.md", "bin/memtrace.js", "package.json"]);
  const entries = Object.values<Record<string, string>>(exports).flatMap((entry) =>
    Object.entries(entry).flatMap(([kind, path]) => (kind === "@memtrace/source" ? [] : [path])),
  );
  expect(entries.length).toBeGreaterThan(40);
  expect(entries.filter((path) => !files.includes(path.replace("./", "")))).toEqual([]);
});

test("Y84 the wheel of the Python SDK holds only its modules, their types and the licence", () => {
  const wheel = join(BUILT, `memtrace_sdk-${version}-py3-none-any.whl`);
  expect(existsSync(wheel)).toBe(true);
  const info = `memtrace_sdk-${version}.dist-info`;
  const modules = readdirSync(join(ROOT, "sdk/python/memtrace"), {
    recursive: true,
    encoding: "utf8",
  }).filter((path) => path.endsWith(".py") || path === "py.typed");
  expect(Object.keys(unzipSync(readFileSync(wheel))).sort()).toEqual(
    [
      ...modules.map((path) => `memtrace/${path}`),
      ...["METADATA", "RECORD", "WHEEL", "licenses/LICENSE"].map((name) => `${info}/${name}`),
    ].sort(),
  );
});
