import { and, eq, inArray, isNotNull, notExists, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { rightAnswer } from "../schema/annotation/answers.ts";
import { benchmark } from "../schema/annotation/benchmarks.ts";
import { dataset, experiment } from "../schema/experiments.ts";
import { judgement } from "../schema/judge.ts";
import { delivery, failedCase, graph, project, report } from "../schema/project.ts";

/** Maximum number of rows that one statement deletes. */
const ROWS_AT_ONCE = 1_000;

/**
 * Returns projects that are being deleted, in random order, so that a large project does not delay
 * the others.
 */
export function doomedProjects(database: Database, limit: number) {
  return database
    .select({ id: project.id, deletedAt: sql<number>`${project.deletedAt}` })
    .from(project)
    .where(isNotNull(project.deletedAt))
    .orderBy(sql`random()`)
    .limit(limit);
}

/**
 * Sets the time of the deletion request to `now`. The project's rows are deleted some time later,
 * because the last events that the project accepted must first be packed.
 */
export async function beginDeletion(database: Database, of: string, now: number): Promise<void> {
  await database
    .update(project)
    .set({ deletedAt: now })
    .where(and(eq(project.id, of), isNotNull(project.deletedAt)));
}

export async function someGraphs(database: Database, of: string, limit: number): Promise<string[]> {
  const rows = await database
    .select({ id: graph.id })
    .from(graph)
    .where(eq(graph.project, of))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Deletes a project's rows. Call this after all graphs of the project were deleted. The row in
 * `project` is deleted last. This row stays if the project has a graph again, because a late pack
 * was stored. After a failure, the call can be repeated.
 */
export async function deleteProjectRows(database: Database, id: string): Promise<void> {
  const own = [delivery, report, experiment, dataset, benchmark];
  for (const table of [failedCase, rightAnswer, judgement, ...own]) {
    const next = database
      .select({ id: table.id })
      .from(table)
      .where(eq(table.project, id))
      .limit(ROWS_AT_ONCE);
    let deleted: unknown[];
    do {
      deleted = await database
        .delete(table)
        .where(inArray(table.id, next))
        .returning({ id: table.id });
    } while (deleted.length === ROWS_AT_ONCE);
  }
  const graphs = database.select({ id: graph.id }).from(graph).where(eq(graph.project, id));
  await database.delete(project).where(and(eq(project.id, id), notExists(graphs)));
}

/** Returns true even while the project is being deleted. */
export async function projectExists(database: Database, id: string): Promise<boolean> {
  const rows = await database.select({ id: project.id }).from(project).where(eq(project.id, id));
  return rows.length > 0;
}
