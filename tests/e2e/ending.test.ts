import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "../../src/local/service.ts";
import { canFindProcesses, Program } from "./support/descendants.ts";

const FIRST_PORT = 8700;
/** Time until the service runs, on a busy machine. */
const START = { timeout: 180_000, interval: 50 };
/** Several times as long as the grace period and the time to kill. */
const END = { timeout: 40_000, interval: 50 };

let port: number;
let state: string;
let program: Program | undefined;

beforeEach(async () => {
  port = await freePort(FIRST_PORT);
  state = mkdtempSync(join(tmpdir(), "memtrace-ending-"));
});
afterEach(() => {
  program?.killAll();
  rmSync(state, { recursive: true, force: true });
});

const npmRun = (script: string, ...args: string[]) => {
  program = new Program("npm", ["run", script, "--", "--port", `${port}`, ...args]);
  return program;
};
const serving = async () => {
  const started = npmRun("dev", "--state", state);
  await expect.poll(() => started.printed, START).toContain("MemTrace runs at");
  expect(started.alive().some(({ name }) => name.includes("workerd"))).toBe(true);
  return started;
};
/** Returns the id of the script's own process, a child of npm. */
const serviceOf = (started: Program): number => {
  const script = /^\S*node\S* src\/local\/serve\.ts/;
  const own = started.alive().find(({ name }) => script.test(name));
  if (own === undefined) throw new Error("The service does not run.");
  return own.pid;
};
const nothingIsLeft = async (started: Program) => {
  await expect.poll(() => started.alive(), END).toEqual([]);
  expect(await freePort(port)).toBe(port);
};

describe.skipIf(!canFindProcesses())("commands on this machine", () => {
  test("K29 Ctrl-C, pressed twice, ends a running demo and all its processes", async () => {
    const started = npmRun("demo");
    await expect.poll(() => started.printed, START).toContain("The service runs until");
    expect(started.alive().some(({ name }) => name.includes("workerd"))).toBe(true);
    started.signalGroup("SIGINT");
    started.signalGroup("SIGINT");
    await nothingIsLeft(started);
    expect(started.printed.split("The service runs until")[1]).not.toContain("Error");
  }, 240_000);

  test("K29 Ctrl-C ends both suites of npm test", async () => {
    program = new Program("npm", ["test"]);
    const started = program;
    const isRunning = (part: string) => started.alive().some(({ name }) => name.includes(part));
    await expect
      .poll(() => isRunning("workerd serve") && isRunning("vitest/dist/workers"), START)
      .toBe(true);
    started.signalGroup("SIGINT");
    await nothingIsLeft(started);
  }, 240_000);

  // The other signals run the same handler as Ctrl-C, so these tests send only SIGKILL.
  test.each(["npm", "the process of the service"])(
    "K29 SIGKILL to %s alone ends all processes that run below it",
    async (killed) => {
      const started = await serving();
      process.kill(killed === "npm" ? started.pid : serviceOf(started), "SIGKILL");
      await nothingIsLeft(started);
    },
    240_000,
  );

  test.each([
    ["dev", "SIGINT"],
    ["demo", "SIGHUP"],
    ["demo:loop", "SIGTERM"],
  ] as const)(
    "K29 %s, sent %s while it starts, leaves no process",
    async (script, signal) => {
      const started = npmRun(script, ...(script === "dev" ? ["--state", state] : []));
      const isStarting = () => started.alive().some(({ name }) => name.includes("wrangler"));
      await expect.poll(isStarting, START).toBe(true);
      started.signalGroup(signal);
      await nothingIsLeft(started);
    },
    240_000,
  );
});
