import { projectsWithTimedRules } from "../src/database/alerts/timed-rules.ts";
import { expireEntries } from "../src/database/audit/audit-log.ts";
import { AuditRecorder } from "../src/database/audit/audit-recorder.ts";
import type { Database } from "../src/database/database.ts";
import { logFailure } from "../src/database/failure-log.ts";
import { projectsWithoutOverviews } from "../src/database/graphs/graphs-without-overview.ts";
import { deleteEndedJobs, type ExpiredGraph } from "../src/database/graphs/retention.ts";
import { LetterRepository } from "../src/database/mail/letter-repository.ts";
import { recordAlerts } from "../src/database/usage/usage-alerts.ts";
import { deleteProjects } from "../src/jobs/delete-projects.ts";
import { expireGraphs } from "../src/jobs/expire-graphs.ts";
import {
  projectsWithDueCounts,
  projectsWithDueSchedules,
} from "../src/jobs/reports/due-insights.ts";
import { findLostWork } from "../src/jobs/sweep.ts";
import { forgetAddressLinks } from "../src/tenancy/sign-in/address-links.ts";
import { forgetAttempts } from "../src/tenancy/sign-in/attempts.ts";
import { openDatabases } from "./databases.ts";
import type { Bindings } from "./env.ts";
import { graphObjectName } from "./graph-object.ts";
import { wakeDueMail } from "./mail.ts";
import type { WakeMessage } from "./messages.ts";
import { defaultPlanOf } from "./services.ts";

/** Minute of each hour at which scheduled reports are looked for. */
const REPORT_MINUTE = 5;
/** Minutes between searches for expired graphs: each reads the rows of all graphs with a retention time. */
const EXPIRY_MINUTES = 10;
/** Maximum ended jobs deleted per run. */
const MAX_ENDED_JOBS = 1_000;
/** Maximum expired entries of audit logs deleted per run. */
const MAX_EXPIRED_ENTRIES = 5_000;
/** Maximum interrupted changes recorded per run. */
const MAX_INTERRUPTED = 100;
/** Maximum ended letters deleted per run. */
const MAX_ENDED_LETTERS = 5_000;
/** Maximum messages that a queue takes in one request. */
const WAKES_AT_ONCE = 100;

/**
 * Every minute: wakes lost work, due reports, due checks of error mixes and due overviews, and continues to delete
 * projects. Less often: deletes expired graphs, old jobs, old letters and old sign-in attempts. The parts run and
 * fail independently. Work of unknown length runs in the workers of its projects.
 */
export async function sweep(env: Bindings, scheduledAt: number): Promise<void> {
  const { database } = openDatabases(env);
  const minute = new Date(scheduledAt).getUTCMinutes();
  const wakeJobs = (projects: readonly string[]) =>
    sendAll(
      env.JOB_QUEUE,
      projects.map((project) => ({ project })),
    );
  const parts: Record<string, () => Promise<unknown>> = {
    wakes: () => wakeLostWork(env, database, scheduledAt),
    mail: () => wakeDueMail(env, database, scheduledAt),
    deletions: () => goOnDeleting(env, database, scheduledAt),
    alerts: async () => wakeJobs(await projectsWithTimedRules(database, scheduledAt)),
    overviews: async () => wakeJobs(await projectsWithoutOverviews(database, scheduledAt)),
    counts: async () => wakeJobs(await projectsWithDueCounts(database)),
    ...(minute % EXPIRY_MINUTES === 0 && {
      expiry: () => expire(env, database, scheduledAt),
      jobs: () => deleteEndedJobs(database, scheduledAt, MAX_ENDED_JOBS),
      attempts: () => forgetAttempts(database, scheduledAt),
      audit: () => expireEntries(database, scheduledAt, MAX_EXPIRED_ENTRIES),
      usageAlerts: () => sendAlerts(env, database, scheduledAt),
      interrupted: () => recordInterrupted(env, database, scheduledAt),
      links: () => forgetAddressLinks(database, scheduledAt),
      letters: () => new LetterRepository(database).deleteEnded(scheduledAt, MAX_ENDED_LETTERS),
    }),
    ...(minute === REPORT_MINUTE && {
      schedule: async () => wakeJobs(await projectsWithDueSchedules(database, scheduledAt)),
    }),
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

async function sendAlerts(env: Bindings, database: Database, now: number): Promise<void> {
  const deps = { publicUrl: env.PUBLIC_URL, defaultPlan: defaultPlanOf(env) };
  const projects = await recordAlerts(database, deps, now);
  await sendAll(
    env.WEBHOOK_QUEUE,
    projects.map((project) => ({ project })),
  );
}

async function recordInterrupted(env: Bindings, database: Database, now: number): Promise<void> {
  const recorder = new AuditRecorder(database, env.PUBLIC_URL);
  const projects = await recorder.recordInterrupted(now, MAX_INTERRUPTED);
  await sendAll(
    env.WEBHOOK_QUEUE,
    projects.map((project) => ({ project })),
  );
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
