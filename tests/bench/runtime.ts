/** Runs Workers to measure, bundled as for deployment, each in its own runtime process. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { run } from "../../src/local/build/process.ts";
import { ApiClient } from "../../src/local/client/api-client.ts";
import type { Scope } from "../../src/protocol/api/api.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Places in `/proc/PID/stat`, after the name of the process. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

export type Kind = "product" | "bare";

export interface Runtime {
  readonly url: string;
  /** Ids of all processes of the runtime. */
  pids(): number[];
  /** Ends the runtime at once, as a power cut would. */
  kill(): Promise<void>;
}

/** Calls `use` with a temporary folder, and deletes the folder afterwards even if `use` fails. */
export async function withFolder<T>(
  use: (folder: string) => Promise<T>,
  parent = tmpdir(),
): Promise<T> {
  const folder = mkdtempSync(join(parent, "memtrace-bench-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Bundles the product as `wrangler deploy` does. `entry` is a file that wraps the product to count
 * its work.
 */
export async function bundleProduct(folder: string, entry?: string): Promise<string> {
  // The UI is not measured, so it need not be built.
  const assets = join(folder, "no-assets");
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(assets, "index.html"), "");
  const output = join(folder, "product");
  const script = entry === undefined ? [] : [entry];
  await run("wrangler", [
    ...["deploy", ...script, "--dry-run", "--outdir", output, "--assets", assets],
  ]);
  const name = entry === undefined ? "app" : entry.replace(/^.*\/|\.ts$/g, "");
  return join(output, `${name}.js`);
}

export async function bundleBare(folder: string): Promise<string> {
  const outfile = join(folder, "bare.js");
  await build({
    entryPoints: [join(ROOT, "tests/bench/workers/bare.ts")],
    ...{ outfile, bundle: true, format: "esm", external: ["cloudflare:workers"] },
  });
  return outfile;
}

export async function startRuntime(kind: Kind, bundle: string, state: string): Promise<Runtime> {
  const host = join(ROOT, "tests/bench/host.ts");
  const child = spawn(process.execPath, [host, bundle, state, kind], {
    cwd: ROOT,
    // Start a new process group, so that one signal ends the runtime and the process that started
    // it.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const end = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, "SIGKILL");
  };
  process.on("exit", end);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", (line) => resolve(line));
    child.once("error", reject);
    child.once("exit", () => reject(new Error("the runtime ended before it was ready")));
  });
  return {
    url: new URL(url).origin,
    pids: () =>
      readdirSync("/proc")
        .map(Number)
        .filter((pid) => isOfGroup(pid, child.pid)),
    kill: async () => {
      end();
      process.off("exit", end);
      await ended;
    },
  };
}

/** Works on Linux only; returns false elsewhere. */
function isOfGroup(pid: number, group: number | undefined): boolean {
  if (!Number.isInteger(pid)) return false;
  try {
    const [, , own] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return Number(own) === group;
  } catch {
    return false;
  }
}

/**
 * Creates a key with the scopes (by default `ingest` and `read`), in the account of a new person.
 */
export async function newKey(url: string, scopes?: readonly Scope[]): Promise<string> {
  const client = new ApiClient(url);
  const email = `${crypto.randomUUID()}@memtrace.example`;
  await client.signUp({ name: "Bench", email, password: "measured in one run" });
  const organization = await client.createOrganization("Bench", crypto.randomUUID());
  await client.createProject(organization, "Bench");
  return (await client.createKey("bench", scopes)).key;
}

/** Returns the peak memory so far of the largest process that runs the Worker, in bytes. */
export function peakBytesOf({ pids }: Runtime): number {
  const peaks = pids().map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    if (!/^Name:\s*workerd/m.test(status)) return 0;
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  });
  return Math.max(0, ...peaks);
}

/** Returns the processor time so far of the processes that run the Worker. */
export function processorMillisecondsOf({ pids }: Runtime): number {
  const times = pids().map((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    if (!/\(workerd\) /.test(stat)) return 0;
    const fields = stat.replace(/^.*\) /s, "").split(" ");
    return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
  });
  return times.reduce((total, time) => total + time, 0);
}
