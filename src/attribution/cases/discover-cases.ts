/** The wrong answers that a graph itself knows of: failing verdicts and failing judge operations. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Operation, Variable, Verdict } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { PASSING_SCORE } from "../../protocol/events/events.ts";
import { locateAnswer, locateQuery, sameText } from "./find-query-and-answer.ts";
import { judgeStep } from "./judge-step.ts";

export interface DiscoveredCase extends FailedCase {
  readonly origin: "verdict" | "judge" | "import" | "api";
  /** Equal for the same answer to the same question, whatever it was discovered by. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
  readonly session?: string;
  readonly sessionCategory?: string;
}

/** Each failed case once; a verdict is preferred to a judge operation on the same answer. */
export function discoverCases(graph: EvolutionGraph): DiscoveredCase[] {
  const found = new Map<string, DiscoveredCase>();
  for (const verdict of graph.verdicts) {
    if (verdict.score >= PASSING_SCORE) continue;
    const discovered = caseOfVerdict(graph, verdict);
    if (!found.has(discovered.key)) found.set(discovered.key, discovered);
  }
  for (const operation of graph.operations.values()) {
    const discovered = caseOfJudge(graph, operation);
    if (discovered !== undefined && !found.has(discovered.key))
      found.set(discovered.key, discovered);
  }
  return [...found.values()];
}

function caseOfVerdict(graph: EvolutionGraph, verdict: Verdict): DiscoveredCase {
  const { query, queryId, prediction, predictionId, expected, evidence, reason } = verdict;
  const failed: FailedCase = {
    query,
    prediction,
    expected,
    evidence,
    ...(queryId === undefined ? {} : { queryId }),
    ...(predictionId === undefined ? {} : { predictionId }),
    ...(reason === undefined ? {} : { judgeReason: reason }),
  };
  return discovered(graph, failed, "verdict", verdict.at, verdict.session);
}

function caseOfJudge(graph: EvolutionGraph, operation: Operation): DiscoveredCase | undefined {
  const step = judgeStep(graph, operation);
  if (step === undefined || step.score >= PASSING_SCORE) return undefined;
  const { query, prediction, expected, reason } = step;
  const failed: FailedCase = {
    query: sameText(query.value),
    queryId: query.id,
    prediction: sameText(prediction.value),
    predictionId: prediction.id,
    expected: expected === undefined ? [] : [sameText(expected.value)],
    evidence: evidenceOf(graph, query),
    ...(expected === undefined ? {} : { expectedId: expected.id }),
    ...(reason === undefined ? {} : { judgeReason: sameText(reason.value) }),
  };
  return discovered(graph, failed, "judge", operation.startedAt ?? operation.at, operation.session);
}

/** The latest version of each message that the question's own record names. */
function evidenceOf(graph: EvolutionGraph, query: Variable): string[] {
  const names = query.metadata?.evidence;
  if (!Array.isArray(names)) return [];
  return names.flatMap((name: unknown) => {
    if (typeof name !== "string") return [];
    return graph.versionsOf(name).at(-1)?.id ?? (graph.variables.has(name) ? name : []);
  });
}

/** Completes a failed case: its identity, its place in the graph. */
export function discovered(
  graph: EvolutionGraph,
  failed: FailedCase,
  origin: DiscoveredCase["origin"],
  occurredAt: number,
  session: string | undefined,
): DiscoveredCase {
  const query = locateQuery(graph, failed, locateAnswer(graph, failed));
  const where = session ?? query?.session;
  const category = where === undefined ? undefined : graph.sessions.get(where)?.category;
  return {
    ...failed,
    ...(query === undefined ? {} : { queryId: query.id }),
    origin,
    key: JSON.stringify([sameText(failed.query), sameText(failed.prediction)]),
    occurredAt,
    ...(where === undefined ? {} : { session: where }),
    ...(category === undefined ? {} : { sessionCategory: category }),
  };
}
