/**
 * The attribution job of one graph. It searches for new wrong answers, then attributes the waiting
 * cases. It can safely run twice, because cases, attributions and deliveries have keys.
 */
import { type JudgedAnswers, judgedInTurns } from "../../attribution/cases/discover-cases.ts";
import type { AnswerRepository } from "../../database/cases/answers/answer-repository.ts";
import { rightAnswers } from "../../database/cases/answers/right-answers.ts";
import type { StoredCaseRow } from "../../database/cases/case-views.ts";
import { newCases } from "../../database/cases/new-cases.ts";
import { logFailure } from "../../database/failure-log.ts";
import { giveWay, runGivingWay } from "../../database/giving-way.ts";
import type { GraphJob, GraphRepository } from "../../database/graphs/graph-repository.ts";
import type { StoredModelSettings } from "../../database/jobs/model-repository.ts";
import type { MemoryRepository } from "../../database/memory/memory-repository.ts";
import type { PromptRepository } from "../../database/prompts/prompt-repository.ts";
import { isStorageFailure } from "../../database/storage-failure.ts";
import { buildGraph } from "../../graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Model } from "../../protocol/model.ts";
import { replayOf } from "../../replay/is-replay.ts";
import type { ProjectRepository } from "../../tenancy/projects.ts";
import { countMemory } from "../memory/count-memory.ts";
import { attributeCase, type CaseDeps, type ModelAtHand, TURN } from "./attribute-case.ts";
import { openCorrected } from "./open-corrected.ts";
import { tracePrompts } from "./trace-prompts.ts";

export interface AttributionDeps extends CaseDeps {
  readonly graphs: GraphRepository;
  readonly prompts: PromptRepository;
  readonly memory: MemoryRepository;
  readonly answers: AnswerRepository;
  readonly settings: Pick<ProjectRepository, "get">;
  /** Undefined if the settings allow no endpoint. */
  openModel(settings: StoredModelSettings): Promise<Model | undefined>;
}

/**
 * Maximum cases of one job. Each case runs a dozen database statements, and an invocation may run a
 * thousand.
 */
const MAX_CASES = 60;
/** Maximum model calls of one job. Each runs several more statements. */
const MAX_CALLS = 60;
/** Jobs of a graph that may be lost or fail in a row before its cases are given up. */
const MAX_FAILED_JOBS = 5;
/** After this time the job starts no further case, because models are slow. */
const MAX_JOB_MS = 4 * 60_000;

export async function attributeGraph(deps: AttributionDeps, graphId: string): Promise<void> {
  const job = await deps.graphs.beginJob(graphId);
  if (job === undefined) return;
  try {
    if (job.attempts > MAX_FAILED_JOBS) {
      await giveUp(deps, graphId, job);
    } else {
      await work(deps, graphId, job);
    }
  } catch (error) {
    // The storage comes back by itself. Any other failure counts, because it may be the graph's fault.
    if (!isStorageFailure(error)) throw error;
    await deps.graphs.uncountJob(graphId).catch((failure: unknown) => {
      logFailure("job of a graph stays counted", failure, { graph: graphId });
    });
    throw error;
  }
  await deps.graphs.endJob(graphId);
}

async function work(deps: AttributionDeps, graphId: string, job: GraphJob): Promise<void> {
  let opened: { readonly revision: string | undefined; readonly graph: EvolutionGraph } | undefined;
  /**
   * Read the graph again if new events arrived, because they may be the reason for a new request.
   */
  const load = async () => {
    const revision = await deps.graphs.revision(graphId);
    if (opened !== undefined && opened.revision === revision) return opened.graph;
    const graph = (await deps.graphs.load(graphId))?.graph ?? buildGraph(graphId, []);
    opened = { revision, graph };
    if (replayOf(graph.header) === undefined)
      await tracePrompts(deps.prompts, graph, job.createdAt, deps.now());
    return graph;
  };
  const attributeTaken = async (row: StoredCaseRow) => {
    try {
      const loaded = await load();
      await giveWay();
      // Read the settings for each case, because somebody may have changed them and requested this
      // case again.
      return await attributeCase(deps, loaded, row, await modelAtHand(deps));
    } catch (error) {
      // The storage failed, not the case, so this does not count as an attempt.
      if (isStorageFailure(error)) await deps.cases.postpone(row, deps.now());
      throw error;
    }
  };
  if (job.toExamine) {
    const loaded = await load();
    const now = deps.now();
    const judged = await judgedAnswers(loaded);
    await deps.cases.open(newCases(deps.project, loaded, judged.wrong, now), now, job.createdAt);
    await openCorrected(deps, loaded, job.createdAt, judged.right);
    const right = rightAnswers(deps.project, loaded, judged.right, now);
    await deps.answers.record(graphId, job.createdAt, right);
    await deps.graphs.examined(graphId, job);
  }
  const endsBy = deps.now() + MAX_JOB_MS;
  let calls = 0;
  for (let taken = 0; taken < MAX_CASES && calls < MAX_CALLS && deps.now() < endsBy; taken++) {
    const row = await deps.cases.takeNext(graphId, job.createdAt, deps.now());
    if (row === undefined) {
      // Comes last, because the counts include which units caused wrong answers.
      if (opened?.revision !== undefined) await countMemory(deps, opened.graph, opened.revision);
      return;
    }
    const outcome = await attributeTaken(row);
    calls += outcome.calls;
    await giveWay();
    if (outcome.postponed) break;
  }
  await deps.wakeAttribution(graphId);
}

/** No answers for a replay: its answers did not go to a user. */
async function judgedAnswers(graph: EvolutionGraph): Promise<JudgedAnswers> {
  if (replayOf(graph.header) !== undefined) return { wrong: [], right: [] };
  return runGivingWay(judgedInTurns(graph), TURN);
}

async function modelAtHand({
  model,
  openModel,
}: AttributionDeps): Promise<ModelAtHand | undefined> {
  const settings = await model.settings();
  const opened = settings && (await openModel(settings));
  return opened && { model: opened, settings };
}

/** Every worker that took the graph was lost, most likely because of its memory limit, or failed. */
async function giveUp(deps: AttributionDeps, graphId: string, job: GraphJob): Promise<void> {
  const failure =
    "The graph could not be read: each worker that tried was lost or failed. Most likely the graph is larger than a worker's memory.";
  await deps.cases.failQueued(graphId, job.createdAt, failure, deps.now());
  if (job.toExamine) await deps.graphs.gaveUp(graphId, job);
}
