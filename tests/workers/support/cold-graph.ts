/** Graphs old enough that a sweep moves their packs, and the objects in the bucket. */
import { env } from "cloudflare:workers";
import { movePacks } from "../../../workers/operation/cold-packs.ts";

/** A time further in the past than COLD_AFTER_DAYS of the tests. */
const LONG_AGO = 1_000;

/** Makes the graph so old that its packs move, and lets the search of its project begin again. */
export async function makeOld(project: string, graph: string): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("update graph set updated_at = ? where project = ? and id = ?").bind(
      LONG_AGO,
      project,
      graph,
    ),
    env.DB.prepare("update project set cold_search = null where id = ?").bind(project),
  ]);
}

/** Moves the packs of this graph, as the sweep does. Packs of other tests' graphs may move too. */
export async function moveOld(project: string, graph: string): Promise<void> {
  await makeOld(project, graph);
  await movePacks(env, Date.now());
}

interface StoredObject {
  readonly sequence: number;
  readonly through: number;
  readonly key: string;
  readonly packs: string | null;
}

export async function objectRows(
  project: string,
  binding: D1Database = env.DB,
): Promise<StoredObject[]> {
  const rows = binding
    .prepare("select * from cold_object where project = ? order by graph, sequence")
    .bind(project);
  return (await rows.all<StoredObject>()).results;
}

/** The bucket that the configuration of the tests binds. */
export function bucket(): R2Bucket {
  if (env.COLD_PACKS === undefined) throw new Error("the tests need the bucket COLD_PACKS");
  return env.COLD_PACKS;
}

/** Keys of the project's objects in the bucket. */
export async function keysOf(project: string): Promise<string[]> {
  const { objects } = await bucket().list({ prefix: `packs/${project}/` });
  return objects.map(({ key }) => key);
}
