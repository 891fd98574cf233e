/** Finds the graphs of one project that wait for their attribution job. */
import { and, eq, lte, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { failedCase, graph } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { isBeyondWaits, isOver } from "../stored-times.ts";

/** A graph's right answers are counted if the graph got no pack for this long. */
const QUIET_MS = 60_000;
/** Maximum waiting cases that are read to find their graphs. */
const CASES = 200;

interface Wanted {
  readonly now: number;
  /** Maximum graphs to return that must be searched for wrong answers. */
  readonly limit: number;
  /**
   * Ids of graphs to leave out, because their job failed a moment ago. Otherwise, they would fill
   * the result in place of other graphs.
   */
  readonly resting: readonly string[];
}

/**
 * Returns the waiting graphs. Graphs to search for wrong answers come before graphs with cases to
 * attribute. Within both groups, the graph that has waited longest comes first.
 */
export async function waitingGraphs(
  database: Database,
  project: string,
  { now, limit, resting }: Wanted,
): Promise<string[]> {
  const unexamined = await database
    .select({ graph: graph.id })
    .from(graph)
    .where(
      and(
        eq(graph.project, project),
        not(isOneOf(graph.id, resting)),
        // Must be spelled exactly as in the index `graph_waiting`. Otherwise, SQLite would not use
        // the index.
        sql`max(${graph.wantedRevision}, ${graph.judgedRevision}) > max(${graph.examinedRevision}, ${graph.givenUpRevision})`,
        sql`(${graph.wantedRevision} > max(${graph.examinedRevision}, ${graph.givenUpRevision}) or ${isOver(graph.updatedAt, now, QUIET_MS)})`,
      ),
    )
    .orderBy(graph.updatedAt)
    .limit(limit);
  const first = (isDue: SQL) =>
    database
      .select({ graph: failedCase.graph })
      .from(failedCase)
      .innerJoin(graph, and(eq(graph.project, failedCase.project), eq(graph.id, failedCase.graph)))
      .where(
        and(
          eq(failedCase.project, project),
          not(isOneOf(failedCase.graph, resting)),
          sql`${failedCase.state} = 'queued'`,
          isDue,
        ),
      )
      .orderBy(failedCase.stateAt)
      .limit(CASES);
  const [due, ahead] = await database.batch([
    first(lte(failedCase.stateAt, now)),
    first(isBeyondWaits(failedCase.stateAt, now)),
  ]);
  return [...new Set([...unexamined, ...due, ...ahead].map((row) => row.graph))];
}
