/** Runs the project's own tools as child processes, from the project's root. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Tools keep quiet about themselves, ask nothing and report nothing. */
const QUIET = { CI: "1", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1", FORCE_COLOR: "0" };

export function start(command: string, args: readonly string[]): ChildProcess {
  return spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...QUIET, PATH: `${ROOT}node_modules/.bin:${process.env.PATH}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Resolves when the command has ended well; rejects with the end of what it printed. */
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

/** Reads what the process prints; returns the end of it. */
export function collect(child: ChildProcess): () => string {
  let printed = "";
  const keep = (data: Buffer) => {
    printed = (printed + data.toString("utf8")).slice(-KEPT_CHARS);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => printed;
}
