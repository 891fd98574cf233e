import {
  databaseForNew,
  emptyFullDatabases,
  type MovingProject,
} from "../../src/database/placement/project-placement.ts";
import { moveProjects } from "../../src/jobs/move-projects.ts";
import { boundDatabase, openBound, openDatabases } from "../databases.ts";
import type { Bindings } from "../env.ts";
import { graphObjectName } from "../graphs/graph-name.ts";
import { sizesOf } from "./operator-status.ts";

/** With this value of PACK_DATABASE, each new project gets the database with the most space. */
const AUTO = "auto";

/**
 * Returns the binding of a new project's database.
 * @throws if PACK_DATABASE names an unknown binding
 */
export async function packDatabaseForNew(env: Bindings): Promise<string> {
  if (env.PACK_DATABASE === AUTO) return databaseForNew(await sizesOf(env));
  boundDatabase(env, env.PACK_DATABASE);
  return env.PACK_DATABASE;
}

export function movePackDatabases(env: Bindings, now: number): Promise<void> {
  const deps = {
    database: openDatabases(env).database,
    open: (binding: string) => openBound(env, binding),
    moveGraph: ({ id, current, previous }: MovingProject, graph: string) =>
      env.GRAPHS.getByName(graphObjectName(id, graph)).moveDatabase({ current, previous }),
  };
  return moveProjects(deps, now);
}

/** Begins to move projects out of full databases. */
export async function relieveFullDatabases(env: Bindings, now: number): Promise<void> {
  await emptyFullDatabases(openDatabases(env).database, await sizesOf(env), now);
}
