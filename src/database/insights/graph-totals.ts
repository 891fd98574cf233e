import { desc, type SQL, sql } from "drizzle-orm";
import type { GraphTotals } from "../../reports/overview.ts";
import type { Database } from "../database.ts";
import { graph } from "../schema/project.ts";

/** Maximum number of listed memory systems. */
const MAX_SYSTEMS = 50;

export async function graphTotals(
  database: Database,
  where: SQL | undefined,
): Promise<GraphTotals> {
  const [sums, systems] = await database.batch([
    database
      .select({
        graphs: sql<number>`count(*)`,
        sessions: sql<number>`coalesce(sum(${graph.sessions}), 0)`,
        operations: sql<number>`coalesce(sum(${graph.operations}), 0)`,
      })
      .from(graph)
      .where(where),
    database
      .select({ key: graph.system, graphs: sql<number>`count(*)` })
      .from(graph)
      .where(where)
      .groupBy(graph.system)
      .orderBy(desc(sql`count(*)`), graph.system)
      .limit(MAX_SYSTEMS),
  ]);
  const { graphs = 0, sessions = 0, operations = 0 } = sums[0] ?? {};
  return { graphs, sessions, operations, systems };
}
