/**
 * Runs one command in its own process group. If the parent of this process ends (even by a kill) or
 * disconnects, ends the whole group. So no process stays behind. Usage: `node process-guard.ts
 * COMMAND ARGUMENT…`, started with an IPC channel.
 */
import { spawn } from "node:child_process";

/**
 * After the signal to end, the group gets this long to finish writing files and to remove temporary
 * files.
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
// A tool can end while processes that it started still run. When the tool ends, end these processes
// too.
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
    // If no process reaps orphans (as in some containers), ended processes stay in the group
    // forever. So exit some time after the kill even if the group still has processes.
    if (!signalGroup(isOver ? "SIGKILL" : 0) || Date.now() > (deadline ?? 0) + GRACE_MS) {
      process.exit(exitCode);
    }
  }, LOOK_EVERY_MS);
}

/** Sends the signal to the group. Returns true if the group still has a process. */
function signalGroup(signal: NodeJS.Signals | 0): boolean {
  if (group === undefined) return false;
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
