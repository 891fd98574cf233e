import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, LockedPackage>>;

function lockedPackages(file: string): Packages {
  const lock: { packages: Packages } = JSON.parse(
    readFileSync(resolve(import.meta.dirname, "../..", file), "utf8"),
  );
  return lock.packages;
}

/**
 * Searches for a package's dependency in npm's order: inside the package, next to it, then in the
 * folders above.
 */
function isLocked(packages: Packages, path: string, dependency: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${at === "" ? "" : `${at}/`}node_modules/${dependency}`]) return true;
    if (at === "") return false;
  }
}

test.each(["package-lock.json", "tests/integrations/package-lock.json"])(
  "L8 %s lists the optional packages of every platform",
  (file) => {
    const packages = lockedPackages(file);
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {}).filter((name) => !isLocked(packages, path, name)),
    );
    expect(missing).toEqual([]);
  },
);
