/**
 * Receives events, and moves their packs to R2 and between two databases. Meanwhile, the runtime is
 * killed at random moments and restarted with the same storage. At the end every graph must equal
 * the graph of the acknowledged events.
 */
import { isDeepStrictEqual } from "node:util";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { writeSmartcomment } from "../../src/graph/smartcomment/export.ts";
import { readBatch } from "../../src/protocol/events/batch.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import type { Bench } from "../bench/command.ts";
import type { Figure, Measurement } from "../bench/measurement.ts";
import { bundleProduct, newKey, startRuntime, withFolder } from "../bench/runtime.ts";
import { type Random, seeded } from "./support/random.ts";
import { RetryingClient } from "./support/retrying-client.ts";

const GRAPHS = 6;
const CLIENTS_PER_GRAPH = 2;
/**
 * Latest time of the kill, from the first request of a round. A few requests fill a pack of a
 * graph.
 */
const KILL_WITHIN_MS = 1_500;

/** Number of moves after the last kill. */
const LAST_MOVES = 20;

export const bench: Bench = {
  about:
    "the runtime is killed under load: acknowledged events lost, duplicated, graphs that differ",
  options: {
    rounds: { about: "how often it is killed", default: "50" },
    seed: { about: "of the moments and of the batches' sizes", default: "1" },
  },
  run: ({ rounds, seed }) =>
    withFolder((folder) => run(folder, Number(rounds), seeded(Number(seed)))),
};

async function run(folder: string, rounds: number, random: Random): Promise<Measurement> {
  const bundle = await bundleProduct(folder, "tests/bench/workers/moving.ts");
  const state = `${folder}/state`;
  process.env.MEASURED_PACK_DATABASE = "PACKS_2";
  const start = () => startRuntime("product", bundle, state);
  const clients = Array.from({ length: GRAPHS * CLIENTS_PER_GRAPH }, (_, index) => {
    return new RetryingClient(`graph-${index % GRAPHS}`, seeded(random() * 2 ** 32));
  });
  let runtime = await start();
  const key = await newKey(runtime.url);
  for (let round = 0; round < rounds; round++) {
    // Load the code first, so that the round does not end before the first answer.
    await fetch(`${runtime.url}/health`);
    let isDead = false;
    const sending = clients.map((client) => client.send(runtime.url, key, () => isDead));
    const moving = moveUntil(runtime.url, () => isDead);
    await new Promise((resolve) => setTimeout(resolve, random() * KILL_WITHIN_MS));
    await runtime.kill();
    isDead = true;
    await Promise.all([...sending, moving]);
    runtime = await start();
  }
  try {
    await Promise.all(clients.map((client) => client.finish(runtime.url, key)));
    let moved = await move(runtime.url);
    // Nothing moves to R2 while packs move between databases.
    for (let more = 0; more < LAST_MOVES; more++) moved = await move(runtime.url);
    const graphs = Map.groupBy(clients, ({ graph }) => graph);
    const checks = [];
    for (const [graph, own] of graphs) {
      const lines = own.flatMap(({ acknowledged }) => acknowledged);
      checks.push(await check(runtime.url, key, graph, lines));
    }
    const figures = [
      ...figuresOf(clients, checks),
      { name: "objects in R2", value: moved.objects, unit: "", target: { atLeast: 1 } },
      {
        ...{ name: "changes of the database", value: moved.databases, unit: "" },
        target: { atLeast: 1 },
      },
    ];
    return { figures, details: { rounds, graphs: checks, CONDITIONS } };
  } finally {
    await runtime.kill();
  }
}

/** Moves the packs of all graphs, again and again, until the runtime is killed. */
async function moveUntil(url: string, isDead: () => boolean): Promise<void> {
  // A request that the kill cuts off fails.
  while (!isDead()) await move(url).catch(() => undefined);
}

interface Moved {
  /** Number of objects in R2. */
  readonly objects: number;
  /** How often the project got the other database. */
  readonly databases: number;
}

async function move(url: string): Promise<Moved> {
  const answer = await fetch(`${url}/move`, { method: "POST" });
  if (!answer.ok) throw new Error(`the packs do not move: ${await answer.text()}`);
  return (await answer.json()) as Moved;
}

const CONDITIONS = {
  runtime: "workerd, started by miniflare on one folder; both are killed with SIGKILL",
  load: `${GRAPHS * CLIENTS_PER_GRAPH} clients on ${GRAPHS} graphs, batches of 1 to 200 events of the example agent`,
  equality:
    "the text of the smartcomment export over HTTP and of the graph built from what was sent",
};

interface GraphCheck {
  readonly graph: string;
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly isEqual: boolean;
}

const COUNTED = {
  session: "sessions",
  operation: "operations",
  variable: "variables",
  link: "links",
};

async function check(
  url: string,
  key: string,
  graph: string,
  lines: readonly string[],
): Promise<GraphCheck> {
  const events = lines.flatMap((line): TraceEvent[] => {
    const read = readBatch(line);
    return read.ok ? read.value.events.map(({ event }) => event) : [];
  });
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/v1/graphs/${graph}${path}`, { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.text();
  };
  const exported = await get("/export");
  const expected = [...writeSmartcomment(buildGraph(graph, events))].join("");
  const figures: Record<string, number> = JSON.parse(await get(""));
  let lost = 0;
  let duplicated = 0;
  for (const [type, figure] of Object.entries(COUNTED)) {
    const more = (figures[figure] ?? 0) - events.filter((event) => event.type === type).length;
    lost += Math.max(0, -more);
    duplicated += Math.max(0, more);
  }
  const isEqual = isDeepStrictEqual(JSON.parse(exported), JSON.parse(expected));
  return { graph, acknowledged: events.length, lost, duplicated, isEqual };
}

function figuresOf(clients: readonly RetryingClient[], checks: readonly GraphCheck[]): Figure[] {
  const total = (count: (check: GraphCheck) => number) =>
    checks.reduce((sum, each) => sum + count(each), 0);
  const none = { unit: "", target: { atMost: 0 } };
  return [
    { name: "acknowledged events", value: total(({ acknowledged }) => acknowledged), unit: "" },
    { name: "acknowledged events lost", value: total(({ lost }) => lost), ...none },
    { name: "events stored twice", value: total(({ duplicated }) => duplicated), ...none },
    { name: "graphs that differ", value: total(({ isEqual }) => (isEqual ? 0 : 1)), ...none },
    {
      name: "repeated batches answered otherwise than the first time",
      value: clients.reduce((sum, { wrongAnswers }) => sum + wrongAnswers, 0),
      ...none,
    },
    {
      name: "attempts that failed",
      value: clients.reduce((sum, { retries }) => sum + retries, 0),
      unit: "",
    },
  ];
}
