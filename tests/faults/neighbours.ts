/** Measures what one tenant notices while another misbehaves. Each scenario has its own file. */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Bench } from "../bench/command.ts";
import type { Figure, Measurement } from "../bench/measurement.ts";
import { bundleBare, bundleProduct, newKey, startRuntime, withFolder } from "../bench/runtime.ts";
import { attributions } from "./neighbours/attributions.ts";
import { badReceivers } from "./neighbours/bad-receivers.ts";
import { burst } from "./neighbours/burst.ts";
import { hangingModels } from "./neighbours/hanging-models.ts";
import { manyGraphs } from "./neighbours/many-graphs.ts";
import type { Scenario, Service } from "./neighbours/scenario.ts";
import { Tenant } from "./neighbours/tenant.ts";

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  receivers: badReceivers,
  models: hangingModels,
  burst,
  graphs: manyGraphs,
  attributions,
};

export const bench: Bench = {
  about:
    "one tenant misbehaves: how long another one waits for acknowledgements, webhooks and reports",
  options: {
    only: {
      about: `scenarios with commas between, of ${Object.keys(SCENARIOS).join(", ")}`,
      default: Object.keys(SCENARIOS).join(","),
    },
  },
  run: ({ only = "" }) => withFolder((folder) => run(folder, only.split(",")), FILES),
};

const MEMORY = "/dev/shm";
/**
 * Keep files in memory, so that the figures measure the wait for another tenant, not for a disk.
 * The local runtime syncs files several times for each new graph, because every Durable Object has
 * a file for its data and another one for its alarms.
 */
const FILES = existsSync(MEMORY) ? MEMORY : tmpdir();

async function run(folder: string, names: readonly string[]): Promise<Measurement> {
  const bundle = await bundleProduct(folder, "tests/bench/workers/swept.ts");
  const figures: Figure[] = [];
  for (const name of names) {
    const scenario = SCENARIOS[name];
    if (scenario === undefined) throw new Error(`No scenario is called ${name}.`);
    figures.push(...(await runOne(scenario, bundle, `${folder}/${name}`)));
  }
  return { figures, details: { scenarios: names, ...CONDITIONS } };
}

const CONDITIONS = {
  runtime: "workerd, started by miniflare on one folder for each scenario; one process",
  files: FILES,
  late: "what has not arrived within 150 seconds counts as 150 seconds",
};

async function runOne(
  scenario: Scenario,
  bundle: string,
  state: string,
): Promise<readonly Figure[]> {
  const runtime = await startRuntime("product", bundle, state);
  const ends: (() => Promise<void>)[] = [runtime.kill];
  const service: Service = {
    newTenant: async () =>
      new Tenant(runtime.url, await newKey(runtime.url, ["ingest", "read", "write", "admin"])),
    startBareWorker: async () => {
      const bare = await startRuntime("bare", await bundleBare(state), `${state}-bare`);
      ends.push(bare.kill);
      return bare.url;
    },
    sweep: async (at) => {
      await fetch(`${runtime.url}/sweep?at=${at}`);
    },
    rows: async <T>(statement: string) => {
      const answer = await fetch(`${runtime.url}/rows`, { method: "POST", body: statement });
      if (!answer.ok) throw new Error(`${statement}: ${await answer.text()}`);
      return (await answer.json()) as T[];
    },
    atEnd: (end) => ends.push(end),
  };
  try {
    return await scenario.run(service);
  } finally {
    for (const end of ends) await end();
  }
}
