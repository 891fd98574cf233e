/**
 * The attribution job of one graph: opens cases for new wrong answers, then attributes the waiting
 * cases. Running twice is safe, because unique keys prevent double storage.
 */
import { type JudgedAnswers, judgedInTurns } from "../../attribution/cases/discover-cases.ts";
import type { AnswerRepository } from "../../database/cases/answers/answer-repository.ts";
import { rightAnswers } from "../../database/cases/answers/right-answers.ts";
import type { StoredCaseRow } from "../../database/cases/case-views.ts";
import { newCases } from "../../database/cases/new-cases.ts";
import { PacksLost } from "../../database/cold/packs-lost.ts";
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
  /** Undefined if none of the configured endpoints is allowed. */
  openModel(settings: StoredModelSettings): Promise<Model | undefined>;
}

/**
 * One job attributes at most this many cases. A case runs about twelve database statements, and a
 * model call up to six. With `MAX_CALLS`, this makes about nine hundred statements. Cloudflare
 * allows a thousand per Worker invocation.
 */
const MAX_CASES = 50;
/** The job takes no further case after this many model calls. */
const MAX_CALLS = 50;
/**
 * After this many consecutive jobs that failed or were killed together with their worker, the
 * graph's waiting cases are given up.
 */
const MAX_FAILED_JOBS = 5;
/** After this time, the job takes no further case, because a Worker invocation must end. */
const MAX_JOB_MS = 4 * 60_000;

export async function attributeGraph(deps: AttributionDeps, graphId: string): Promise<void> {
  const job = await deps.graphs.beginJob(graphId);
  if (job === undefined) return;
  try {
    if (job.attempts > MAX_FAILED_JOBS) {
      await giveUp(deps, graphId, job, UNREADABLE);
    } else {
      await work(deps, graphId, job);
    }
  } catch (error) {
    if (error instanceof PacksLost) {
      logFailure("packs are lost", error, { graph: graphId });
      await giveUp(deps, graphId, job, error.message);
      return deps.graphs.endJob(graphId);
    }
    // After too many failed jobs, the graph is given up. A storage failure does not count, because
    // a later job can succeed with the same graph. Any other failure can be caused by the graph.
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
  /** Loads the graph again if new events came, because they can change the result. */
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
      // Read the model's settings for each case. A person can change them while the job runs, and
      // then request another attribution with the new settings.
      return await attributeCase(deps, loaded, row, await modelAtHand(deps));
    } catch (error) {
      // A storage failure is not the fault of the attribution. So do not count the attempt.
      if (isStorageFailure(error)) await deps.cases.postpone(row, deps.now());
      if (error instanceof PacksLost) await deps.cases.fail(row, error.message, deps.now());
      throw error;
    }
  };
  let examined: string | undefined;
  if (job.toExamine) {
    const loaded = await load();
    examined = opened?.revision;
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
      // The memory figures include how many units caused wrong answers. So compute the figures only
      // now, when no due case of the graph is left.
      if (opened?.revision !== undefined)
        await countMemory(deps, opened.graph, opened.revision, opened.revision === examined);
      return;
    }
    const outcome = await attributeTaken(row);
    calls += outcome.calls;
    await giveWay();
    if (outcome.postponed) break;
  }
  await deps.wakeAttribution(graphId);
}

/** Ignores replays, because no user received their answers. */
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

const UNREADABLE =
  "The graph could not be read: each worker that tried was lost or failed. Most likely the graph is larger than a worker's memory.";

async function giveUp(
  deps: AttributionDeps,
  graphId: string,
  job: GraphJob,
  failure: string,
): Promise<void> {
  await deps.cases.failQueued(graphId, job.createdAt, failure, deps.now());
  if (job.toExamine) await deps.graphs.gaveUp(graphId, job);
}
