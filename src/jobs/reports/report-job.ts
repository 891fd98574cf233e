/** The job that explains a report: a model reads its cases in batches and refines one text. */

import type { CaseRepository } from "../../database/cases/case-repository.ts";
import type { GraphRepository } from "../../database/graphs/graph-repository.ts";
import type { ReportRepository } from "../../database/insights/report-repository.ts";
import type { HeldJob, JobEnd } from "../../database/jobs/job-end.ts";
import type { WebhookRepository } from "../../database/jobs/webhook-repository.ts";
import type { Explanation } from "../../protocol/api/insights/reports.ts";
import { CASES_AT_ONCE, type Draft, EMPTY_DRAFT, refine } from "../../reports/explain.ts";
import type { SystemCases } from "../../reports/read-cases.ts";
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

/** Maximum unusable answers in a row. Then the job stops asking. */
const MAX_USELESS = 3;

export const reportJob: JobHandler<ReportJobDeps> = {
  async work(deps, run) {
    if (run.model === undefined) {
      return { state: "failed", message: "No model is configured any more that may be asked." };
    }
    const { report, systems } = run.job.input as ReportJobInput;
    const writing = new Writing(deps, run, run.model, systems);
    const broken = await writing.read();
    if (broken !== undefined) return broken;
    await end(deps, run.job, { state: "done", result: report }, writing.explanation);
    return { state: "ended" };
  },

  /** The figures are complete without the explanation, so announce the report anyway. */
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

/** Reads all cases once, system by system. */
class Writing {
  readonly #deps: ReportJobDeps;
  readonly #run: JobRun;
  readonly #model: JobModel;
  readonly #systems: readonly SystemCases[];
  readonly #cases: ExplainedCases;
  readonly #written: Explanation["systems"] = [];
  readonly #notes: string[] = [];
  #steps = 0;
  #useless = 0;
  #isOver = false;

  constructor(deps: ReportJobDeps, run: JobRun, model: JobModel, systems: readonly SystemCases[]) {
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

  /** Returns an outcome if the job cannot end yet. */
  async read(): Promise<JobOutcome | undefined> {
    for (const system of this.#systems) {
      let draft = EMPTY_DRAFT;
      for (let start = 0; start < system.cases.length; start += CASES_AT_ONCE) {
        const step = await this.#step(system, draft, start);
        if ("state" in step) return step;
        draft = step;
      }
      const claims = draft.claims.map(({ title, text, cases }) => ({
        ...{ title, text, cases: [...cases] },
      }));
      this.#written.push({
        ...{ system: system.system, read: draft.read.length, of: system.of, claims },
      });
    }
    return undefined;
  }

  async #step(
    { system, cases }: SystemCases,
    draft: Draft,
    start: number,
  ): Promise<Draft | JobOutcome> {
    const isHeld = await this.#run.progress(this.#steps, this.#total);
    if (!isHeld) return { state: "ended" };
    this.#steps += 1;
    if (this.#isOver) return draft;
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

  get #total(): number {
    return this.#systems.reduce(
      (sum, { cases }) => sum + Math.ceil(cases.length / CASES_AT_ONCE),
      0,
    );
  }
}
