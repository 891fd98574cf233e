import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { benchmarkCase, benchmarkGraph } from "../schema/annotation/benchmarks.ts";
import { CASE_IS_GONE } from "./frozen-benchmarks.ts";

/**
 * Statements that remove the data of a deleted graph from benchmarks: the graph's row and the texts
 * of its cases. The benchmarks keep the ids of these cases.
 */
export function withoutBenchmarksOf(database: Database, project: string, graph: string) {
  return [
    database
      .delete(benchmarkGraph)
      .where(and(eq(benchmarkGraph.project, project), eq(benchmarkGraph.graph, graph))),
    database
      .update(benchmarkCase)
      .set({
        ...{ annotation: null, graph: "", refusal: CASE_IS_GONE },
        isLost: sql`${benchmarkCase.annotation} is not null`,
      })
      .where(and(eq(benchmarkCase.project, project), eq(benchmarkCase.graph, graph))),
  ] as const;
}
