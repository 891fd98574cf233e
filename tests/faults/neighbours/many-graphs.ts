/** One tenant sends batches that name very many graphs. */
import { type Figure, median, percentile } from "../../bench/measurement.ts";
import { note } from "../../workers/support/forgotten-dog.ts";
import { type Acknowledgements, besides } from "./besides.ts";
import type { Scenario } from "./scenario.ts";

const GRAPHS = 200;
const BATCHES = 3;
const BATCH_AT_MOST_MS = 1_000;
/** The bare Worker sets no alarm and packs nothing. */
const MULTIPLE_AT_MOST = 2.5;
const NEIGHBOURS_P99_AT_MOST_MS = 300;

export const manyGraphs: Scenario = {
  async run(service) {
    const quiet = await service.newTenant();
    const noisy = await service.newTenant();
    const took: number[] = [];
    const measured = await besides(quiet, async () => {
      for (let batch = 0; batch < BATCHES; batch++) {
        const events = batchOf(batch);
        took.push(await timed(() => noisy.record(events)));
      }
    });
    const bare = await storedByBareWorker(await service.startBareWorker());
    return figuresOf(took, bare, measured);
  },
};

const batchOf = (batch: number) =>
  Array.from({ length: GRAPHS }, (_, index) => note(`many-${batch}-${index}`, "a"));

/**
 * Sends the same events to the bare Worker, which stores each unread in its own Durable Object,
 * without an alarm and a pack.
 */
async function storedByBareWorker(url: string): Promise<number[]> {
  const took: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    const body = batchOf(batch)
      .map((event) => JSON.stringify(event))
      .join("\n");
    const headers = { graph: `bare-${batch}`, objects: "many" };
    took.push(
      await timed(async () => {
        const answer = await fetch(url, { method: "POST", headers, body });
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
      }),
    );
  }
  return took;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function figuresOf(
  took: readonly number[],
  bare: readonly number[],
  { before, during }: Acknowledgements,
): Figure[] {
  const [batch, bareBatch] = [median(took), median(bare)];
  return [
    {
      name: `a batch of ${GRAPHS} new graphs, p50`,
      ...{ value: batch, unit: "ms", target: { atMost: BATCH_AT_MOST_MS } },
    },
    { name: "the same at a bare Worker, p50", value: bareBatch, unit: "ms" },
    {
      name: "a batch, as a multiple of the bare Worker's",
      ...{ value: batch / bareBatch, unit: "", target: { atMost: MULTIPLE_AT_MOST } },
    },
    { name: "others' acknowledgements before, p99", value: percentile(before, 0.99), unit: "ms" },
    {
      name: "others' acknowledgements during it, p99",
      value: percentile(during, 0.99),
      ...{ unit: "ms", target: { atMost: NEIGHBOURS_P99_AT_MOST_MS } },
    },
    {
      name: "others' acknowledgements during it, longest",
      ...{ value: Math.max(...during), unit: "ms" },
    },
  ];
}
