import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { datasetItem, experimentResult } from "../schema/experiments.ts";

/**
 * Statements that delete the texts of a deleted graph from datasets and experiments. They delete
 * the items that were made from the graph's cases, and the texts of the results of these items.
 * They also delete the texts of results whose answers were recorded in this graph. The results keep
 * their scores.
 */
export function withoutItemsOf(database: Database, project: string, graph: string) {
  const ofGraph = sql`select ${datasetItem.id} from ${datasetItem} where ${datasetItem.project} = ${project} and ${datasetItem.graph} = ${graph}`;
  const isOf = or(eq(experimentResult.graph, graph), sql`${experimentResult.item} in (${ofGraph})`);
  return [
    withoutTextsOf(database, project, isOf),
    database
      .delete(datasetItem)
      .where(and(eq(datasetItem.project, project), eq(datasetItem.graph, graph))),
  ] as const;
}

/** Statement that deletes the texts of the selected results. The results keep their scores. */
export function withoutTextsOf(database: Database, project: string, which: SQL | undefined) {
  return database
    .update(experimentResult)
    .set({
      ...{ answer: null, reason: null, graph: null },
      error: sql`iif(${experimentResult.error} is null, null, 'Its text was deleted.')`,
    })
    .where(and(eq(experimentResult.project, project), which));
}
