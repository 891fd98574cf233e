/**
 * The job that explains a report. A model reads the cases in batches and refines the explanation
 * after each batch.
 */

import type { CaseRepository } from "../../database/cases/case-repository.ts";
import type { GraphRepository } from "../../database/graphs/graph-repository.ts";
import type { ReportRepository } from "../../database/insights/report-repository.ts";
import type { HeldJob, JobEnd } from "../../database/jobs/job-end.ts";
import type { WebhookRepository } from "../../database/jobs/webhook-repository.ts";
import type { Explanation } from "../../protocol/api/insights/reports.ts";
import { CASES_AT_ONCE, type Draft, EMPTY_DRAFT, refine } from "../../reports/explain/explain.ts";
import type { SystemCases } from "../../reports/explain/read-cases.ts";
import { descriptionOf } from "../models/project-model.ts";
import {
  afterFailure,
  type JobDeps,
  type JobHandler,
  type JobModel,
  type JobOutcome,
  type JobRun,
} from "../run-job.ts";
import { ExplainedCases } from "./explained-cases.ts";
import { type ReportJobInput, tellReport } from "./issue-report.ts";

export interface ReportJobDeps extends JobDeps {
  readonly cases: CaseRepository;
  readonly graphs: GraphRepository;
  readonly reports: ReportRepository;
  readonly webhooks: WebhookRepository;
}

/**
 * Maximum number of batches for which one run asks the model. For each batch, the run opens the
 * graphs of the cases, so it makes up to 25 database statements. Cloudflare allows a thousand
 * statements per Worker invocation.
 */
const STEPS_PER_RUN = 30;

/** After this many consecutive unusable model answers, the job asks nothing more. */
const MAX_USELESS = 3;

export const reportJob: JobHandler<ReportJobDeps> = {
  async work(deps, run) {
    if (run.model === undefined) {
      return { state: "failed", message: "The project no longer has a model that may be asked." };
    }
    const { report, systems } = run.job.input as ReportJobInput;
    const begun = await deps.model.draft(run.job.id);
    const place = begun === undefined ? BEGINNING : (JSON.parse(begun) as Place);
    const writing = new Writing(deps, run, run.model, systems, place);
    const broken = await writing.read();
    if (broken !== undefined) return broken;
    await end(deps, run.job, { state: "done", result: report }, writing.explanation);
    return { state: "ended" };
  },

  /** Announces the report without an explanation, because the report's figures are complete. */
  async giveUp(deps, job, failure) {
    await end(deps, job, { state: "failed", failure }, null);
  },
};

async function end(
  deps: ReportJobDeps,
  job: JobRun["job"] & HeldJob,
  jobEnd: JobEnd,
  explanation: Explanation | null,
): Promise<void> {
  const { report } = job.input as ReportJobInput;
  const now = deps.now();
  const told = await deps.reports.find(report);
  const deliveries =
    told === undefined
      ? []
      : await tellReport(
          deps,
          { ...told, start: Date.parse(told.from), end: Date.parse(told.to) },
          now,
        );
  const isEnded = await deps.reports.explain(job, jobEnd, report, explanation, deliveries, now);
  if (isEnded) await deps.wakeDeliveries(deliveries.map(({ id }) => id));
}

/**
 * How far the job has read, and what it has written. Stored after each batch, so that the next run
 * need not open the same graphs.
 */
interface Place {
  /** Index of the memory system that is being read. `start` is the index of its next case. */
  readonly system: number;
  readonly start: number;
  readonly draft: Draft;
  readonly written: Explanation["systems"];
  readonly useless: number;
}

const BEGINNING: Place = { system: 0, start: 0, draft: EMPTY_DRAFT, written: [], useless: 0 };

/** Writes the explanation for one memory system after another. Reads each case once. */
class Writing {
  readonly #deps: ReportJobDeps;
  readonly #run: JobRun;
  readonly #model: JobModel;
  readonly #systems: readonly SystemCases[];
  readonly #cases: ExplainedCases;
  readonly #written: Explanation["systems"];
  readonly #notes: string[] = [];
  #place: Place;
  #asked = 0;
  #useless: number;
  #isOver = false;

  constructor(
    deps: ReportJobDeps,
    run: JobRun,
    model: JobModel,
    systems: readonly SystemCases[],
    place: Place,
  ) {
    this.#place = place;
    this.#written = [...place.written];
    this.#useless = place.useless;
    this.#deps = deps;
    this.#run = run;
    this.#model = model;
    this.#systems = systems;
    this.#cases = new ExplainedCases(deps);
  }

  get explanation(): Explanation {
    const { name, paid: spent } = this.#model.model;
    return { systems: this.#written, model: name, spent, notes: this.#notes };
  }

  /** Reads the cases. Returns an outcome if the job must continue in another run. */
  async read(): Promise<JobOutcome | undefined> {
    const { system: first, start: from, draft: begun } = this.#place;
    for (const [index, system] of this.#systems.entries()) {
      if (index < first) continue;
      let draft = index === first ? begun : EMPTY_DRAFT;
      let start = index === first ? from : 0;
      for (; start < system.cases.length && !this.#isOver; start += CASES_AT_ONCE) {
        if (this.#asked === STEPS_PER_RUN) return CONTINUED;
        const step = await this.#step(system, draft, start);
        if ("state" in step) return step;
        draft = step;
        await this.#save(index, start + CASES_AT_ONCE, draft);
      }
      this.#written.push(writtenOf(system, draft));
      await this.#save(index + 1, 0, EMPTY_DRAFT);
    }
    return undefined;
  }

  async #save(system: number, start: number, draft: Draft): Promise<void> {
    if (this.#isOver) return;
    const place = { system, start, draft, written: this.#written, useless: this.#useless };
    this.#place = place;
    await this.#deps.model.saveDraft(this.#run.job.id, JSON.stringify(place));
  }

  async #step(
    { system, cases }: SystemCases,
    draft: Draft,
    start: number,
  ): Promise<Draft | JobOutcome> {
    const isHeld = await this.#run.progress(this.#done, this.#total);
    if (!isHeld) return { state: "ended" };
    this.#asked += 1;
    const batch = await this.#cases.of(cases.slice(start, start + CASES_AT_ONCE));
    if (batch.length === 0) return draft;
    const description = descriptionOf(this.#model.settings, system);
    const refined = await refine(this.#model.model, { system, description }, draft, batch);
    if (refined.ok) {
      this.#useless = 0;
      return refined.value;
    }
    const failure = refined.fault;
    if (this.#model.model.limit === "job") {
      this.#stop(failure.message);
      return draft;
    }
    if (failure.reason !== "malformed") return afterFailure(failure, this.#run, this.#deps.now());
    this.#useless += 1;
    if (this.#useless >= MAX_USELESS) this.#stop(failure.message);
    return draft;
  }

  #stop(reason: string): void {
    this.#isOver = true;
    this.#notes.push(`Not all cases were read. ${reason}`);
  }

  /** Number of questions that the job's runs asked before this batch. */
  get #done(): number {
    const { system, start } = this.#place;
    const before = this.#systems.slice(0, system);
    return stepsOf(before) + Math.ceil(start / CASES_AT_ONCE);
  }

  get #total(): number {
    return stepsOf(this.#systems);
  }
}

const CONTINUED: JobOutcome = { state: "postponed", afterMs: 0, reason: null };

function stepsOf(systems: readonly SystemCases[]): number {
  return systems.reduce((sum, { cases }) => sum + Math.ceil(cases.length / CASES_AT_ONCE), 0);
}

function writtenOf({ system, of }: SystemCases, { claims, read }: Draft) {
  return {
    ...{ system, read: read.length, readCases: [...read], of },
    claims: claims.map((claim) => ({ ...claim, cases: [...claim.cases] })),
  };
}
