import type { Database } from "../src/database/database.ts";
import { logFailure } from "../src/database/failure-log.ts";
import type { PackDatabases } from "../src/database/graphs/pack-databases.ts";
import { deleteEndedJobs, type ExpiredGraph } from "../src/database/graphs/retention.ts";
import { deleteProjects } from "../src/jobs/delete-projects.ts";
import { expireGraphs } from "../src/jobs/expire-graphs.ts";
import { detectShift } from "../src/jobs/reports/detect-shift.ts";
import { dueLooks, reportsAfterAttributions } from "../src/jobs/reports/due-counts.ts";
import { issueReport } from "../src/jobs/reports/issue-report.ts";
import { dueReports, findLostWork } from "../src/jobs/sweep.ts";
import type { Period } from "../src/reports/case-row.ts";
import { forgetAttempts } from "../src/tenancy/sign-in/attempts.ts";
import { openDatabases } from "./databases.ts";
import type { Bindings } from "./env.ts";
import { graphObjectName } from "./graph-object.ts";
import type { WakeMessage } from "./messages.ts";
import { newId, projectRepositories, wakeDeliveries, wakeJob } from "./services.ts";

/** Minute of each hour at which due reports are made. */
const REPORT_MINUTE = 5;
/** Minutes between searches for expired graphs: each reads the rows of all graphs with a retention time. */
const EXPIRY_MINUTES = 10;
/** Maximum ended jobs deleted per run. */
const MAX_ENDED_JOBS = 1_000;
/** Maximum messages that a queue takes in one request. */
const WAKES_AT_ONCE = 100;

/**
 * Every minute: wakes lost work, continues to delete projects, checks error mixes, and makes reports
 * for projects with enough new attributions. Less often: deletes expired graphs, old jobs and old
 * sign-in attempts, and makes scheduled reports. The parts run and fail independently.
 */
export async function sweep(env: Bindings, scheduledAt: number): Promise<void> {
  const { database, packs } = openDatabases(env);
  const minute = new Date(scheduledAt).getUTCMinutes();
  const reports = async (trigger: "attributions" | "schedule", due: typeof dueReports) =>
    makeReports(env, database, packs, await due(database, scheduledAt), trigger, scheduledAt);
  const parts: Record<string, () => Promise<unknown>> = {
    wakes: () => wakeLostWork(env, database, scheduledAt),
    deletions: () => goOnDeleting(env, database, scheduledAt),
    shifts: () => lookForShifts(env, database, packs, scheduledAt),
    reports: () => reports("attributions", reportsAfterAttributions),
    ...(minute % EXPIRY_MINUTES === 0 && {
      expiry: () => expire(env, database, scheduledAt),
      jobs: () => deleteEndedJobs(database, scheduledAt, MAX_ENDED_JOBS),
      attempts: () => forgetAttempts(database, scheduledAt),
    }),
    ...(minute === REPORT_MINUTE && { schedule: () => reports("schedule", dueReports) }),
  };
  await Promise.all(
    Object.entries(parts).map(([part, run]) =>
      run().catch((error: unknown) => logFailure("part of the sweep failed", error, { part })),
    ),
  );
}

async function wakeLostWork(env: Bindings, database: Database, now: number): Promise<void> {
  const { graphs, jobs, deliveries } = await findLostWork(database, now);
  await sendAll(env.ATTRIBUTION_QUEUE, graphs);
  await sendAll(env.JOB_QUEUE, jobs);
  await sendAll(env.WEBHOOK_QUEUE, deliveries);
}

async function sendAll(queue: Queue<WakeMessage>, wakes: readonly WakeMessage[]): Promise<void> {
  for (let start = 0; start < wakes.length; start += WAKES_AT_ONCE) {
    const some = wakes.slice(start, start + WAKES_AT_ONCE);
    await queue.sendBatch(some.map((body) => ({ body })));
  }
}

async function goOnDeleting(env: Bindings, database: Database, now: number): Promise<void> {
  const deleteGraph = async (project: string, graph: string) => {
    await env.GRAPHS.getByName(graphObjectName(project, graph)).delete();
  };
  await deleteProjects({ database, deleteGraph }, now);
}

async function expire(env: Bindings, database: Database, now: number): Promise<void> {
  const expireOne = async ({ project, graph, ...found }: ExpiredGraph) => {
    await env.GRAPHS.getByName(graphObjectName(project, graph)).expire(found);
  };
  await expireGraphs({ database, expire: expireOne }, now);
}

/** Continues with the others after one fails. */
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
      const issued = await issueReport(deps, period, trigger, now);
      if (issued === undefined) continue;
      const { job, deliveries } = issued;
      if (job !== null) await wakeJob(env, project);
      await wakeDeliveries(env, project, deliveries);
    } catch (error) {
      logFailure("report failed", error, { project, trigger });
    }
  }
}

/** Continues with the others after one fails. */
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
      await wakeDeliveries(env, project, await detectShift(deps, system, now));
    } catch (error) {
      logFailure("look at the mix of errors failed", error, { project, system });
    }
  }
}
