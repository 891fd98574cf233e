import { and, eq, inArray, or, sql } from "drizzle-orm";
import { withoutBenchmarksOf } from "../benchmarks/benchmarks-of-graph.ts";
import { withoutLostKinds } from "../cases/tallies/lost-kinds.ts";
import { deleteObjectsOf } from "../cold/delete-objects.ts";
import type { Database } from "../database.ts";
import { withoutItemsOf } from "../experiments/items-of-graph.ts";
import { withoutLostFindings } from "../insights/record-finding.ts";
import {
  withoutLostNames,
  withoutLostQuotes,
  withoutLostUsers,
} from "../insights/redact-reports.ts";
import { answerScope } from "../jobs/model-repository.ts";
import { withoutLostPrompts, withoutVersionsOf } from "../prompts/prompt-traces.ts";
import { rightAnswer } from "../schema/annotation/answers.ts";
import { job } from "../schema/jobs.ts";
import { judgement } from "../schema/judge.ts";
import { modelAnswer } from "../schema/model.ts";
import { delivery, failedCase, graph, pack } from "../schema/project.ts";
import { publicLink } from "../schema/sharing.ts";
import type { PackPlaces } from "./pack-databases.ts";

/**
 * Maximum number of packs that one statement deletes. A pack has up to 2 MB, and D1 stops a
 * statement after some seconds.
 */
const PACKS_AT_ONCE = 100;

/**
 * Deletes everything of a graph: its row, cases, packs, deliveries, public links, and quotes in
 * reports. The caller must first stop packing and moves of packs. After a failure, the call can be
 * repeated.
 * @param places the databases and the bucket that can contain the graph's packs
 * @returns whether the graph had a row
 */
export async function deleteGraphRows(
  database: Database,
  project: string,
  graphId: string,
  places: PackPlaces,
): Promise<boolean> {
  // Delete the graph's row before its packs. Otherwise, a worker could still find the graph and
  // search it for wrong answers, although some of its packs are already deleted.
  const [, rows] = await database.batch([
    // This statement reads the graph's prompt uses, which are deleted with the graph's row. So run
    // it before the row is deleted.
    withoutVersionsOf(database, project, graphId),
    database
      .delete(graph)
      .where(and(eq(graph.project, project), eq(graph.id, graphId)))
      .returning({ id: graph.id }),
    // Delete the cached model answers that can quote the graph. Active jobs that lose an answer ask
    // the model again. Run this before the cases are deleted, because only the cases show which
    // jobs read the graph.
    database
      .delete(modelAnswer)
      .where(
        and(
          eq(modelAnswer.project, project),
          or(
            eq(modelAnswer.scope, answerScope({ graph: graphId })),
            inArray(modelAnswer.scope, answersOfItsJobs(project, graphId)),
          ),
        ),
      ),
    // Delete the public links to the cases. If the same events arrive again, new cases get the same
    // ids, and an old link must not show them. Run this while the cases still exist, because it
    // finds the links by the cases.
    database
      .delete(publicLink)
      .where(
        and(
          eq(publicLink.project, project),
          eq(publicLink.kind, "case"),
          inArray(publicLink.target, casesOf(database, project, graphId)),
        ),
      ),
    database
      .delete(failedCase)
      .where(and(eq(failedCase.project, project), eq(failedCase.graph, graphId))),
    database.delete(delivery).where(
      and(
        eq(delivery.project, project),
        // This condition must be spelled exactly as in the index `delivery_graph`. Otherwise SQLite
        // would not use the index.
        sql`${delivery.event} = 'attribution.completed'`,
        sql`${delivery.payload} ->> '$.data.graph' = ${graphId}`,
      ),
    ),
    withoutLostQuotes(database, project),
    withoutLostNames(database, project),
    withoutLostUsers(database, project),
    withoutLostFindings(database, project),
    withoutLostPrompts(database, project),
    ...withoutItemsOf(database, project, graphId),
    ...withoutBenchmarksOf(database, project, graphId),
    database
      .delete(rightAnswer)
      .where(and(eq(rightAnswer.project, project), eq(rightAnswer.graph, graphId))),
    database
      .delete(judgement)
      .where(and(eq(judgement.project, project), eq(judgement.graph, graphId))),
    withoutLostKinds(database, project),
  ]);
  await deleteObjectsOf(places, project, graphId);
  const { all } = await places.of(project);
  for (const packs of all) await deletePacks(packs, project, graphId);
  return rows.length > 0;
}

async function deletePacks(packs: Database, project: string, graphId: string): Promise<void> {
  const own = and(eq(pack.project, project), eq(pack.graph, graphId));
  const next = packs.select({ sequence: pack.sequence }).from(pack).where(own).limit(PACKS_AT_ONCE);
  let deleted: unknown[];
  do {
    deleted = await packs
      .delete(pack)
      .where(and(own, inArray(pack.sequence, next)))
      .returning({ sequence: pack.sequence });
  } while (deleted.length === PACKS_AT_ONCE);
}

function casesOf(database: Database, project: string, graphId: string) {
  return database
    .select({ id: failedCase.id })
    .from(failedCase)
    .where(and(eq(failedCase.project, project), eq(failedCase.graph, graphId)));
}

/**
 * Each job caches its model answers under a scope. This SQL selects the scopes of the active jobs
 * whose input names a case of the graph.
 */
function answersOfItsJobs(project: string, graphId: string) {
  return sql`(
    select ${answerScope({ job: "" })} || ${job.id} from ${job}
    where ${job.project} = ${project} and ${job.state} in ('queued', 'running') and exists (
      select 1 from json_tree(${job.input}) as named
        join ${failedCase} on ${failedCase.id} = named.atom
      where ${failedCase.project} = ${project} and ${failedCase.graph} = ${graphId}
    )
  )`;
}
