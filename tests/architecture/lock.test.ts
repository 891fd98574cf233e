import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../package-lock.json"), "utf8"),
);

/** Where npm looks for a package's dependency: inside it, then beside it, then further up. */
function isLocked(path: string, dependency: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    if (lock.packages[`${at === "" ? "" : `${at}/`}node_modules/${dependency}`]) return true;
    if (at === "") return false;
  }
}

test("L8 the lock file holds the optional packages of every platform, or npm ci refuses it", () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter((name) => !isLocked(path, name)),
  );
  expect(missing).toEqual([]);
});
