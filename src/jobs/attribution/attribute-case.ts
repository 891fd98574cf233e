/**
 * Attributes one case. One transaction stores the verdict and its webhook deliveries, so that every
 * stored verdict is announced.
 */
import { attributeInTurns } from "../../attribution/attribute.ts";
import { attributeWithModel } from "../../attribution/attribute-with-model.ts";
import type { Run } from "../../attribution/effort.ts";
import { explainTooMuch } from "../../attribution/explain/undecided.ts";
import { graphForCase, withPartNote } from "../../attribution/large/case-graph.ts";
import { tooMuchToFollow } from "../../attribution/too-much-to-follow.ts";
import { boundedTranscript } from "../../attribution/transcript.ts";
import { type CaseRepository, MAX_ATTEMPTS } from "../../database/cases/case-repository.ts";
import type { StoredCaseRow } from "../../database/cases/case-views.ts";
import { logFailure } from "../../database/failure-log.ts";
import { giveWay, runGivingWay } from "../../database/giving-way.ts";
import { findingIdOf } from "../../database/insights/record-finding.ts";
import type { ModelRepository, StoredModelSettings } from "../../database/jobs/model-repository.ts";
import type { WebhookRepository } from "../../database/jobs/webhook-repository.ts";
import { isStorageFailure } from "../../database/storage-failure.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Attribution } from "../../protocol/api/attribution.ts";
import type { TranscriptStep } from "../../protocol/api/transcript.ts";
import type { WebhookPayload } from "../../protocol/api/webhook-payloads.ts";
import type { Model } from "../../protocol/model.ts";
import { findingTitle } from "../../reports/findings.ts";
import type { Recorder } from "../../telemetry/telemetry.ts";
import { attributionCompleted, findingChanged } from "../../webhooks/payloads.ts";
import { nextAttempt } from "../../webhooks/retry-schedule.ts";
import { RememberingModel } from "../models/cached-model.ts";
import { descriptionOf } from "../models/project-model.ts";
import { failedCaseOf } from "./failed-case.ts";
import { promptsOf } from "./trace-prompts.ts";

export interface CaseDeps {
  readonly project: string;
  readonly cases: CaseRepository;
  readonly webhooks: WebhookRepository;
  readonly model: ModelRepository;
  readonly publicUrl: string;
  readonly record: Recorder;
  now(): number;
  newId(prefix: string): string;
  wakeDeliveries(ids: readonly string[]): Promise<void>;
  /** Wakes the graph's attribution job for its waiting cases. */
  wakeAttribution(graph: string, delayMs?: number): Promise<void>;
}

export interface ModelAtHand {
  readonly model: Model;
  readonly settings: StoredModelSettings;
}

export interface CaseOutcome {
  /**
   * True if the case returned to the queue. The model's answers stay cached, so the next job does
   * not pay again.
   */
  readonly postponed: boolean;
  /** Number of model answers for the case, including cached ones. */
  readonly calls: number;
}

/**
 * Maximum time for the model calls of one case in one job. If the case needs more time, another job
 * continues it. This must be shorter than the time after which `sweep.ts` treats a job as dead.
 */
const MAX_CASE_MS = 5 * 60_000;

/**
 * Maximum number of model calls for one case in one job. If the case needs more calls, another job
 * continues it. A call runs up to six database statements, and Cloudflare allows a thousand
 * statements per Worker invocation.
 */
const MAX_CASE_CALLS = 100;

/**
 * Processing this many characters takes about 0.05 seconds. Then the work pauses, so that the
 * Durable Object can handle other requests.
 */
export const TURN = 2_000_000;
const run: Run = (work) => runGivingWay(work, TURN);

export async function attributeCase(
  deps: CaseDeps,
  graph: EvolutionGraph,
  row: StoredCaseRow,
  atHand: ModelAtHand | undefined,
): Promise<CaseOutcome> {
  const steps: TranscriptStep[] = [];
  const attribution = await tryAttribute(deps, graph, row, atHand, (step) => steps.push(step));
  await giveWay();
  const now = deps.now();
  if (attribution === "postponed") {
    await deps.cases.postpone(row, now);
    return { postponed: true, calls: 0 };
  }
  if (attribution === "failed") {
    await retryOrFail(deps, row, now);
    return { postponed: false, calls: 0 };
  }
  const payloads = payloadsOf(deps, row, attribution, now);
  const deliveries = await deps.webhooks.deliveriesFor(payloads, () => deps.newId("msg"), now);
  const behind = await promptsOf(graph, attribution.op);
  await deps.cases.complete(row, attribution, deliveries, behind, now, boundedTranscript(steps));
  deps.record({
    ...{ kind: "verdict", project: deps.project, confidence: attribution.confidence ?? 0 },
    ...{ verdict: attribution.errorType ?? attribution.outcome, usd: attribution.spent?.usd ?? 0 },
  });
  await deps.wakeDeliveries(deliveries.map(({ id }) => id));
  return { postponed: false, calls: attribution.spent?.calls ?? 0 };
}

/**
 * Returns the payloads of the case's webhooks. If the case belongs to a finding, one payload says
 * that the finding was opened, and one says that it was reopened. The transaction that stores the
 * attribution delivers at most one of these two.
 */
function payloadsOf(
  { project, publicUrl }: CaseDeps,
  { id, graph, query, prediction, expected, confirmed, system }: StoredCaseRow,
  attribution: Attribution,
  now: number,
): WebhookPayload[] {
  const { errorType, opName } = attribution;
  const origin = { baseUrl: publicUrl, project };
  const finding = errorType === null ? null : findingIdOf(project, system, errorType, opName);
  const known = { query, prediction, expected: confirmed ?? expected };
  const texts = { id, graph, ...known, finding, attribution };
  const completed = attributionCompleted(origin, texts, now);
  if (errorType === null || finding === null) return [completed];
  const headline = findingTitle(errorType, opName);
  const changed = { id: finding, errorType, opName, system, headline };
  return [
    completed,
    findingChanged(origin, "finding.opened", changed, now),
    findingChanged(origin, "finding.reopened", changed, now),
  ];
}

const BROKE_OFF = "The attribution of this case stopped because of a fault on our side.";

/**
 * Queues the case for another attempt. The waiting time grows with each attempt, as for webhook
 * deliveries. After `MAX_ATTEMPTS` attempts, the case is given up.
 */
async function retryOrFail(deps: CaseDeps, row: StoredCaseRow, now: number): Promise<void> {
  const dueAt = row.attempts < MAX_ATTEMPTS ? nextAttempt(row.attempts, now, 0) : null;
  if (dueAt === null) return deps.cases.fail(row, BROKE_OFF, now);
  await deps.cases.retry(row, BROKE_OFF, dueAt);
  await deps.wakeAttribution(row.graph, dueAt - now);
}

/**
 * Attributes one case. If this fails, the function logs the error and returns `failed`, so that the
 * other cases continue.
 * @throws if the storage fails, because then every other case would fail too
 */
async function tryAttribute(
  deps: CaseDeps,
  graph: EvolutionGraph,
  row: StoredCaseRow,
  atHand: ModelAtHand | undefined,
  record: (step: TranscriptStep) => void,
): Promise<Attribution | "postponed" | "failed"> {
  const failed = failedCaseOf(row);
  try {
    const read = await run(graphForCase(graph, failed));
    const obstacle = tooMuchToFollow(read.graph);
    if (obstacle !== undefined) return explainTooMuch(failed.evidence, obstacle);
    if (atHand === undefined)
      return withPartNote(await run(attributeInTurns(read.graph, failed)), read);
    const { usdPerCase, usdPerDay, tokensPerCase, agentSteps, agentContextTokens } =
      atHand.settings;
    const systemDescription = descriptionOf(atHand.settings, row.system);
    const model = new RememberingModel({
      ...{ model: atHand.model, repository: deps.model, scope: { graph: row.graph }, usdPerDay },
      ...{ until: deps.now() + MAX_CASE_MS, callsAtMost: MAX_CASE_CALLS, now: deps.now },
    });
    const use = {
      ...{ model, usdPerCase, tokensPerCase, systemDescription, method: "hybrid" as const },
      ...{ limits: { steps: agentSteps, contextTokens: agentContextTokens }, run, record },
    };
    const attribution = await attributeWithModel(read.graph, failed, use);
    return model.limit === "time" ? "postponed" : withPartNote(attribution, read);
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    logFailure("attribution failed", error, { case: row.id });
    return "failed";
  }
}
