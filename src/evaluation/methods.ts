import { attribute } from "../attribution/attribute.ts";
import { attributeWithModel } from "../attribution/attribute-with-model.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Attribution, FailedCase } from "../protocol/api/attribution.ts";
import { NOTHING_SPENT } from "../protocol/model.ts";
import { modelFromEnvironment } from "./model-from-environment.ts";
import type { Method } from "./options.ts";

export interface Cost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In the currency of the endpoint's price. */
  readonly money: number;
}

const NO_COST: Cost = { calls: 0, inputTokens: 0, outputTokens: 0, money: 0 };

/** More requests than any successful case needs. */
const USD_PER_CASE = 1;

export type Attributor = (
  graph: EvolutionGraph,
  failed: FailedCase,
) => Promise<{ readonly attribution: Attribution; readonly cost: Cost }>;

/** The method's attributor, or the reason why it cannot run here. */
export async function attributorOf(
  method: Method,
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<{ attributor: Attributor } | { missing: string }> {
  if (method === "flow") {
    return {
      attributor: async (graph, failed) => ({
        attribution: attribute(graph, failed),
        cost: NO_COST,
      }),
    };
  }
  const opened = await modelFromEnvironment(environment);
  if ("missing" in opened) return opened;
  const use = { ...opened, method, usdPerCase: USD_PER_CASE, systemDescription: "" };
  return {
    attributor: async (graph, failed) => {
      const attribution = await attributeWithModel(graph, failed, use);
      const { calls, inputTokens, outputTokens, usd } = attribution.spent ?? NOTHING_SPENT;
      return { attribution, cost: { calls, inputTokens, outputTokens, money: usd } };
    },
  };
}
