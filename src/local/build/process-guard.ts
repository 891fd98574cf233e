/**
 * Usage: `node process-guard.ts COMMAND ARGUMENT…`, started with an IPC channel. Runs the command
 * in a process group of its own. The channel closes when the parent process disconnects or ends,
 * even if it is killed. The guard then ends the whole group.
 */
import { spawn } from "node:child_process";

/**
 * After the signal to end, the processes of the group have this many milliseconds to finish writing
 * and to remove their temporary files. Then they are killed.
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
    // In some containers, nothing removes ended processes (zombies), so they stay in the group. So
    // exit some time after the kill, even if the group still seems to have processes.
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
