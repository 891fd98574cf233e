/**
 * Replays the cases of a graph as `memtrace replay` does. The service's code runs in the same
 * process.
 */
import { openCopy } from "../../../sdk/examples/memory-agent/copy.ts";
import { type Replayable, type RunOptions, replayable } from "../../../sdk/src/replay/replay.ts";
import { attribute } from "../../../src/attribution/attribute.ts";
import { discoverCases } from "../../../src/attribution/cases/discover-cases.ts";
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import type { Case } from "../../../src/protocol/api/api.ts";
import type { ReplayFacts, ReplayPlan } from "../../../src/protocol/api/replays.ts";
import { outcomeOf } from "../../../src/replay/outcome.ts";
import { planReplay } from "../../../src/replay/plan.ts";

export const exampleReplay = replayable({ open: openCopy });

/** The attributed cases of the graph. */
export function casesOf(graph: EvolutionGraph): Case[] {
  return discoverCases(graph).map((found, index): Case => {
    const attribution = attribute(graph, found);
    const { outcome, errorType, subKind, op, opName, confidence } = attribution;
    return {
      ...{ id: `case-${index}`, graph: graph.header.id, system: null, sessionCategory: null },
      ...{ origin: "verdict", query: found.query, expected: [...found.expected] },
      ...{
        prediction: found.prediction,
        state: "done",
        outcome,
        errorType,
        subKind,
        op,
        opName,
        confidence,
      },
      ...{ occurredAt: "2026-01-01T00:00:00Z", createdAt: "2026-01-01T00:00:00Z" },
      ...{
        labelState: "none",
        labelledBy: 0,
        agreement: null,
        proof: null,
        queryId: found.queryId ?? null,
      },
      ...{ predictionId: found.predictionId ?? null, evidence: [...found.evidence] },
      ...{
        correction: null,
        decisions: 0,
        judgeReason: null,
        failure: null,
        attribution,
        attributedAt: null,
        label: null,
      },
    };
  });
}

export interface Tried {
  readonly of: Case;
  readonly plan: ReplayPlan;
  readonly facts: ReplayFacts;
  readonly outcome: string;
  readonly reason: string;
}

export async function tryReplay(
  graph: EvolutionGraph,
  of: Case,
  declared: Replayable = exampleReplay,
  options: RunOptions = { client: { apiKey: "" } },
): Promise<Tried> {
  // Copy the plan through JSON, as over HTTP.
  const plan: ReplayPlan = JSON.parse(JSON.stringify(planReplay(graph, of)));
  const facts = await declared.run(plan, options);
  return { of, plan, facts, ...outcomeOf(facts, plan) };
}
