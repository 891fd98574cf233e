/**
 * The failed tests of a suite with their errors. vitest writes them to a file, because `npm test`
 * prints them again at its very end.
 */
import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Environment variable that gives vitest the file's name. */
export const FAILURES_FILE = "MEMTRACE_FAILURES_FILE";

/**
 * Maximum lines per error. A log keeps only its end, so one long difference must not push out the
 * other failures.
 */
const LINES_PER_ERROR = 40;

export default class FailuresReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env[FAILURES_FILE];
    if (file === undefined) return;
    const failed = modules.flatMap((module) => [
      ...described(module.relativeModuleId, module.errors()),
      ...[...module.children.allSuites()].flatMap((suite) =>
        described(`${module.relativeModuleId} > ${suite.fullName}`, suite.errors()),
      ),
      ...[...module.children.allTests("failed")].flatMap((test) =>
        described(`${module.relativeModuleId} > ${test.fullName}`, test.result().errors ?? []),
      ),
    ]);
    writeFileSync(file, [...failed, ...described("outside of any test", unhandled)].join("\n"));
  }
}

function described(place: string, errors: readonly SerializedError[]): string[] {
  return errors.map(({ name, message, stack, diff }) => {
    const said = [stack ?? `${name}: ${message}`, diff ?? ""].join("\n").split("\n");
    const lines = said.filter(
      (line) => line.trim() !== "" && !/\/node_modules\/|<anonymous>/.test(line),
    );
    return [`FAIL ${place}`, ...lines.slice(0, LINES_PER_ERROR).map((line) => `  ${line}`)].join(
      "\n",
    );
  });
}
