/**
 * Runs one Worker in the real runtime, in its own process: `host.ts BUNDLE STATE KIND`. Clients
 * call the runtime directly; miniflare only starts it and provides D1 and queues. Prints the
 * Worker's address as its only line, and runs until it is killed.
 */
import { readdirSync, readFileSync } from "node:fs";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";

/**
 * In production, a project has a limit of requests per window. That limit would stop every
 * measurement.
 */
const WITHOUT_LIMIT = { limit: 1_000_000_000, period: 10 } as const;

const [bundle = "", state = "", kind = ""] = process.argv.slice(2);

function productOptions() {
  const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml");
  const { assets, modulesRules, ...options } = workerOptions;
  return {
    ...options,
    r2Buckets: ["COLD_PACKS"],
    d1Databases: { ...Object(options.d1Databases), ...packDatabase() },
    bindings: {
      ...Object(options.bindings),
      ENVIRONMENT: "development",
      PUBLIC_URL: "http://127.0.0.1",
      PACK_DATABASE: "DB",
      ...mailProvider(),
      AUTH_SECRET: "a secret of measurements only, thirty-two characters or more",
      SEALING_KEY: "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
    },
    ratelimits: {
      PROJECT_RATE: { namespace_id: "1001", simple: WITHOUT_LIMIT },
      SIGN_IN_RATE: { namespace_id: "1002", simple: WITHOUT_LIMIT },
      SIGN_UP_RATE: { namespace_id: "1003", simple: WITHOUT_LIMIT },
    },
  };
}

/** Returns the scripted e-mail provider that a measurement names in the environment. */
function mailProvider(): Record<string, string> {
  const url = process.env.MEASURED_MAIL_API_URL;
  return url === undefined
    ? {}
    : { MAIL_FROM: "mail@memtrace.example", MAIL_API_URL: url, MAIL_API_KEY: "scripted" };
}

/** Returns the second database for packs that a measurement names in the environment. */
function packDatabase(): Record<string, string> {
  const name = process.env.MEASURED_PACK_DATABASE;
  return name === undefined ? {} : { [name]: name.toLowerCase() };
}

function bareOptions() {
  const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml");
  return {
    compatibilityDate: String(workerOptions.compatibilityDate),
    durableObjects: { BODIES: { className: "BodyLog", useSQLite: true } },
  };
}

const worker: V4WorkerOptions = {
  name: "measured",
  modules: [{ type: "ESModule", path: "app.js", contents: readFileSync(bundle, "utf8") }],
  ...(kind === "bare" ? bareOptions() : productOptions()),
  unsafeDirectSockets: [{}],
};
const miniflare = new Miniflare(
  convertV4MiniflareOptions({ resourcePersistencePath: state, workers: [worker] }),
);
await miniflare.ready;
if (kind === "product") {
  for (const name of ["DB", ...Object.keys(packDatabase())])
    await migrate(await miniflare.getD1Database(name, "measured"));
}
console.log(String(await miniflare.unsafeGetDirectURL("measured")));

/** Migrates only if needed: the state may exist from an earlier run of the same measurement. */
async function migrate(database: Awaited<ReturnType<typeof miniflare.getD1Database>>) {
  const made = "select 1 from sqlite_master where name = 'project'";
  if ((await database.prepare(made).all()).results.length > 0) return;
  const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  for (const file of files.toSorted()) {
    const statements = readFileSync(`migrations/${file}`, "utf8").split("--> statement-breakpoint");
    await database.batch(statements.map((statement) => database.prepare(statement)));
  }
}
