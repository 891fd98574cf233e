import { logFailure } from "../src/database/failure-log.ts";
import { openModel } from "../src/jobs/models/project-model.ts";
import { optimizationJob } from "../src/jobs/optimization/optimization-job.ts";
import { reportJob } from "../src/jobs/reports/report-job.ts";
import { runJob } from "../src/jobs/run-job.ts";
import { openDatabases } from "./databases.ts";
import type { Bindings } from "./env.ts";
import type { JobMessage } from "./messages.ts";
import { modelDeps, newId, projectRepositories, wakeDeliveries, wakeJob } from "./services.ts";

/** What each kind of job does. */
const HANDLERS = { report: reportJob, optimization: optimizationJob };

/** A failed message comes again, then the job is swept up. */
export async function consumeJobs(batch: MessageBatch<JobMessage>, env: Bindings): Promise<void> {
  const { database, packs } = openDatabases(env);
  for (const message of batch.messages) {
    const { project, job } = message.body;
    const deps = {
      ...projectRepositories(database, packs, project),
      ...{ project, publicUrl: env.PUBLIC_URL, now: Date.now, newId },
      openModel: (settings: Parameters<typeof openModel>[0]) => openModel(settings, modelDeps(env)),
      wakeJob: (id: string, delayMs: number) => wakeJob(env, project, id, delayMs),
      wakeDeliveries: (ids: readonly string[]) => wakeDeliveries(env, project, ids),
    };
    try {
      await runJob<typeof deps>(deps, HANDLERS, job);
      message.ack();
    } catch (error) {
      logFailure("job could not be run", error, { project, job });
      message.retry({ delaySeconds: 5 * message.attempts });
    }
  }
}
