import { projectsWithTimedRules } from "../src/database/alerts/timed-rules.ts";
import { expireEntries } from "../src/database/audit/audit-log.ts";
import { AuditRecorder } from "../src/database/audit/audit-recorder.ts";
import { proveTallies } from "../src/database/cases/tallies/prove-tallies.ts";
import type { Database } from "../src/database/database.ts";
import { logFailure } from "../src/database/failure-log.ts";
import { projectsWithoutOverviews } from "../src/database/graphs/graphs-without-overview.ts";
import { deleteEndedJobs, type ExpiredGraph } from "../src/database/graphs/retention.ts";
import { projectsToJudge } from "../src/database/judge/due-judgements.ts";
import { LetterRepository } from "../src/database/mail/letter-repository.ts";
import { projectsToCount } from "../src/database/memory/graphs-to-count.ts";
import { projectsWithDueBounds } from "../src/database/memory/health-bounds.ts";
import { recordSweep } from "../src/database/operator/operator-status.ts";
import { expireData } from "../src/database/privacy/expire-data.ts";
import { deleteExpiredExports } from "../src/database/privacy/export-repository.ts";
import { recordAlerts } from "../src/database/usage/usage-alerts.ts";
import { addBillingEvents, sendBillingEvents } from "../src/jobs/billing/report-usage.ts";
import { deleteProjects } from "../src/jobs/delete-projects.ts";
import { expireGraphs } from "../src/jobs/expire-graphs.ts";
import { continueDeletions } from "../src/jobs/privacy/finish-deletion.ts";
import {
  projectsWithDueCounts,
  projectsWithDueSchedules,
} from "../src/jobs/reports/due-insights.ts";
import { findLostWork } from "../src/jobs/sweep.ts";
import { forgetClients } from "../src/tenancy/connections/clients.ts";
import { forgetConnections } from "../src/tenancy/connections/token-requests.ts";
import { forgetAddressLinks } from "../src/tenancy/sign-in/address-links.ts";
import { forgetAttempts } from "../src/tenancy/sign-in/attempts.ts";
import { forgetSteps } from "../src/tenancy/sign-in/steps.ts";
import { forgetSsoTraces } from "../src/tenancy/sso/sso-requests.ts";
import { openDatabases } from "./databases.ts";
import type { Bindings } from "./env.ts";
import { graphObjectName } from "./graphs/graph-name.ts";
import { wakeDueMail } from "./mail.ts";
import type { WakeMessage } from "./messages.ts";
import { billingDepsOf } from "./operation/billing.ts";
import { currentCause } from "./operation/cause.ts";
import { deleteUnusedObjects, movePacks } from "./operation/cold-packs.ts";
import { movePackDatabases, relieveFullDatabases } from "./operation/pack-moves.ts";
import { recorded, recorderOf } from "./operation/telemetry.ts";
import { deletionDeps } from "./privacy.ts";
import { defaultPlanOf } from "./services.ts";

/** Minute of each hour at which the sweep looks for due scheduled reports. */
const REPORT_MINUTE = 5;
/**
 * Minute of each hour at which the sweep prepares the events for the billing system. These events
 * report the usage of days that have ended.
 */
const BILLING_MINUTE = 25;
/**
 * Some tasks of the sweep are expensive: the search for expired graphs, for example, reads the rows
 * of all graphs with a retention period. So the sweep does them only every ten minutes.
 */
const EXPIRY_MINUTES = 10;
/** Maximum ended jobs that one run deletes. */
const MAX_ENDED_JOBS = 1_000;
/** Maximum expired audit log entries that one run deletes. */
const MAX_EXPIRED_ENTRIES = 5_000;
/** Maximum interrupted changes that one run records in the audit log. */
const MAX_INTERRUPTED = 100;
/** Maximum ended e-mails that one run deletes. */
const MAX_ENDED_LETTERS = 5_000;
/** Minute of each hour at which the sweep deletes data whose retention period has ended. */
const RETENTION_MINUTE = 25;
/** Of each kind of data with a retention period, one run deletes at most this many rows. */
const MAX_EXPIRED_ROWS = 5_000;
/** Maximum messages that a queue accepts in one request. */
const WAKES_AT_ONCE = 100;

/**
 * Runs every minute. It wakes the workers of projects that have due work, such as reports, checks
 * and counts. This includes work whose first wake-up got lost. It also continues long tasks:
 * deleting projects, comparing tallies with their rows, and moving packs to R2 and between
 * databases. In some minutes, it deletes old data, such as expired graphs, jobs, e-mails and
 * sign-in attempts.
 *
 * The tasks run in parallel, and a failed task does not stop the others. Work that can take long is
 * done by the worker of its project.
 */
export function sweep(env: Bindings, scheduledAt: number): Promise<void> {
  const work = { work: "sweep", item: new Date(scheduledAt).toISOString(), project: null } as const;
  return recorded(recorderOf(env), work, () => sweepOnce(env, scheduledAt));
}

async function sweepOnce(env: Bindings, scheduledAt: number): Promise<void> {
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
    receipts: () => continueDeletions(deletionDeps(env, database), scheduledAt),
    alerts: async () => wakeJobs(await projectsWithTimedRules(database, scheduledAt)),
    billing: () => reportUsage(env, database, minute),
    overviews: async () => wakeJobs(await projectsWithoutOverviews(database, scheduledAt)),
    bounds: async () => wakeJobs(await projectsWithDueBounds(database, scheduledAt)),
    judge: async () => wakeJobs(await projectsToJudge(database, scheduledAt)),
    memory: async () => wakeJobs(await projectsToCount(database, scheduledAt)),
    tallies: () => proveTallies(database, scheduledAt),
    counts: async () => wakeJobs(await projectsWithDueCounts(database)),
    ...(env.COLD_PACKS && { moves: () => movePacks(env, scheduledAt) }),
    databases: () => movePackDatabases(env, scheduledAt),
    ...(minute % EXPIRY_MINUTES === 0 && {
      expiry: () => expire(env, database, scheduledAt),
      jobs: () => deleteEndedJobs(database, scheduledAt, MAX_ENDED_JOBS),
      attempts: () => forgetAttempts(database, scheduledAt),
      audit: () => expireEntries(database, scheduledAt, MAX_EXPIRED_ENTRIES),
      usageAlerts: () => sendAlerts(env, database, scheduledAt),
      interrupted: () => recordInterrupted(env, database, scheduledAt),
      connections: () => forgetConnections(database, scheduledAt),
      apps: () => forgetClients(database, scheduledAt),
      steps: () => forgetSteps(database, scheduledAt),
      links: () => forgetAddressLinks(database, scheduledAt),
      sso: () => forgetSsoTraces(database, scheduledAt),
      full: () => relieveFullDatabases(env, scheduledAt),
      ...(env.COLD_PACKS && { objects: () => deleteUnusedObjects(env) }),
      letters: () => new LetterRepository(database).deleteEnded(scheduledAt, MAX_ENDED_LETTERS),
    }),
    ...(minute === RETENTION_MINUTE && {
      retention: () => expireData(database, scheduledAt, MAX_EXPIRED_ROWS),
      exports: () => deleteExpiredExports(database, scheduledAt),
    }),
    ...(minute === REPORT_MINUTE && {
      schedule: async () => wakeJobs(await projectsWithDueSchedules(database, scheduledAt)),
    }),
  };
  const failedParts: string[] = [];
  const startedAt = Date.now();
  await Promise.all(
    Object.entries(parts).map(([part, run]) =>
      run().catch((error: unknown) => {
        failedParts.push(part);
        logFailure("part of the sweep failed", error, { part });
      }),
    ),
  );
  const milliseconds = Date.now() - startedAt;
  await recordSweep(database, { startedAt: scheduledAt, milliseconds, failedParts }).catch(
    (error: unknown) => logFailure("the sweep was not recorded", error, {}),
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

/**
 * Reports usage to the billing system. The usage of a day is reported when its count is complete.
 * The search for complete counts reads all days of a month, so it runs only once an hour.
 */
async function reportUsage(env: Bindings, database: Database, minute: number): Promise<void> {
  const deps = billingDepsOf(env, database);
  if (deps === null) return;
  if (minute === BILLING_MINUTE) await addBillingEvents(deps);
  await sendBillingEvents(deps);
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
    await queue.sendBatch(some.map((wake) => ({ body: { ...wake, ...currentCause() } })));
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
