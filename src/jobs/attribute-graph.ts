/**
 * The attribution job of one graph: looks for wrong answers that are not cases yet, then attributes
 * the waiting cases. Safe to run twice: cases, attributions and deliveries are keyed.
 */
import { attribute } from "../attribution/attribute.ts";
import { discoverCases } from "../attribution/discovery.ts";
import { buildGraph } from "../graph/build.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Attribution, FailedCase } from "../protocol/attribution.ts";
import type { CaseRepository, CaseRow } from "../storage/case-repository.ts";
import type { GraphRepository } from "../storage/graph-repository.ts";
import { newCases } from "../storage/new-cases.ts";
import type { WebhookRepository } from "../storage/webhook-repository.ts";
import { attributionCompleted } from "../webhooks/payloads.ts";

export interface AttributionDeps {
  readonly project: string;
  readonly cases: CaseRepository;
  readonly graphs: GraphRepository;
  readonly webhooks: WebhookRepository;
  readonly publicUrl: string;
  now(): number;
  newId(prefix: string): string;
  wakeDeliveries(ids: readonly string[]): Promise<void>;
  /** Wakes the attribution of the graph once more, for the cases that are left. */
  wakeAttribution(graph: string): Promise<void>;
}

/** Cases of one job. Each takes several statements, of which an invocation has a thousand. */
const MAX_CASES = 100;

export async function attributeGraph(deps: AttributionDeps, graphId: string): Promise<void> {
  const revision = await deps.graphs.beginExamination(graphId);
  let graph: EvolutionGraph | undefined;
  const load = async () => {
    graph ??= buildGraph(graphId, await deps.graphs.events(graphId));
    return graph;
  };
  if (revision !== undefined) {
    const loaded = await load();
    const now = deps.now();
    await deps.cases.open(newCases(deps.project, loaded, discoverCases(loaded), now), now);
    await deps.graphs.endExamination(graphId, revision);
  }
  const waiting = await deps.cases.takeQueued(graphId, MAX_CASES, deps.now());
  if (waiting.length === 0) return;
  const loaded = await load();
  for (const row of waiting) await attributeCase(deps, loaded, row);
  if (waiting.length === MAX_CASES) await deps.wakeAttribution(graphId);
}

async function attributeCase(
  deps: AttributionDeps,
  graph: EvolutionGraph,
  row: CaseRow,
): Promise<void> {
  const attribution = tryAttribute(graph, row);
  const now = deps.now();
  if (!attribution.ok) {
    await deps.cases.fail(row, attribution.failure, now);
    return;
  }
  const { errorType, op, opName, confidence } = attribution.value;
  const payload = attributionCompleted(
    { baseUrl: deps.publicUrl, project: deps.project },
    { id: row.id, graph: row.graph, query: row.query, errorType, op, opName, confidence },
    now,
  );
  const deliveries = await deps.webhooks.deliveriesFor(payload, () => deps.newId("msg"), now);
  await deps.cases.complete(row.id, attribution.value, deliveries, now);
  await deps.wakeDeliveries(deliveries.map(({ id }) => id));
}

/** A fault of the tracer on one case must not cost the others theirs. */
function tryAttribute(
  graph: EvolutionGraph,
  row: CaseRow,
): { ok: true; value: Attribution } | { ok: false; failure: string } {
  try {
    return { ok: true, value: attribute(graph, failedCaseOf(row)) };
  } catch (error) {
    console.error({ message: "attribution failed", case: row.id, error: String(error) });
    return { ok: false, failure: "The attribution broke off on this case." };
  }
}

function failedCaseOf(row: CaseRow): FailedCase {
  return {
    query: row.query,
    expected: row.expected,
    prediction: row.prediction,
    evidence: row.evidence,
    ...(row.queryId === null ? {} : { queryId: row.queryId }),
    ...(row.expectedId === null ? {} : { expectedId: row.expectedId }),
    ...(row.predictionId === null ? {} : { predictionId: row.predictionId }),
    ...(row.judgeReason === null ? {} : { judgeReason: row.judgeReason }),
  };
}
