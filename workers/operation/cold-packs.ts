/**
 * Moves packs to R2 if their graph received no event for a long time. Also deletes R2 objects that
 * no graph needs.
 */
import { deleteOrphans } from "../../src/database/cold/delete-objects.ts";
import type { GraphToMove } from "../../src/database/cold/graphs-to-move.ts";
import { moveColdPacks } from "../../src/jobs/move-packs.ts";
import { openDatabases } from "../databases.ts";
import type { Bindings } from "../env.ts";
import { graphObjectName } from "../graphs/graph-name.ts";
import { recorderOf } from "./telemetry.ts";

const DEFAULT_AFTER_DAYS = 30;

export async function movePacks(env: Bindings, now: number): Promise<void> {
  const { database, packs } = openDatabases(env);
  const move = ({ project, graph, ...found }: GraphToMove) =>
    env.GRAPHS.getByName(graphObjectName(project, graph)).move(found);
  const deps = { database, packs, move, record: recorderOf(env) };
  await moveColdPacks(deps, afterDaysOf(env), now);
}

export async function deleteUnusedObjects(env: Bindings): Promise<void> {
  const { database, packs } = openDatabases(env);
  const objects = await deleteOrphans(database, packs);
  if (objects > 0) recorderOf(env)({ kind: "unused", project: null, objects });
}

/** @throws Error if COLD_AFTER_DAYS is not a number of days */
function afterDaysOf({ COLD_AFTER_DAYS: days = `${DEFAULT_AFTER_DAYS}` }: Bindings): number {
  if (/^\d{1,5}$/.test(days)) return Number(days);
  throw new Error(`COLD_AFTER_DAYS is ${days}; set a whole number of days, such as 30.`);
}
