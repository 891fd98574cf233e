/**
 * Runs the whole service on this machine: the Worker in the real Workers runtime, with local D1,
 * Durable Objects and queues. Needs no Cloudflare account, no key and no network.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { collect, end, run, start } from "./build/process.ts";
import { DeploymentConfig } from "./setup/deployment-config.ts";

export interface LocalService {
  readonly url: string;
  /** Resolves when the service has ended, by itself or because of a signal. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const CONFIG = fileURLToPath(new URL("../../wrangler.toml", import.meta.url));
const START_TIMEOUT_MS = 60_000;
/** Must equal the interval of `crons` in wrangler.toml. */
const SWEEP_EVERY_MS = 60_000;

export interface ServiceOptions {
  /**
   * Folder for the databases and the local secrets. The service continues with those of earlier
   * runs.
   */
  readonly state: string;
  readonly port: number;
  /**
   * If true, restarts the Worker when a source file changes. The restart interrupts running work.
   */
  readonly watch: boolean;
}

export async function startService({ state, port, watch }: ServiceOptions): Promise<LocalService> {
  mkdirSync(state, { recursive: true });
  const url = `http://localhost:${port}`;
  const [script] = await Promise.all([watch ? [] : bundle(state), migrate(state)]);
  const { authSecret, sealingKey } = localSecrets(state);
  const variables = {
    ENVIRONMENT: "development",
    PUBLIC_URL: url,
    AUTH_SECRET: authSecret,
    SEALING_KEY: sealingKey,
  };
  const child = start("wrangler", [
    ...[
      "dev",
      ...script,
      "--config",
      "wrangler.toml",
      "--port",
      `${port}`,
      "--ip",
      "127.0.0.1",
      "--inspector-port",
      "0",
    ],
    ...["--persist-to", state, "--log-level", "error", "--show-interactive-dev-session=false"],
    ...Object.entries(variables).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
  ]);
  const output = collect(child);
  const ended = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
  });
  const ready = await Promise.race([untilHealthy(url), ended.then(() => false)]);
  if (!ready) {
    await end(child);
    throw new Error(`The service did not start on port ${port}:\n${output()}`);
  }
  const sweeping = setInterval(() => runSchedule(url), SWEEP_EVERY_MS);
  sweeping.unref();
  return {
    url,
    ended,
    stop: async () => {
      clearInterval(sweeping);
      await end(child);
    },
  };
}

/** Applies the migrations to each database that wrangler.toml binds. */
async function migrate(state: string): Promise<void> {
  for (const { binding } of new DeploymentConfig(CONFIG).databases())
    await run("wrangler", [
      ...["d1", "migrations", "apply", binding],
      ...["--local", "--persist-to", state],
    ]);
}

/** Builds the Worker. Returns the arguments with which wrangler runs this build. */
async function bundle(state: string): Promise<string[]> {
  await run("wrangler", ["deploy", "--dry-run", "--outdir", `${state}/bundle`]);
  return [`${state}/bundle/app.js`, "--no-bundle"];
}

/** Calls the Worker's cron job, because the local runtime does not. A missed call does no harm. */
async function runSchedule(url: string): Promise<void> {
  await fetch(`${url}/cdn-cgi/local/scheduled`).catch(() => undefined);
}

async function untilHealthy(url: string): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const healthy = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return true;
    await pause(150);
  }
  return false;
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Returns the secrets in the folder, and creates them in the first run. They must stay the same:
 * with new secrets, people would have to sign in again, and the stored model keys could not be
 * read.
 */
function localSecrets(state: string): { authSecret: string; sealingKey: string } {
  const file = `${state}/secrets.json`;
  if (!existsSync(file)) {
    const secrets = {
      authSecret: randomBytes(32).toString("base64"),
      sealingKey: randomBytes(32).toString("base64"),
    };
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Returns the wanted port, or the next higher free port. */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 50; port++) if (await isFree(port)) return port;
  throw new Error(`No free port from ${wanted} to ${wanted + 49}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
