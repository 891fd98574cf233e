/** One tenant sends batches that name very many graphs. */
import type { Figure } from "../../bench/measurement.ts";
import { percentile } from "../../bench/measurement.ts";
import { note } from "../../workers/support/forgotten-dog.ts";
import { besides } from "./besides.ts";
import type { Scenario } from "./scenario.ts";

const GRAPHS = 200;
const BATCHES = 3;
const BATCH_AT_MOST_MS = 1_000;
const NEIGHBOURS_P99_AT_MOST_MS = 300;

export const manyGraphs: Scenario = {
  async run(service) {
    const quiet = await service.newTenant();
    const noisy = await service.newTenant();
    const took: number[] = [];
    const measured = await besides(quiet, async () => {
      for (let batch = 0; batch < BATCHES; batch++) {
        const events = Array.from({ length: GRAPHS }, (_, index) =>
          note(`many-${batch}-${index}`, "a"),
        );
        const started = performance.now();
        await noisy.record(events);
        took.push(performance.now() - started);
      }
    });
    const p99 = percentile(measured.beside, 0.99);
    const figures: Figure[] = [
      {
        ...{
          name: `a batch of ${GRAPHS} new graphs, p50`,
          value: percentile(took, 0.5),
          unit: "ms",
        },
        target: { atMost: BATCH_AT_MOST_MS },
      },
      {
        name: "others' acknowledgements before, p99",
        value: percentile(measured.before, 0.99),
        unit: "ms",
      },
      {
        ...{ name: "others' acknowledgements beside it, p99", value: p99, unit: "ms" },
        target: { atMost: NEIGHBOURS_P99_AT_MOST_MS },
      },
      {
        name: "others' acknowledgements beside it, longest",
        value: Math.max(...measured.beside),
        unit: "ms",
      },
    ];
    return figures;
  },
};
