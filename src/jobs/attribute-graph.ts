/**
 * The attribution job of one graph: looks for wrong answers that are not cases yet, then attributes
 * the waiting cases. Safe to run twice: cases, attributions and deliveries are keyed.
 */
import { attribute } from "../attribution/attribute.ts";
import { discoverCases } from "../attribution/discovery.ts";
import { buildGraph } from "../graph/build.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Attribution, FailedCase } from "../protocol/attribution.ts";
import type { CaseRepository } from "../storage/case-repository.ts";
import type { CaseRow } from "../storage/case-views.ts";
import { logFailure } from "../storage/failure-log.ts";
import type { GraphJob, GraphRepository } from "../storage/graph-repository.ts";
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
/** Jobs of a graph that may be lost one after the other, before its cases are given up on. */
const MAX_LOST_JOBS = 5;

export async function attributeGraph(deps: AttributionDeps, graphId: string): Promise<void> {
  const job = await deps.graphs.beginJob(graphId);
  if (job === undefined) return;
  if (job.attempts > MAX_LOST_JOBS) {
    await giveUp(deps, graphId, job);
  } else {
    await work(deps, graphId, job);
  }
  await deps.graphs.endJob(graphId);
}

async function work(deps: AttributionDeps, graphId: string, job: GraphJob): Promise<void> {
  let graph: EvolutionGraph | undefined;
  const load = async () => {
    graph ??= (await deps.graphs.load(graphId)) ?? buildGraph(graphId, []);
    return graph;
  };
  if (job.toExamine) {
    const loaded = await load();
    const now = deps.now();
    const found = newCases(deps.project, loaded, discoverCases(loaded), now);
    await deps.cases.open(found, now, job.createdAt);
    await deps.graphs.examined(graphId, job);
  }
  for (let taken = 0; taken < MAX_CASES; taken++) {
    const row = await deps.cases.takeNext(graphId, job.createdAt, deps.now());
    if (row === undefined) return;
    await attributeCase(deps, await load(), row);
  }
  await deps.wakeAttribution(graphId);
}

/** Every worker that took the graph was lost, most likely for want of memory. */
async function giveUp(deps: AttributionDeps, graphId: string, job: GraphJob): Promise<void> {
  const failure = "The graph could not be read; it is larger than a worker's memory allows.";
  await deps.cases.failQueued(graphId, job.createdAt, failure, deps.now());
  await deps.graphs.examined(graphId, job);
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
  await deps.cases.complete(row, attribution.value, deliveries, now);
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
    logFailure("attribution failed", error, { case: row.id });
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
