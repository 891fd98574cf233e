/** The job that puts a report into words. */
import type { JobDeps, JobHandler } from "./run-job.ts";

export const reportJob: JobHandler<JobDeps> = {
  work: async () => ({ state: "failed", message: "No model is configured." }),
};
