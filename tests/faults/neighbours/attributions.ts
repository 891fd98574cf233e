/**
 * One tenant's graph has very many wrong answers, which are attributed while other tenants record.
 */
import { percentile } from "../../bench/measurement.ts";
import { failingVerdict, forgottenDog } from "../../workers/support/forgotten-dog.ts";
import { besides } from "./besides.ts";
import type { Scenario } from "./scenario.ts";

const GRAPHS = 4;
const WRONG_ANSWERS_PER_GRAPH = 150;
const LOOK_MS = 500;
const ACKNOWLEDGED_AT_MOST_MS = 300;

export const attributions: Scenario = {
  async run(service) {
    const quiet = await service.newTenant();
    const noisy = await service.newTenant();
    const total = GRAPHS * WRONG_ANSWERS_PER_GRAPH;
    const done = async () => {
      const [row] = await service.rows<{ n: number }>(
        "select count(*) as n from failed_case where state = 'done'",
      );
      return row?.n ?? 0;
    };
    const startedAt = performance.now();
    const { before, during } = await besides(quiet, async () => {
      for (let number = 0; number < GRAPHS; number++) {
        const graph = `attributed-${number}`;
        const verdicts = Array.from({ length: WRONG_ANSWERS_PER_GRAPH }, (_, index) => ({
          ...failingVerdict(graph, `w${index}`),
          ...{ query: `Question ${index} about the dog?`, seq: 20 + index },
        }));
        await noisy.record([...forgottenDog(graph), ...verdicts]);
      }
      while ((await done()) < total) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    });
    return [
      {
        name: `${total} wrong answers until all are attributed`,
        value: performance.now() - startedAt,
        unit: "ms",
      },
      { name: "acknowledgements before, p95", value: percentile(before, 0.95), unit: "ms" },
      {
        ...{
          name: "acknowledgements while they are attributed, p95",
          value: percentile(during, 0.95),
          unit: "ms",
        },
        target: { atMost: ACKNOWLEDGED_AT_MOST_MS },
      },
      {
        name: "acknowledgements while they are attributed, p99",
        value: percentile(during, 0.99),
        unit: "ms",
      },
    ];
  },
};
