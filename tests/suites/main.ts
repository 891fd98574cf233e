/**
 * `npm test`: the suites of Node and workerd side by side, because workerd's tests often wait for a
 * timer. Prints the output of one suite after that of the other, and fails if either fails.
 */
import { endOnSignals, start } from "../../src/local/build/process.ts";
import { runCommand, UsageError } from "../../src/local/command-line.ts";

const HELP = `npm test takes no arguments. One file runs alone with
  npx vitest run FILE
  npx vitest run --config vitest.workers.config.ts FILE`;

/** The arguments of vitest. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  Node: ["run"],
  workerd: ["run", "--config", "vitest.workers.config.ts"],
};

class Suite {
  readonly name: string;
  readonly ended: Promise<void>;
  isPassed = false;
  seconds = 0;
  #held: Uint8Array[] | undefined = [];

  constructor(name: string, args: readonly string[]) {
    this.name = name;
    const startedAt = performance.now();
    const child = start("vitest", args);
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

  /** Prints what was held back, and from now on everything at once. */
  show(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const text of held) this.#print(text);
  }

  #print(text: Uint8Array): void {
    if (this.#held === undefined) process.stdout.write(text);
    else this.#held.push(text);
  }
}

await runCommand(async () => {
  if (process.argv.length > 2) throw new UsageError(HELP);
  endOnSignals();
  const suites = Object.entries(SUITES).map(([name, args]) => new Suite(name, args));
  for (const suite of suites) {
    suite.show();
    await suite.ended;
  }
  for (const { name, isPassed, seconds } of suites)
    console.log(`${name}: ${isPassed ? "passed" : "failed"} in ${seconds} s`);
  return suites.every(({ isPassed }) => isPassed) ? 0 : 1;
});
