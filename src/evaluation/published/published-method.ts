/**
 * The published method (arXiv 2605.28732): an agent that does not get the tracer's findings. It has
 * two variants: `graph-search` follows the graph's links, and `log-search` searches the list of
 * operations.
 */
import { investigate } from "../../attribution/agent/agent.ts";
import type { AgentVerdict } from "../../attribution/agent/verdict-form.ts";
import { MeteredModel } from "../../attribution/oracle/metered-model.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Model } from "../../protocol/model.ts";
import type { Attributor, EvaluatedVerdict } from "../judged-case.ts";
import type { PublishedMethod, PublishedOptions } from "./published-options.ts";
import { startingPoints } from "./starting-points.ts";

/**
 * Maximum number of characters in one page of a tool result. The values are those of the
 * publication.
 */
const PAGE_CHARS: Readonly<Record<PublishedMethod, number>> = {
  "graph-search": 128_000,
  "log-search": 32_000,
};
/** The method already limits steps and context, so it needs no budget. */
const NO_BUDGET = { usd: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };

export function publishedMethod(
  method: PublishedMethod,
  options: PublishedOptions,
  model: Model,
): Attributor {
  const { steps, contextTokens, waiting, prior, start } = options;
  const limits = { steps, contextTokens, waiting, pageChars: PAGE_CHARS[method] };
  return async ({ graph, failed }) => {
    const metered = new MeteredModel(model, NO_BUDGET);
    const begun = await startingPoints(graph, failed, options, metered.embed);
    const found = begun.ok
      ? await investigate(graph, metered, {
          ...{ failed, messages: begun.value, areGiven: start === "given", limits },
          strategy: method === "graph-search" ? "graph-walk" : "log-search",
          ...{ withPrior: prior, systemDescription: "", verdict: "published" },
        })
      : ({ ok: false, message: begun.fault } as const);
    const { calls, inputTokens, outputTokens, usd, seconds } = metered.spent;
    return {
      attribution: found.ok ? named(graph, found.verdict) : undecided(found.message),
      cost: { calls, inputTokens, outputTokens, money: usd, seconds },
    };
  };
}

/** The confidence of the verdict is null, because the published method gives none. */
function named(graph: EvolutionGraph, { errorType, op, reason }: AgentVerdict): EvaluatedVerdict {
  const opName = op === null ? null : (graph.operations.get(op)?.name ?? null);
  return { outcome: "attributed", errorType, op, opName, link: null, confidence: null, reason };
}

function undecided(reason: string): EvaluatedVerdict {
  return {
    ...{ outcome: "undecided", errorType: null, op: null, opName: null, link: null },
    ...{ confidence: null, reason },
  };
}
