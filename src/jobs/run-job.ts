/**
 * Runs a job. If the job cannot finish within one call, a later call runs it again. Repeated or
 * parallel calls are safe, because only one worker at a time holds a job. A running job stores only
 * its progress and the model's answers. Its result is stored in one transaction.
 */

import { PacksLost } from "../database/cold/packs-lost.ts";
import { logFailure } from "../database/failure-log.ts";
import type { JobRepository, JobRow } from "../database/jobs/job-repository.ts";
import type { ModelRepository, StoredModelSettings } from "../database/jobs/model-repository.ts";
import { isStorageFailure } from "../database/storage-failure.ts";
import type { JobKind } from "../protocol/api/jobs.ts";
import type { Model, ModelFailure } from "../protocol/model.ts";
import { RememberingModel } from "./models/cached-model.ts";

export interface JobDeps {
  readonly project: string;
  readonly jobs: JobRepository;
  readonly model: ModelRepository;
  readonly publicUrl: string;
  now(): number;
  newId(prefix: string): string;
  /** Undefined if none of the configured endpoints is allowed. */
  openModel(settings: StoredModelSettings): Promise<Model | undefined>;
  wakeJob(id: string, delayMs: number): Promise<void>;
  wakeDeliveries(ids: readonly string[]): Promise<void>;
}

/** The project's model, opened for one job. Its answers are cached until the job ends. */
export interface JobModel {
  /** `model.paid` is the cost of all runs of the job. */
  readonly model: RememberingModel;
  readonly settings: StoredModelSettings;
}

export interface JobRun {
  readonly job: JobRow;
  /** Undefined if the project has no allowed endpoint. */
  readonly model: JobModel | undefined;
  /**
   * @returns false if another worker now holds the job; the handler must then stop and write
   *   nothing
   */
  progress(done: number, total: number): Promise<boolean>;
}

export type JobOutcome =
  /** The handler has ended the job with `endJob`, or another worker now holds the job. */
  | { readonly state: "ended" }
  /**
   * A later run starts from the beginning, with cached answers for the questions that were already
   * asked.
   */
  | {
      readonly state: "postponed";
      readonly afterMs: number;
      readonly reason: string | null;
      /** Start of the model's outage. Null if the model answers. */
      readonly failingSince?: number | null;
    }
  | { readonly state: "failed"; readonly message: string };

export interface JobHandler<Deps extends JobDeps> {
  work(deps: Deps, run: JobRun): Promise<JobOutcome>;
  /**
   * Ends a job that cannot succeed. This method must call `endJob`. If a handler does not have this
   * method, `runJob` only sets the job's state to `failed`.
   */
  giveUp?(deps: Deps, job: JobRow, message: string): Promise<void>;
}

export type JobHandlers<Deps extends JobDeps> = Readonly<Record<JobKind, JobHandler<Deps>>>;

/** After this time, a run asks the model nothing more. */
const MAX_RUN_MS = 4 * 60_000;
/**
 * Maximum number of questions that one run asks the model. For each question, the run makes four
 * database statements. Cloudflare allows a thousand statements per Worker invocation.
 */
const MAX_RUN_CALLS = 100;
/** After this many runs that failed or were killed with their worker, the job is given up. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 30_000;
const STORAGE_RETRY_MS = 60_000;
const LOST = "The job did not end; its worker was lost each time.";
const NO_STORAGE = "The service's storage did not answer.";
const BROKE_OFF = "The job stopped because of a fault on our side.";

export async function runJob<Deps extends JobDeps>(
  deps: Deps,
  handlers: JobHandlers<Deps>,
  id: string,
): Promise<void> {
  const job = await deps.jobs.take(id, deps.now());
  if (job === undefined) return;
  const handler = handlers[job.kind];
  if (job.attempts > MAX_ATTEMPTS) return giveUp(deps, handler, job, LOST);
  const model = await modelFor(deps, job);
  const run = {
    ...{ job, model },
    progress: (done: number, total: number) => deps.jobs.progress(job, { done, total }, deps.now()),
  };
  const outcome = await work(deps, handler, run);
  if (outcome === "broke off") {
    const isLast = job.attempts === MAX_ATTEMPTS;
    if (isLast) return giveUp(deps, handler, job, BROKE_OFF);
    await deps.jobs.retry(job, deps.now() + RETRY_MS, BROKE_OFF, deps.now());
    await deps.wakeJob(job.id, RETRY_MS);
  } else if (outcome.state === "postponed") {
    const { afterMs, reason, failingSince = null } = outcome;
    await deps.jobs.postpone(
      job,
      { until: deps.now() + afterMs, reason, failingSince },
      deps.now(),
    );
    await deps.wakeJob(job.id, afterMs);
  } else if (outcome.state === "failed") {
    await giveUp(deps, handler, job, outcome.message);
  }
}

async function work<Deps extends JobDeps>(
  deps: Deps,
  handler: JobHandler<Deps>,
  run: JobRun,
): Promise<JobOutcome | "broke off"> {
  try {
    return await handler.work(deps, run);
  } catch (error) {
    logFailure("job failed", error, { job: run.job.id });
    if (isStorageFailure(error)) {
      return { state: "postponed", afterMs: STORAGE_RETRY_MS, reason: NO_STORAGE };
    }
    // Do not retry, because the packs would still be missing.
    if (error instanceof PacksLost) return { state: "failed", message: error.message };
    return "broke off";
  }
}

async function giveUp<Deps extends JobDeps>(
  deps: Deps,
  handler: JobHandler<Deps>,
  job: JobRow,
  message: string,
): Promise<void> {
  try {
    if (handler.giveUp !== undefined) return await handler.giveUp(deps, job, message);
  } catch (error) {
    // Throw the error, so that the sweep starts the job again. But if the job has used up its
    // attempts, end it without its handler. Otherwise it would stay in the queue forever.
    if (job.attempts <= MAX_ATTEMPTS) throw error;
    logFailure("job could not be given up", error, { job: job.id });
  }
  await deps.jobs.end(job, { state: "failed", failure: message }, deps.now());
}

async function modelFor(deps: JobDeps, job: JobRow): Promise<JobModel | undefined> {
  const settings = await deps.model.settings();
  if (settings === undefined) return undefined;
  const model = await deps.openModel(settings);
  if (model === undefined) return undefined;
  const { usdPerDay, usdPerJob } = settings;
  const remembering = new RememberingModel({
    ...{ model, repository: deps.model, scope: { job: job.id }, now: deps.now },
    ...{ usdPerDay, usdAtMost: usdPerJob, paidBefore: job.spent },
    ...{ until: deps.now() + MAX_RUN_MS, callsAtMost: MAX_RUN_CALLS },
  });
  return { model: remembering, settings };
}

const DAY_MS = 24 * 3_600_000;
/** After a model outage of this length, the job is given up. */
const MAX_OUTAGE_MS = DAY_MS;
/** Maximum age of a job, including days on which it waits for the daily budget. */
const MAX_AGE_MS = 3 * DAY_MS;
const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 30 * 60_000;

/**
 * Decides what happens to a job after a question to the model failed: the job continues in another
 * run, waits, or fails. If the model's answer was malformed, the job fails. A handler that should
 * continue after malformed answers must not call this function for them.
 */
export function afterFailure(
  { reason, message }: ModelFailure,
  { job, model }: JobRun,
  now: number,
): JobOutcome {
  const age = Math.max(0, now - job.createdAt);
  const hasAnswered = model !== undefined && model.model.paid.calls > job.spent.calls;
  const failingSince = hasAnswered ? null : job.failingSince;
  if (model?.model.limit === "time") {
    if (age < MAX_AGE_MS) return { state: "postponed", afterMs: 0, reason: null, failingSince };
    return { state: "failed", message: "It was not done within three days." };
  }
  if (model?.model.limit === "day" && age < MAX_AGE_MS) {
    return { state: "postponed", afterMs: DAY_MS - (now % DAY_MS), reason: message };
  }
  const outage = Math.max(0, now - (failingSince ?? now));
  const isTemporary = reason === "unavailable" || reason === "rate_limited";
  if (!isTemporary || outage >= MAX_OUTAGE_MS) return { state: "failed", message };
  const afterMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, outage));
  return { state: "postponed", afterMs, reason: message, failingSince: now - outage };
}
