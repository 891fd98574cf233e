/** The ways to attribute a case, behind one function. */
import { attribute } from "../attribution/attribute.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Attribution, FailedCase } from "../protocol/attribution.ts";

export const METHODS = ["flow", "oracle", "agent", "hybrid"] as const;
export type Method = (typeof METHODS)[number];

/** What a verdict cost at the model's endpoint. */
export interface Cost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In the currency of the endpoint's price. */
  readonly money: number;
}

export const NO_COST: Cost = { calls: 0, inputTokens: 0, outputTokens: 0, money: 0 };

export type Attributor = (
  graph: EvolutionGraph,
  failed: FailedCase,
) => Promise<{ readonly attribution: Attribution; readonly cost: Cost }>;

/** The method's attributor, or why it cannot run here. */
export function attributorOf(method: Method): { attributor: Attributor } | { missing: string } {
  if (method === "flow") {
    return {
      attributor: async (graph, failed) => ({
        attribution: attribute(graph, failed),
        cost: NO_COST,
      }),
    };
  }
  return {
    missing: `--method ${method} asks a model, and this version has no model client yet; use --method flow.`,
  };
}
