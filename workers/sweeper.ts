import { deleteProjects } from "../src/jobs/delete-projects.ts";
import { expireGraphs } from "../src/jobs/expire-graphs.ts";
import { issueReport } from "../src/jobs/issue-report.ts";
import { dueReports, findLostWork } from "../src/jobs/sweep.ts";
import { openDatabase } from "../src/storage/database.ts";
import { logFailure } from "../src/storage/failure-log.ts";
import type { ExpiredGraph } from "../src/storage/retention.ts";
import type { Bindings } from "./env.ts";
import { graphObjectName } from "./graph-object.ts";
import { openPackDatabases } from "./pack-databases.ts";
import { newId, projectRepositories, wakeDeliveries, wakeJob } from "./services.ts";

/** Minute of each hour at which due reports are made. */
const REPORT_MINUTE = 5;
/** Every so many minutes, as finding expired graphs reads the rows of all that are kept for a time. */
const EXPIRY_MINUTES = 10;

/**
 * Every minute: wakes what was lost, goes on deleting projects. Less often: deletes expired graphs,
 * makes the reports that are due.
 */
export async function sweep(env: Bindings, scheduledAt: number): Promise<void> {
  const database = openDatabase(env.DB);
  const packs = openPackDatabases(env, database);
  const lost = await findLostWork(database, scheduledAt);
  for (const graph of lost.graphs) await env.ATTRIBUTION_QUEUE.send(graph);
  for (const { project, job } of lost.jobs) await wakeJob(env, project, job);
  for (const { project, delivery } of lost.deliveries) {
    await wakeDeliveries(env, project, [delivery]);
  }
  const deleteGraph = async (project: string, graph: string) => {
    await env.GRAPHS.getByName(graphObjectName(project, graph)).delete();
  };
  await deleteProjects({ database, deleteGraph }, scheduledAt);
  const minute = new Date(scheduledAt).getUTCMinutes();
  if (minute % EXPIRY_MINUTES === 0) {
    const expire = async ({ project, graph, ...found }: ExpiredGraph) => {
      await env.GRAPHS.getByName(graphObjectName(project, graph)).expire(found);
    };
    await expireGraphs({ database, expire }, scheduledAt);
  }
  if (minute !== REPORT_MINUTE) return;
  for (const { project, period } of await dueReports(database, scheduledAt)) {
    try {
      const { job, deliveries } = await issueReport(
        {
          ...projectRepositories(database, packs, project),
          ...{ project, publicUrl: env.PUBLIC_URL, newId },
        },
        period,
        "schedule",
        scheduledAt,
      );
      if (job !== null) await wakeJob(env, project, job);
      await wakeDeliveries(env, project, deliveries);
    } catch (error) {
      logFailure("scheduled report failed", error, { project });
    }
  }
}
