/**
 * Runs a command in a process group of its own. If the process that started this one ends, even by
 * a kill, or disconnects, ends the whole group. Start it with an IPC channel: `node
 * process-guard.ts COMMAND ARGUMENT…`.
 */
import { spawn } from "node:child_process";

/**
 * Milliseconds that the group gets, after the signal to end, to finish writing and to remove
 * temporary files.
 */
const GRACE_MS = 4_000;
const LOOK_EVERY_MS = 25;

const [command = "", ...args] = process.argv.slice(2);
const child = spawn(command, args, { detached: true, stdio: ["ignore", "inherit", "inherit"] });
const group = child.pid;
let exitCode = 1;

child.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
// A tool can end before processes that it started. End them too.
child.on("exit", (code) => {
  exitCode = code ?? 1;
  end();
});
process.on("disconnect", end);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);

let deadline: number | undefined;

function end(): void {
  if (deadline !== undefined) return;
  deadline = Date.now() + GRACE_MS;
  signalGroup("SIGTERM");
  setInterval(() => {
    const isOver = Date.now() > (deadline ?? 0);
    // In some containers, no process cleans up ended processes, so they stay in the group forever.
    // Exit some time after the kill, even if the group still seems to exist.
    if (!signalGroup(isOver ? "SIGKILL" : 0) || Date.now() > (deadline ?? 0) + GRACE_MS) {
      process.exit(exitCode);
    }
  }, LOOK_EVERY_MS);
}

/** Sends the signal to the group. Returns whether the group still has a process. */
function signalGroup(signal: NodeJS.Signals | 0): boolean {
  if (group === undefined) return false;
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
