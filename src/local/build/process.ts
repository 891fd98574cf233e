/** Runs the project's own tools as child processes, from the project's root. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const GUARD = fileURLToPath(new URL("./process-guard.ts", import.meta.url));

/** Makes tools print no banners, ask no questions and send no usage data. */
const QUIET = { CI: "1", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1", FORCE_COLOR: "0" };

const running = new Set<ChildProcess>();

/** Starts the command under a guard. The guard ends all processes that the command started. */
export function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(process.execPath, [GUARD, command, ...args], {
    cwd: ROOT,
    env: {
      ...{ ...process.env, ...QUIET, ...env },
      PATH: `${ROOT}node_modules/.bin:${process.env.PATH}`,
    },
    // In its own group, because a terminal's signals would reach tools that do not forward them to
    // their children.
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.add(child);
  // Do not wait for "close": the streams may close later, or never.
  child.on("exit", () => running.delete(child));
  return child;
}

/** Resolves when the command and everything that it has started have ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const ended = new Promise((resolve) => child.on("exit", resolve));
  if (child.connected) child.disconnect();
  await ended;
}

const NPM_LOOK_EVERY_MS = 500;
/** The exit code after a signal is this number plus the signal's number, as in a shell. */
const INTERRUPTED = 128;

/**
 * From now on, a signal first ends the started processes, then this process. Later signals are
 * ignored, because npm forwards a signal that the terminal has already sent to npm and to this
 * process. The exit code is `process.exitCode` if it is set by then, otherwise the exit code after
 * a signal.
 */
export function endOnSignals(): void {
  let isEnding = false;
  const leave = async (signal: "SIGINT" | "SIGTERM" | "SIGHUP") => {
    if (isEnding) return;
    isEnding = true;
    await Promise.all([...running].map(end));
    process.exit(process.exitCode ?? INTERRUPTED + constants.signals[signal]);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  if (process.env.npm_lifecycle_event === undefined) return;
  // If npm itself is killed, it sends no signal. So check whether it still runs.
  const npm = npmAbove();
  const look = setInterval(() => {
    if (!isAlive(npm)) void leave("SIGHUP");
  }, NPM_LOOK_EVERY_MS);
  look.unref();
}

/**
 * The process id of npm: the parent process, or the grandparent if the parent is the shell in which
 * npm runs a script.
 */
function npmAbove(): number {
  const { ppid } = process;
  const shown = spawnSync("ps", ["-o", "ppid=,comm=", "-p", `${ppid}`], { encoding: "utf8" });
  const [, above, name] = /^\s*(\d+)\s+(\S+)/.exec(shown.stdout ?? "") ?? [];
  return above !== undefined && /(?:^|\/)[a-z]*sh$/.test(name ?? "") ? Number(above) : ppid;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Resolves when the command has succeeded; otherwise rejects with the end of its output. */
export function run(command: string, args: readonly string[]): Promise<void> {
  const child = start(command, args);
  const output = collect(child);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output()}`));
    });
  });
}

const KEPT_CHARS = 4_000;

/** Collects the output of the process. The returned function gives its last lines. */
export function collect(child: ChildProcess): () => string {
  let printed = "";
  const keep = (data: Buffer) => {
    printed = (printed + data.toString("utf8")).slice(-KEPT_CHARS);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => printed;
}
