/** The graphs of one project that have something to attribute. */
import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { failedCase, graph } from "../schema/project.ts";
import { isBeyondWaits, isOver } from "../stored-times.ts";

/** Right answers are counted once the graph has received no pack for this long. */
const QUIET_MS = 60_000;
/** Maximum cases that are read to find their graphs. */
const CASES = 200;

/**
 * The longest waiting graphs first: graphs to search for wrong answers, then graphs with cases to
 * attribute.
 */
export async function waitingGraphs(
  database: Database,
  project: string,
  now: number,
  limit: number,
): Promise<string[]> {
  const unexamined = await database
    .select({ graph: graph.id })
    .from(graph)
    .where(
      and(
        eq(graph.project, project),
        // Must have the same wording as the index `graph_waiting`, so that SQLite uses it.
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
      .where(and(eq(failedCase.project, project), sql`${failedCase.state} = 'queued'`, isDue))
      .orderBy(failedCase.stateAt)
      .limit(CASES);
  const [due, ahead] = await database.batch([
    first(lte(failedCase.stateAt, now)),
    first(isBeyondWaits(failedCase.stateAt, now)),
  ]);
  return [...new Set([...unexamined, ...due, ...ahead].map((row) => row.graph))];
}
