import { attribute } from "../attribution/attribute.ts";
import { attributeWithModel } from "../attribution/attribute-with-model.ts";
import { NOTHING_SPENT } from "../protocol/model.ts";
import type { Attributor, Cost } from "./judged-case.ts";
import { modelFromEnvironment } from "./model/model-from-environment.ts";
import type { EvaluationOptions } from "./options.ts";

export const NO_COST: Cost = { calls: 0, inputTokens: 0, outputTokens: 0, money: 0, seconds: 0 };

/** Maximum cost of a model's answers for one case, in US dollars. A normal case costs less. */
const USD_PER_CASE = 1;

export interface Prepared {
  readonly attributor: Attributor;
}

/**
 * Returns the method's attributor, or why the method cannot run here.
 * @param openModel called only if the method needs a model
 */
export async function attributorOf(
  { method }: Pick<EvaluationOptions, "method">,
  environment: Readonly<Record<string, string | undefined>> = {},
  openModel = modelFromEnvironment,
): Promise<Prepared | { readonly missing: string }> {
  if (method === "flow") {
    return {
      attributor: async ({ graph, failed }) => ({
        attribution: attribute(graph, failed),
        cost: NO_COST,
      }),
    };
  }
  const opened = await openModel(environment);
  if ("missing" in opened) return opened;
  const use = { ...opened, method, usdPerCase: USD_PER_CASE, systemDescription: "" };
  return {
    attributor: async ({ graph, failed }) => {
      const attribution = await attributeWithModel(graph, failed, use);
      const { calls, inputTokens, outputTokens, usd, seconds } = attribution.spent ?? NOTHING_SPENT;
      return { attribution, cost: { calls, inputTokens, outputTokens, money: usd, seconds } };
    },
  };
}
