import { and, eq, lte, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { failedCase, graph } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { isBeyondWaits, isOver } from "../stored-times.ts";

/**
 * If all new verdicts of a graph say that the answer is right, the search of this graph is not
 * urgent. It is due when no new pack was stored for this time.
 */
const QUIET_MS = 60_000;
/**
 * Maximum number of cases that each query for waiting cases reads. The query returns the graphs of
 * these cases.
 */
const CASES = 200;

interface Wanted {
  readonly now: number;
  /** Maximum number of returned graphs that must still be searched for wrong answers. */
  readonly limit: number;
  /**
   * Graphs to leave out, because their job failed a moment ago. Otherwise, they would take the
   * places of other graphs in the result.
   */
  readonly resting: readonly string[];
}

/**
 * Returns the graphs to search for wrong answers, then the graphs with cases to attribute. In both
 * groups, the graph that has waited longest comes first.
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
        // This condition must be spelled exactly as in the index `graph_waiting`. Otherwise SQLite
        // would not use the index.
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
