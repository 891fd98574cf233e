/** Finds all processes that a program started, even if they left its process group. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");
const MARK = "MEMTRACE_TEST_MARK";

export interface Found {
  readonly pid: number;
  readonly name: string;
}

/** Whether processes and their environments can be listed on this system. */
export function canFindProcesses(): boolean {
  return process.platform === "linux";
}

/**
 * A process that runs `command` and leads its own process group, like the foreground job of a
 * terminal.
 */
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

  /** Signals every process of the group, as a terminal does. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  /**
   * The running processes that inherited the program's environment, including the program itself.
   */
  alive(): Found[] {
    return readdirSync("/proc")
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((entry) => {
        try {
          // A zombie process has no environment.
          const environment = readFileSync(`/proc/${entry}/environ`, "utf8").split("\0");
          if (!environment.includes(this.#mark)) return [];
          const name = readFileSync(`/proc/${entry}/cmdline`, "utf8").replaceAll("\0", " ");
          return [{ pid: Number(entry), name }];
        } catch {
          return [];
        }
      });
  }

  /** Kills all running processes of the program at the end of a test, even if the test failed. */
  killAll(): void {
    for (const { pid } of this.alive()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The process has ended in the meantime.
      }
    }
  }
}
