/** Starts the project's tools as child processes, in the project's root folder. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const GUARD = fileURLToPath(new URL("./process-guard.ts", import.meta.url));

/** Make tools print no banners, ask no questions and send no usage data. */
const QUIET = { CI: "1", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1", FORCE_COLOR: "0" };

const running = new Set<ChildProcess>();

/** Starts the command under `process-guard.ts`, which later ends all its processes. */
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
    // Give the command a process group of its own. Otherwise the terminal would send Ctrl-C to the
    // tools directly, and some of them leave their child processes running.
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.add(child);
  // Do not wait for “close”: a child of the command can keep the streams open.
  child.on("exit", () => running.delete(child));
  return child;
}

/** Ends the command and its processes. Resolves when all have ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const ended = new Promise((resolve) => child.on("exit", resolve));
  if (child.connected) child.disconnect();
  await ended;
}

const NPM_LOOK_EVERY_MS = 500;
/** As in a shell, the exit code after a signal is 128 plus the signal's number. */
const INTERRUPTED = 128;

/**
 * When a signal arrives, ends the started processes first, and then this process. Ignores any later
 * signal. On Ctrl-C, for example, the terminal sends a signal to this process, and npm then sends
 * it again. The exit code is `process.exitCode` if it is set, and otherwise depends on the signal.
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
  // If npm is killed, it cannot send a signal. So check regularly whether npm is still running.
  const npm = npmAbove();
  const look = setInterval(() => {
    if (!isAlive(npm)) void leave("SIGHUP");
  }, NPM_LOOK_EVERY_MS);
  look.unref();
}

/**
 * Returns the process id of npm, which started this process. npm is usually the parent process. But
 * if npm started this process through a shell, the parent is the shell, and the shell's parent is
 * npm.
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

/** Runs the command. If it fails, rejects with the last lines of its output. */
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

/** Collects the process's output. Returns a function that gives the last lines of the output. */
export function collect(child: ChildProcess): () => string {
  let printed = "";
  const keep = (data: Buffer) => {
    printed = (printed + data.toString("utf8")).slice(-KEPT_CHARS);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => printed;
}
