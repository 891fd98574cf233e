/** Runs `memtrace` in a separate process. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");
const COMPILED = process.env.NODE_COMPILE_CACHE ?? "";

/** The program's entry in the sources. Their stack traces name each module. */
export const SOURCE = join(ROOT, "src/cli/main.ts");

let built: string | undefined;

/**
 * Builds the program as the SDK's package contains it, once per process: the built program starts
 * in half of the time that its sources need. Each process of the test runner has its own folder,
 * because processes build at the same time.
 */
function builtProgram(): string {
  if (built !== undefined) return built;
  const folder = join(ROOT, `node_modules/.cache/command-line-${process.env.VITEST_POOL_ID ?? 0}`);
  execFileSync(process.execPath, [join(ROOT, "src/local/build/build-command-line.ts"), folder]);
  built = join(folder, "memtrace.js");
  return built;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The program to run: the built one by default. */
  readonly program?: string;
  readonly node?: string;
}

export interface Running {
  readonly process: ChildProcess;
  /** Everything on stdout so far. */
  readonly out: string;
  readonly err: string;
  readonly ended: Promise<Ended>;
  /**
   * Resolves when stdout or stderr contains the text. Rejects with both outputs if the process ends
   * first.
   */
  printed(text: string): Promise<void>;
}

/**
 * The process gets only the variables in `env` and those that locate programs and compiled sources.
 */
export function start(args: readonly string[], options: RunOptions = {}): Running {
  const { env = {}, program = builtProgram(), node = process.execPath } = options;
  const child = spawn(node, [program, ...args], {
    env: { PATH: process.env.PATH ?? "", NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    printed.err += text;
  });
  const ended = new Promise<Ended>((done, failed) => {
    child.on("error", failed);
    child.on("close", (code) => done({ code, ...printed }));
  });
  return {
    process: child,
    ended,
    get out() {
      return printed.out;
    },
    get err() {
      return printed.err;
    },
    printed: (text) =>
      new Promise((done, failed) => {
        const look = () => {
          if (printed.out.includes(text) || printed.err.includes(text)) done();
        };
        child.stdout.on("data", look);
        child.stderr.on("data", look);
        child.on("close", () => failed(new Error(`no ${text}:\n${printed.out}\n${printed.err}`)));
        look();
      }),
  };
}

export function memtrace(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return start(args, options).ended;
}
