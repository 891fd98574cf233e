/**
 * Finds work whose wake-up was lost: queues only wake, the database knows what is to be done.
 * Everything here is repeatable; a wake-up too many finds nothing to do.
 */
import { and, eq, isNull, lt, max, min, ne, sql } from "drizzle-orm";
import { MAX_ATTEMPTS } from "../database/cases/case-repository.ts";
import type { Database } from "../database/database.ts";
import { job } from "../database/schema/jobs.ts";
import { delivery, failedCase, graph, project, report } from "../database/schema/project.ts";
import type { Period } from "../reports/case-row.ts";
import { reportDue } from "../reports/schedule.ts";

/** A wake-up normally works within seconds. */
const LOST_AFTER_MS = 60_000;
/** A job that has not ended by then was killed with its worker. */
const DEAD_AFTER_MS = 10 * 60_000;
/** Wake-ups of one sweep; the next one, a minute later, takes the rest. */
const MAX_WAKES = 500;

export interface LostWork {
  readonly graphs: { project: string; graph: string }[];
  readonly jobs: { project: string; job: string }[];
  readonly deliveries: { project: string; delivery: string }[];
}

/** Takes jobs of dead workers back into the queue, and returns what has to be woken. */
export async function findLostWork(database: Database, now: number): Promise<LostWork> {
  await database
    .update(failedCase)
    .set({
      state: sql`case when ${failedCase.attempts} >= ${MAX_ATTEMPTS} then 'failed' else 'queued' end`,
      failure: "The attribution did not end; its worker was lost.",
    })
    .where(and(eq(failedCase.state, "running"), lt(failedCase.stateAt, now - DEAD_AFTER_MS)));
  const waiting = await database
    .selectDistinct({ project: failedCase.project, graph: failedCase.graph })
    .from(failedCase)
    .where(and(eq(failedCase.state, "queued"), lt(failedCase.stateAt, now - LOST_AFTER_MS)))
    .limit(MAX_WAKES);
  const unexamined = await database
    .select({ project: graph.project, graph: graph.id })
    .from(graph)
    .where(
      and(
        sql`max(${graph.wantedRevision}, ${graph.judgedRevision}) > ${graph.examinedRevision}`,
        lt(graph.updatedAt, now - LOST_AFTER_MS),
      ),
    )
    .limit(MAX_WAKES);
  await database
    .update(job)
    .set({ state: "queued", stateAt: now })
    .where(and(sql`${job.state} = 'running'`, lt(job.stateAt, now - DEAD_AFTER_MS)));
  const jobs = await database
    .select({ project: job.project, job: job.id })
    .from(job)
    .where(and(sql`${job.state} = 'queued'`, lt(job.wakeAt, now - LOST_AFTER_MS)))
    .limit(MAX_WAKES);
  const deliveries = await database
    .select({ project: delivery.project, delivery: delivery.id })
    .from(delivery)
    .where(and(eq(delivery.state, "queued"), lt(delivery.nextAttemptAt, now - LOST_AFTER_MS)))
    .limit(MAX_WAKES);
  const graphs = new Map(
    [...waiting, ...unexamined].map((item) => [`${item.project}:${item.graph}`, item]),
  );
  return { graphs: [...graphs.values()], jobs, deliveries };
}

/** Projects whose report on a period is due: they had received something before its end. */
export async function dueReports(
  database: Database,
  now: number,
): Promise<{ project: string; period: Period }[]> {
  const reported = database
    .select({ project: report.project, end: max(report.end).as("last_end") })
    .from(report)
    .where(eq(report.trigger, "schedule"))
    .groupBy(report.project)
    .as("reported");
  const received = database
    .select({ project: graph.project, at: min(graph.createdAt).as("first_at") })
    .from(graph)
    .groupBy(graph.project)
    .as("received");
  const rows = await database
    .select({
      project: project.id,
      schedule: project.reportSchedule,
      lastEnd: reported.end,
      firstAt: received.at,
    })
    .from(project)
    .innerJoin(received, eq(received.project, project.id))
    .leftJoin(reported, eq(reported.project, project.id))
    .where(and(ne(project.reportSchedule, "off"), isNull(project.deletedAt)));
  return rows.flatMap(({ project: id, schedule, lastEnd, firstAt }) => {
    const period = reportDue(schedule, lastEnd, now);
    return period !== null && firstAt !== null && firstAt < period.to
      ? [{ project: id, period }]
      : [];
  });
}
