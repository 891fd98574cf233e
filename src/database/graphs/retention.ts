/** Finds graphs whose retention period is over, and deletes old jobs. */
import { and, eq, gt, inArray, isNull, lt, notExists, or, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { benchmark, benchmarkGraph } from "../schema/annotation/benchmarks.ts";
import { job } from "../schema/jobs.ts";
import { graph, project } from "../schema/project.ts";

const DAY_MS = 24 * 3_600_000;
/** Number of days after which an ended job is deleted. Its results are kept longer. */
const JOB_DAYS = 30;

export interface ExpiredGraph {
  readonly project: string;
  readonly graph: string;
  /**
   * The graph's revision when the graph was found. If the graph has another revision, it got new
   * packs. A later graph with the same id has another `createdAt`.
   */
  readonly revision: number;
  readonly createdAt: number;
}

/**
 * Returns expired graphs in random order: first one graph of each project, then a second one of
 * each, and so on. So neither a large project nor a graph that cannot be deleted delays the others.
 * The retention period starts when the graph's last pack is stored, so an old trace that was just
 * imported is not expired.
 *
 * Graphs of a frozen benchmark never expire, because the benchmark must always contain the same
 * cases. When the freezing of a benchmark begins, its graphs do not expire for one day.
 */
export async function expiredGraphs(
  database: Database,
  now: number,
  limit: number,
): Promise<ExpiredGraph[]> {
  const frozen = database
    .select({ graph: benchmarkGraph.graph })
    .from(benchmarkGraph)
    .innerJoin(benchmark, eq(benchmark.id, benchmarkGraph.benchmark))
    .where(
      and(
        eq(benchmarkGraph.project, graph.project),
        eq(benchmarkGraph.graph, graph.id),
        or(eq(benchmark.state, "frozen"), gt(benchmark.freezingAt, now - DAY_MS)),
      ),
    );
  return database
    .select({
      project: graph.project,
      graph: graph.id,
      revision: graph.revision,
      createdAt: graph.createdAt,
    })
    .from(project)
    .innerJoin(graph, eq(graph.project, project.id))
    .where(
      and(
        isNull(project.deletedAt),
        // Without a retention period, this comparison is null and selects no graph.
        lt(graph.updatedAt, sql`${now} - ${project.retentionDays} * ${DAY_MS}`),
        notExists(frozen),
      ),
    )
    .orderBy(sql`row_number() over (partition by ${graph.project} order by random())`)
    .limit(limit);
}

/**
 * Deletes jobs that ended more than `JOB_DAYS` ago.
 * @returns the number of deleted jobs, at most `limit`
 */
export async function deleteEndedJobs(
  database: Database,
  now: number,
  limit: number,
): Promise<number> {
  const old = database
    .select({ id: job.id })
    .from(job)
    // This condition must be spelled exactly as in the index `job_ended`. Otherwise SQLite would
    // not use the index.
    .where(and(sql`${job.state} in ('done', 'failed')`, lt(job.stateAt, now - JOB_DAYS * DAY_MS)))
    .limit(limit);
  const deleted = await database.delete(job).where(inArray(job.id, old)).returning({ id: job.id });
  return deleted.length;
}
