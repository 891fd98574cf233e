/** The job of an export. Lists the files to export from all projects of the organization. */
import type { ExportRepository } from "../../database/privacy/export-repository.ts";
import type { ExportFile } from "../../protocol/api/privacy/exports.ts";
import type { JobDeps, JobHandler } from "../run-job.ts";

export interface ExportJobDeps extends JobDeps {
  exportsOf(organization: string): ExportRepository;
}

export interface ExportJobInput {
  readonly organization: string;
  readonly export: string;
}

export const exportJob: JobHandler<ExportJobDeps> = {
  async work(deps, { job, progress }) {
    const { organization, export: id } = job.input as ExportJobInput;
    const exports = deps.exportsOf(organization);
    const projects = await exports.projects();
    const files: ExportFile[] = [];
    for (const [index, project] of projects.entries()) {
      if (!(await progress(index, projects.length))) return { state: "ended" };
      files.push(...(await exports.filesOf(project)));
    }
    // Storing the list outside the job's transaction is safe: a repeated job computes the same
    // list.
    await exports.plan(id, files);
    await deps.jobs.end(job, { state: "done", result: id }, deps.now());
    return { state: "ended" };
  },

  async giveUp(deps, job, failure) {
    const { organization, export: id } = job.input as ExportJobInput;
    await deps.exportsOf(organization).fail(id);
    await deps.jobs.end(job, { state: "failed", failure }, deps.now());
  },
};
