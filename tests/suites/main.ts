/**
 * `npm test` runs the suites of Node and workerd in parallel, because workerd's tests often wait
 * for a timer. Prints the output of one suite after that of the other, and fails if either fails.
 * Prints the failed tests again at the end. The suite of workerd takes longer, so it has priority.
 * Node's suite runs while the tests of workerd wait.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { collect, endOnSignals, start } from "../../src/local/build/process.ts";
import { runCommand, UsageError } from "../../src/local/command-line.ts";
import { FAILURES_FILE } from "./failures.ts";

const HELP = `npm test takes no arguments. One file runs alone with
  npx vitest run FILE
  npx vitest run --config vitest.workers.config.ts FILE`;

/** The arguments of vitest for each suite. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  Node: ["run"],
  workerd: ["run", "--config", "vitest.workers.config.ts"],
};
/** The suite that gets only the processor time that the other suite leaves. */
const LATER = "Node";
/**
 * Reports no logs of passing tests: these tests provoke failures, whose logs would fill the output
 * before the list of failed tests.
 */
const REPORTING = [
  "--silent=passed-only",
  "--reporter=default",
  "--reporter=tests/suites/failures.ts",
];

class Suite {
  readonly name: string;
  readonly ended: Promise<void>;
  isPassed = false;
  seconds = 0;
  readonly #failures: string;
  readonly #lastOutput: () => string;
  #held: Uint8Array[] | undefined = [];

  constructor(name: string, args: readonly string[], folder: string) {
    this.name = name;
    this.#failures = join(folder, name);
    const startedAt = performance.now();
    const child = start("vitest", [...args, ...REPORTING], { [FAILURES_FILE]: this.#failures });
    // Processes that the suite starts inherit its priority.
    if (name === LATER && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_LOW);
    this.#lastOutput = collect(child);
    child.stdout?.on("data", (text: Uint8Array) => this.#print(text));
    child.stderr?.on("data", (text: Uint8Array) => this.#print(text));
    this.ended = new Promise((resolve) => {
      child.on("close", (code) => {
        this.isPassed = code === 0;
        this.seconds = Math.round((performance.now() - startedAt) / 1_000);
        resolve();
      });
    });
  }

  /** Prints the output that was held back, and prints all further output at once. */
  show(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const text of held) this.#print(text);
  }

  /**
   * Returns the failed tests with their errors. If vitest itself failed, returns the end of its
   * output.
   */
  failures(): string {
    const failed = existsSync(this.#failures) ? readFileSync(this.#failures, "utf8") : "";
    return failed === "" ? this.#lastOutput() : failed;
  }

  #print(text: Uint8Array): void {
    if (this.#held === undefined) process.stdout.write(text);
    else this.#held.push(text);
  }
}

await runCommand(async () => {
  if (process.argv.length > 2) throw new UsageError(HELP);
  endOnSignals();
  const folder = mkdtempSync(join(tmpdir(), "memtrace-suites-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const suites = Object.entries(SUITES).map(([name, args]) => new Suite(name, args, folder));
  for (const suite of suites) {
    suite.show();
    await suite.ended;
  }
  const failed = suites.filter(({ isPassed }) => !isPassed);
  for (const suite of failed) console.log(`\nFailed in ${suite.name}:\n${suite.failures()}\n`);
  for (const { name, isPassed, seconds } of suites)
    console.log(`${name}: ${isPassed ? "passed" : "failed"} in ${seconds} s`);
  return failed.length === 0 ? 0 : 1;
});
