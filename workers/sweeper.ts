import type { Database } from "../src/database/database.ts";
import { logFailure } from "../src/database/failure-log.ts";
import type { PackDatabases } from "../src/database/graphs/pack-databases.ts";
import { deleteEndedJobs, type ExpiredGraph } from "../src/database/graphs/retention.ts";
import { deleteProjects } from "../src/jobs/delete-projects.ts";
import { expireGraphs } from "../src/jobs/expire-graphs.ts";
import { dueLooks, reportsAfterAttributions } from "../src/jobs/reports/due-counts.ts";
import { issueReport } from "../src/jobs/reports/issue-report.ts";
import { lookForShift } from "../src/jobs/reports/look-for-shift.ts";
import { dueReports, findLostWork } from "../src/jobs/sweep.ts";
import type { Period } from "../src/reports/case-row.ts";
import { openDatabases } from "./databases.ts";
import type { Bindings } from "./env.ts";
import { graphObjectName } from "./graph-object.ts";
import { newId, projectRepositories, wakeDeliveries, wakeJob } from "./services.ts";

/** Minute of each hour at which due reports are made. */
const REPORT_MINUTE = 5;
/** Every so many minutes, as finding expired graphs reads the rows of all that are kept for a time. */
const EXPIRY_MINUTES = 10;
/** Ended jobs that are deleted then; the next time takes the rest. */
const MAX_ENDED_JOBS = 1_000;

/**
 * Every minute: wakes what was lost, goes on deleting projects, looks at mixes of errors and makes
 * reports where enough was attributed. Less often: deletes expired graphs and old jobs, makes scheduled
 * reports.
 */
export async function sweep(env: Bindings, scheduledAt: number): Promise<void> {
  const { database, packs } = openDatabases(env);
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
    await deleteEndedJobs(database, scheduledAt, MAX_ENDED_JOBS);
  }
  await lookForShifts(env, database, packs, scheduledAt);
  const counted = await reportsAfterAttributions(database, scheduledAt);
  await makeReports(env, database, packs, counted, "attributions", scheduledAt);
  if (minute !== REPORT_MINUTE) return;
  const due = await dueReports(database, scheduledAt);
  await makeReports(env, database, packs, due, "schedule", scheduledAt);
}

/** One that fails must not keep the others. */
async function makeReports(
  env: Bindings,
  database: Database,
  packs: PackDatabases,
  due: readonly { project: string; period: Period }[],
  trigger: "attributions" | "schedule",
  now: number,
): Promise<void> {
  for (const { project, period } of due) {
    try {
      const deps = {
        ...projectRepositories(database, packs, project),
        ...{ project, publicUrl: env.PUBLIC_URL, newId },
      };
      const { job, deliveries } = await issueReport(deps, period, trigger, now);
      if (job !== null) await wakeJob(env, project, job);
      await wakeDeliveries(env, project, deliveries);
    } catch (error) {
      logFailure("report failed", error, { project, trigger });
    }
  }
}

/** One that fails must not keep the others. */
async function lookForShifts(
  env: Bindings,
  database: Database,
  packs: PackDatabases,
  now: number,
): Promise<void> {
  for (const { project, system } of await dueLooks(database)) {
    try {
      const deps = {
        ...projectRepositories(database, packs, project),
        ...{ project, publicUrl: env.PUBLIC_URL, newId },
      };
      await wakeDeliveries(env, project, await lookForShift(deps, system, now));
    } catch (error) {
      logFailure("look at the mix of errors failed", error, { project, system });
    }
  }
}
