import { and, eq } from "drizzle-orm";
import type { Database } from "../database.ts";
import { boundBucket, type PackDatabases, type PackPlaces } from "../graphs/pack-databases.ts";
import { coldObject } from "../schema/graphs/cold-objects.ts";
import { lastSweep } from "../schema/teams/operation.ts";
import { isOneOf } from "../statement-values.ts";
import { ColdBucket } from "./cold-bucket.ts";

/** Maximum number of objects that one run lists. */
const LISTED_AT_ONCE = 500;

/**
 * Deletes the graph's objects before their rows, so that a retry after a crash still finds the
 * objects. The caller must first stop moves of the graph's packs.
 */
export async function deleteObjectsOf(
  places: PackPlaces,
  project: string,
  graph: string,
): Promise<void> {
  const { all } = await places.of(project);
  for (const packs of all) await deleteObjectsIn(packs, places, project, graph);
}

async function deleteObjectsIn(
  packs: Database,
  places: PackPlaces,
  project: string,
  graph: string,
): Promise<void> {
  const own = and(eq(coldObject.project, project), eq(coldObject.graph, graph));
  const objects = await packs.select({ key: coldObject.key }).from(coldObject).where(own);
  if (objects.length === 0) return;
  const keys = objects.map(({ key }) => key);
  await boundBucket(places).delete(keys);
  // Delete only rows with these keys. The database can run this statement late. A new graph with
  // the same id can then exist, and its rows must stay.
  await packs.delete(coldObject).where(and(own, isOneOf(coldObject.key, keys)));
}

/**
 * Lists some objects of the bucket, and deletes those that have no row. The next run continues
 * after the last listed object. An object's row is written before the object, so an object that is
 * just being written is not deleted.
 * @returns the number of deleted objects
 */
export async function deleteOrphans(
  database: Database,
  packs: Pick<PackDatabases, "of" | "bucket">,
): Promise<number> {
  const bucket = boundBucket(packs);
  const [sweep] = await database
    .select({ after: lastSweep.searchedKey })
    .from(lastSweep)
    .where(eq(lastSweep.id, 1));
  const { keys, next } = await bucket.list(sweep?.after ?? undefined, LISTED_AT_ONCE);
  const orphans: string[] = [];
  for (const [project, own] of Map.groupBy(keys, ColdBucket.projectOf)) {
    let unneeded = own;
    for (const database of (await packs.of(project)).all) {
      const needed = await neededOf(database, unneeded);
      unneeded = unneeded.filter((key) => !needed.has(key));
    }
    orphans.push(...unneeded);
  }
  await bucket.delete(orphans);
  await database
    .update(lastSweep)
    .set({ searchedKey: next ?? null })
    .where(eq(lastSweep.id, 1));
  return orphans.length;
}

async function neededOf(packs: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await packs
    .select({ key: coldObject.key })
    .from(coldObject)
    .where(isOneOf(coldObject.key, keys));
  return new Set(rows.map(({ key }) => key));
}
