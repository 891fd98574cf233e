import { attribute, trace } from "../attribution/attribute.ts";
import { attributeWithModel } from "../attribution/attribute-with-model.ts";
import { withoutGuess } from "../attribution/explain/undecided.ts";
import { consultOracle } from "../attribution/oracle/oracle.ts";
import { ALWAYS_ASKED_TRUST } from "../attribution/thresholds.ts";
import { type Model, NOTHING_SPENT, type Spent } from "../protocol/model.ts";
import type { Attributor, Cost } from "./judged-case.ts";
import { DiskCachedModel } from "./model/disk-cache.ts";
import { modelFromEnvironment } from "./model/model-from-environment.ts";
import type { EvaluationOptions, Method } from "./options.ts";
import { publishedMethod } from "./published/published-method.ts";
import { PUBLISHED_DEFAULTS } from "./published/published-options.ts";
import { readJudgedTexts } from "./read-judged-texts.ts";
import { type JudgedText, scriptedReader } from "./scripted-reader.ts";

const NO_COST: Cost = { calls: 0, inputTokens: 0, outputTokens: 0, money: 0, seconds: 0 };

/** More requests than any successful case needs. */
const USD_PER_CASE = 1;

export type MethodOptions = Pick<EvaluationOptions, "method"> &
  Partial<Pick<EvaluationOptions, "reader" | "judgedTexts" | "published" | "cache">>;

interface Prepared {
  readonly attributor: Attributor;
  /** What this run paid, if answers are kept in a folder. */
  readonly paid?: () => Spent;
}

/** The method's attributor, or the reason why it cannot run here. */
export async function attributorOf(
  options: MethodOptions,
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<Prepared | { missing: string }> {
  const { method, reader = "model", judgedTexts = "", cache } = options;
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
  if (cache === undefined) return byModel(options, opened.model);
  const cached = new DiskCachedModel(opened.model, cache);
  const made = byModel(options, cached);
  return "missing" in made ? made : { ...made, paid: () => cached.paid };
}

function byModel(
  { method, published }: MethodOptions,
  model: Model,
): Prepared | { missing: string } {
  if (method === "flow") return { missing: "The flow tracer asks no model." };
  if (method === "graph-search" || method === "log-search") {
    const how = published ?? PUBLISHED_DEFAULTS[method];
    if ((how.start === "dense" || how.start === "hybrid") && model.embed === undefined) {
      return {
        missing: `--start ${how.start} embeds the messages: set MEMTRACE_MODEL_EMBEDDINGS to an embedding model of the endpoint, or give --start sparse.`,
      };
    }
    return { attributor: publishedMethod(method, how, model) };
  }
  const use = { model, method, usdPerCase: USD_PER_CASE, systemDescription: "" };
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
