import { attribute, trace } from "../attribution/attribute.ts";
import { attributeWithModel } from "../attribution/attribute-with-model.ts";
import { withoutGuess } from "../attribution/explain/undecided.ts";
import { consultOracle } from "../attribution/oracle/oracle.ts";
import { ALWAYS_ASKED_TRUST } from "../attribution/thresholds.ts";
import { NOTHING_SPENT } from "../protocol/model.ts";
import type { Attributor, Cost } from "./judged-case.ts";
import { modelFromEnvironment } from "./model/model-from-environment.ts";
import type { EvaluationOptions, Method } from "./options.ts";
import { readJudgedTexts } from "./read-judged-texts.ts";
import { type JudgedText, scriptedReader } from "./scripted-reader.ts";

const NO_COST: Cost = { calls: 0, inputTokens: 0, outputTokens: 0, money: 0, seconds: 0 };

/** More requests than any successful case needs. */
const USD_PER_CASE = 1;

export type MethodOptions = Pick<EvaluationOptions, "method"> &
  Partial<Pick<EvaluationOptions, "reader" | "judgedTexts">>;

export interface Prepared {
  readonly attributor: Attributor;
}

/**
 * The method's attributor, or the reason why it cannot run here.
 * @param openModel opens the model, if the method asks one
 */
export async function attributorOf(
  { method, reader = "model", judgedTexts = "" }: MethodOptions,
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
  if (reader === "labels") return { attributor: byLabels(method, readJudgedTexts(judgedTexts)) };
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

/** The questions of the oracle, answered from the labels. A case without a label asks nothing. */
function byLabels(method: Method, judged: JudgedText): Attributor {
  return async (evaluated) => {
    const first = trace(evaluated.graph, evaluated.failed);
    const read = scriptedReader({ ...evaluated, judged }) ?? (async () => undefined);
    const maxTrust = method === "oracle" ? ALWAYS_ASKED_TRUST : 1;
    const { attribution, answers } = await consultOracle(first, { read, maxTrust });
    const verdict = { ...withoutGuess(attribution), answers: [...answers] };
    return { attribution: verdict, cost: { ...NO_COST, calls: answers.length } };
  };
}
