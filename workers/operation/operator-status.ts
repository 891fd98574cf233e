/**
 * The state of the installation: its main database, the size of every database, and the version.
 */
import { readStatus } from "../../src/database/operator/operator-status.ts";
import type { DatabaseStatus, OperatorStatus } from "../../src/protocol/api/operator/status.ts";
import { boundDatabases, openDatabases } from "../databases.ts";
import type { Bindings } from "../env.ts";

/** The platform's limit on a D1 database. */
const DATABASE_BYTES = 10_000_000_000;

export async function operatorStatus(env: Bindings, now: number): Promise<OperatorStatus> {
  const [stored, databases] = await Promise.all([
    readStatus(openDatabases(env).database, now),
    sizesOf(env),
  ]);
  return { at: new Date(now).toISOString(), version: env.VERSION.id, ...stored, databases };
}

export function sizesOf(env: object): Promise<DatabaseStatus[]> {
  return Promise.all(boundDatabases(env).map(sizeOf));
}

/** D1 reports the size of a database with every answer, so the query does not matter. */
async function sizeOf([binding, database]: readonly [string, D1Database]): Promise<DatabaseStatus> {
  const { meta } = await database.prepare("select 1").run();
  return { binding, bytes: meta.size_after, limit: DATABASE_BYTES };
}
