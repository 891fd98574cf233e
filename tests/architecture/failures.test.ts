import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { TestModule } from "vitest/node";
import FailuresReporter, { FAILURES_FILE } from "../suites/failures.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const errorOf = (message: string, diff = "") => ({
  ...{ name: "Error", message, diff },
  stack: `Error: ${message}\n    at /here/tests/a.test.ts:1:2\n    at /here/node_modules/x.js:3:4`,
});

/** Builds the fields of vitest's `TestModule` that the reporter reads. */
function moduleOf(errors: readonly object[], failed: readonly object[]): TestModule {
  const suite = { fullName: "a group", errors: () => [errorOf("its hook failed")] };
  const module = {
    relativeModuleId: "tests/a.test.ts",
    errors: () => errors,
    children: {
      allSuites: () => [suite],
      allTests: (state: string) => (state === "failed" ? failed : []),
    },
  };
  return module as unknown as TestModule;
}

test("L20 the reporter writes the failed tests, hooks and files of a suite with their whole errors", () => {
  const file = join(mkdtempSync(join(tmpdir(), "memtrace-failures-")), "failures");
  vi.stubEnv(FAILURES_FILE, file);
  const long = Array.from({ length: 200 }, (_, index) => `+ line ${index}`).join("\n");
  const failed = {
    fullName: "X1 differs",
    result: () => ({ errors: [errorOf("1 is not 2", long)] }),
  };
  new FailuresReporter().onTestRunEnd(
    [moduleOf([errorOf("cannot be loaded")], [failed])],
    [errorOf("nobody waits")],
  );
  const written = readFileSync(file, "utf8");
  expect(written.split("\n").filter((line) => line.startsWith("FAIL"))).toEqual([
    "FAIL tests/a.test.ts",
    "FAIL tests/a.test.ts > a group",
    "FAIL tests/a.test.ts > X1 differs",
    "FAIL outside of any test",
  ]);
  for (const message of ["cannot be loaded", "its hook failed", "1 is not 2", "nobody waits"])
    expect(written).toContain(`  Error: ${message}\n      at /here/tests/a.test.ts:1:2`);
  expect(written).not.toContain("node_modules");
  expect(written.split("\n").length).toBeLessThan(60);
});

test("L20 without a file to write to, the reporter writes nothing", () => {
  vi.stubEnv(FAILURES_FILE, undefined);
  expect(() => new FailuresReporter().onTestRunEnd([moduleOf([], [])], [])).not.toThrow();
});
