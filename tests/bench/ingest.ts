/**
 * Compares receiving events with a bare Worker that only appends the same bodies to a Durable
 * Object. Both use the same runtime, alternately, each time in a new process with empty storage.
 */
import type { Bench } from "./command.ts";
import { type Load, sendAll } from "./load.ts";
import { type Figure, type Measurement, median, percentile } from "./measurement.ts";
import { type Batch, inBatches, recordLines } from "./recorded-events.ts";
import {
  bundleBare,
  bundleProduct,
  type Kind,
  newKey,
  type Runtime,
  startRuntime,
  withFolder,
} from "./runtime.ts";

const BATCH_EVENTS = 50;
const CLIENTS = 16;
const GRAPH_COUNTS = [1, 200] as const;
const WARM_UP_BATCHES = 400;
const WARM_UP_GRAPH = "warm-up";
const LEAST_SHARE_OF_BARE = 0.5;
const KINDS = ["bare", "product"] as const;

export const bench: Bench = {
  about: "events/s with durable acknowledgement, beside a bare Worker that only stores the bodies",
  options: {
    events: { about: "events of one round", default: "200000" },
    rounds: { about: "rounds of each, alternating", default: "5" },
  },
  run: ({ events, rounds }) => withFolder((folder) => run(folder, Number(events), Number(rounds))),
};

interface Round extends Load {
  /** Time until the packs and the row of the last graph contained all events. */
  readonly assembled: number;
}

async function run(folder: string, events: number, rounds: number): Promise<Measurement> {
  const bundles = {
    product: await bundleProduct(folder, "tests/bench/workers/unlimited.ts"),
    bare: await bundleBare(folder),
  };
  const figures: Figure[] = [];
  const details: Record<string, unknown> = {};
  for (const graphs of GRAPH_COUNTS) {
    const batches = await recordBatches(events, graphs);
    const taken: Record<Kind, Round[]> = { bare: [], product: [] };
    for (let round = 0; round < rounds; round++) {
      // Alternate the order, because memory that the other process has just released is faster to
      // get.
      for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
        const state = `${folder}/${graphs}-${round}-${kind}`;
        const runtime = await startRuntime(kind, bundles[kind], state);
        try {
          taken[kind].push(await sendRound(kind, runtime, batches));
        } finally {
          await runtime.kill();
        }
      }
    }
    figures.push(...figuresOf(graphs, events, taken));
    details[`rounds on ${graphs} graphs`] = taken.product.map((product, index) => ({
      product: summaryOf(product, events),
      bare: summaryOf(taken.bare[index] ?? product, events),
    }));
  }
  return { figures, details: { ...CONDITIONS, events, rounds, ...details } };
}

const CONDITIONS = {
  runtime:
    "workerd, started by miniflare, which provides D1, queues and the rate limiter; clients reach workerd directly",
  product:
    "the bundle that would be deployed, with a key and D1; without the limit of requests per project",
  bare: "one Durable Object per graph; each body becomes one row, unread",
  load: `batches of ${BATCH_EVENTS} events of the example agent as the SDK sends them, without failing verdicts, from ${CLIENTS} clients at once`,
  assembled:
    "clock until GET /v1/graphs/{id} of every graph has answered: all packs and all rows are written",
};

/** Records batches that alternate between the graphs, as if one agent ran per graph. */
async function recordBatches(events: number, graphs: number): Promise<Batch[]> {
  const perGraph = await Promise.all(
    Array.from({ length: graphs }, async (_, index) => {
      const graph = `graph-${index}`;
      // Leave out wrong answers: they start the attribution, which is not part of receiving events.
      const lines = await recordLines(graph, events / graphs, (line) => !isFailure(line));
      return inBatches(graph, lines, BATCH_EVENTS);
    }),
  );
  const longest = Math.max(...perGraph.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    perGraph.flatMap((own) => own[at] ?? []),
  ).flat();
}

function isFailure(line: string): boolean {
  return line.includes('"type":"verdict"') && line.includes('"score":0');
}

async function sendRound(kind: Kind, { url }: Runtime, batches: readonly Batch[]): Promise<Round> {
  if (kind === "bare") {
    await sendAll(url, ({ graph }) => ({ graph }), warmUp(batches), CLIENTS);
    const load = await sendAll(url, ({ graph }) => ({ graph }), batches, CLIENTS);
    return { ...load, assembled: load.seconds };
  }
  const authorization = `Bearer ${await newKey(url)}`;
  const headers = ({ id }: Batch) => ({ authorization, "batch-id": id, "cf-ray": id });
  const assemble = (graph: string) => readGraph(url, graph, authorization);
  await sendAll(url, headers, warmUp(batches), CLIENTS);
  // Otherwise the packs of the warm-up graph would be written during the measurement.
  await assemble(WARM_UP_GRAPH);
  const started = performance.now();
  const load = await sendAll(url, headers, batches, CLIENTS);
  const graphs = new Set(batches.map((batch) => batch.graph)).values();
  const assembleNext = async () => {
    for (const graph of graphs) await assemble(graph);
  };
  await Promise.all(Array.from({ length: CLIENTS }, assembleNext));
  return { ...load, assembled: (performance.now() - started) / 1000 };
}

async function readGraph(url: string, graph: string, authorization: string): Promise<void> {
  const answer = await fetch(`${url}/v1/graphs/${graph}`, { headers: { authorization } });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Makes batches that load and compile the code, on a graph that is not measured. */
function warmUp(batches: readonly Batch[]): Batch[] {
  return batches.slice(0, WARM_UP_BATCHES).map(({ id, graph, body }) => ({
    id,
    graph: WARM_UP_GRAPH,
    body: body.replaceAll(`"graph":"${graph}"`, `"graph":"${WARM_UP_GRAPH}"`),
  }));
}

function figuresOf(graphs: number, events: number, taken: Record<Kind, Round[]>): Figure[] {
  const where = `on ${graphs} graph${graphs === 1 ? "" : "s"}`;
  const rates = (kind: Kind) => taken[kind].map(({ assembled }) => events / assembled);
  const shares = rates("product").map((rate, index) => rate / (rates("bare")[index] ?? rate));
  const waits = (kind: Kind) => taken[kind].flatMap(({ milliseconds }) => milliseconds);
  return [
    {
      name: `share of the bare Worker's rate ${where}`,
      value: median(shares),
      unit: "",
      target: { atLeast: LEAST_SHARE_OF_BARE },
    },
    { name: `assembled ${where}`, value: median(rates("product")), unit: "events/s" },
    {
      name: `acknowledged ${where}`,
      value: median(taken.product.map(({ seconds }) => events / seconds)),
      unit: "events/s",
    },
    { name: `bare ${where}`, value: median(rates("bare")), unit: "events/s" },
    ...([0.5, 0.95, 0.99] as const).flatMap((share) =>
      (["product", "bare"] as const).map((kind) => ({
        name: `${kind} acknowledgement p${share * 100} ${where}`,
        value: percentile(waits(kind), share),
        unit: "ms",
      })),
    ),
  ];
}

function summaryOf({ seconds, assembled }: Round, events: number) {
  return { acknowledgedPerSecond: events / seconds, assembledPerSecond: events / assembled };
}
