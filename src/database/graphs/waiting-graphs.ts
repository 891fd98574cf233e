/** Finds the graphs of one project that wait for attribution. */
import { and, eq, lte, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { failedCase, graph } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { isBeyondWaits, isOver } from "../stored-times.ts";

/** Time without a new pack after which a graph's right answers are counted. */
const QUIET_MS = 60_000;
/** Maximum waiting cases that are read to find the graphs of these cases. */
const CASES = 200;

interface Wanted {
  readonly now: number;
  /** Maximum graphs to search for wrong answers. */
  readonly limit: number;
  /**
   * Graphs to skip, because their work failed a moment ago. Otherwise, they would displace other
   * graphs.
   */
  readonly resting: readonly string[];
}

/**
 * Returns the waiting graphs: first those to search for wrong answers, then those with cases to
 * attribute. Within each of the two groups, the graph that has waited longest comes first.
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
        // Must have the same wording as in the index `graph_waiting`, so that SQLite uses the
        // index.
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
