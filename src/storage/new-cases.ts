/** From what was found in a graph to rows. */
import type { DiscoveredCase } from "../attribution/discovery.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Label } from "../protocol/api.ts";
import { caseIdOf } from "./case-id.ts";
import type { NewCase } from "./case-repository.ts";

/** A found case, with the label that came with it where there is one. */
export type FoundCase = DiscoveredCase & { readonly label?: Label | null };

export function newCases(
  project: string,
  graph: EvolutionGraph,
  found: readonly FoundCase[],
  now: number,
): NewCase[] {
  return found.map((item) => ({
    id: caseIdOf(project, graph.header.id, item.key),
    graph: graph.header.id,
    origin: item.origin,
    query: item.query,
    queryId: item.queryId ?? null,
    expected: [...item.expected],
    expectedId: item.expectedId ?? null,
    prediction: item.prediction,
    predictionId: item.predictionId ?? null,
    evidence: [...item.evidence],
    judgeReason: item.judgeReason ?? null,
    system: graph.header.system ?? null,
    sessionCategory: item.sessionCategory ?? null,
    occurredAt: item.occurredAt,
    createdAt: now,
    label: item.label ?? null,
  }));
}
