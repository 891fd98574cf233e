import { attribute, trace } from "../attribution/attribute.ts";
import { attributeWithModel } from "../attribution/attribute-with-model.ts";
import { withoutGuess } from "../attribution/explain/undecided.ts";
import { consultOracle } from "../attribution/oracle/oracle.ts";
import { ALWAYS_ASKED_TRUST } from "../attribution/thresholds.ts";
import type { Attribution } from "../protocol/api/attribution.ts";
import { NOTHING_SPENT } from "../protocol/model.ts";
import { modelFromEnvironment } from "./model-from-environment.ts";
import type { EvaluationOptions, Method } from "./options.ts";
import { readJudgedTexts } from "./read-judged-texts.ts";
import { type JudgedText, type Labelled, scriptedReader } from "./scripted-reader.ts";

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

/** A case with what only a scripted reader may look at. */
export type EvaluatedCase = Omit<Labelled, "judged">;

export type Attributor = (
  evaluated: EvaluatedCase,
) => Promise<{ readonly attribution: Attribution; readonly cost: Cost }>;

export type MethodOptions = Pick<EvaluationOptions, "method"> &
  Partial<Pick<EvaluationOptions, "reader" | "judgedTexts">>;

/** The method's attributor, or the reason why it cannot run here. */
export async function attributorOf(
  { method, reader = "model", judgedTexts = "" }: MethodOptions,
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<{ attributor: Attributor } | { missing: string }> {
  if (method === "flow") {
    return {
      attributor: async ({ graph, failed }) => ({
        attribution: attribute(graph, failed),
        cost: NO_COST,
      }),
    };
  }
  if (reader === "labels") return { attributor: byLabels(method, readJudgedTexts(judgedTexts)) };
  const opened = await modelFromEnvironment(environment);
  if ("missing" in opened) return opened;
  const use = { ...opened, method, usdPerCase: USD_PER_CASE, systemDescription: "" };
  return {
    attributor: async ({ graph, failed }) => {
      const attribution = await attributeWithModel(graph, failed, use);
      const { calls, inputTokens, outputTokens, usd } = attribution.spent ?? NOTHING_SPENT;
      return { attribution, cost: { calls, inputTokens, outputTokens, money: usd } };
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
