/** The processes that a program started, however far they have moved away from it. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");
const MARK = "MEMTRACE_TEST_MARK";

export interface Found {
  readonly pid: number;
  readonly name: string;
}

/** Whether this system lists the processes with their environment, so that they can be found. */
export function canFindProcesses(): boolean {
  return process.platform === "linux";
}

/** What runs `command`, as the leader of a group like the foreground one of a terminal. */
export class Program {
  readonly process: ChildProcess;
  readonly #mark = `${MARK}=${crypto.randomUUID()}`;
  #printed = "";

  constructor(command: string, args: readonly string[]) {
    const [name = "", value = ""] = this.#mark.split("=");
    this.process = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, [name]: value },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on("data", (data) => {
        this.#printed += data;
      });
    }
  }

  get printed(): string {
    return this.#printed;
  }

  get pid(): number {
    if (this.process.pid === undefined) throw new Error("The program did not start.");
    return this.process.pid;
  }

  /** As a terminal does it: to every process of the foreground group. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  /** Whatever carries its environment and has not ended, itself included. */
  alive(): Found[] {
    return readdirSync("/proc")
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((entry) => {
        try {
          // A process that has ended, but that nobody has collected, has no environment.
          const environment = readFileSync(`/proc/${entry}/environ`, "utf8").split("\0");
          if (!environment.includes(this.#mark)) return [];
          const name = readFileSync(`/proc/${entry}/cmdline`, "utf8").replaceAll("\0", " ");
          return [{ pid: Number(entry), name }];
        } catch {
          return [];
        }
      });
  }

  /** For the end of a test, whatever came of it. */
  killAll(): void {
    for (const { pid } of this.alive()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended in between.
      }
    }
  }
}
