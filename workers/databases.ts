/**
 * Opens the databases that wrangler.toml binds: the main one, and those for packs. A project's row
 * names the binding of its pack database. Also opens the bucket for packs of long unused graphs.
 */
import { ColdBucket } from "../src/database/cold/cold-bucket.ts";
import { type Database, openDatabase } from "../src/database/database.ts";
import { PackDatabases } from "../src/database/graphs/pack-databases.ts";

interface MainBinding {
  readonly DB: D1Database;
  readonly COLD_PACKS?: R2Bucket;
}

export interface Databases {
  readonly database: Database;
  readonly packs: PackDatabases;
}

/**
 * The opened databases. All Durable Objects of graphs in an isolate share them, so each project's
 * database is looked up only once.
 */
const opened = new WeakMap<D1Database, Databases>();

export function openDatabases(env: MainBinding): Databases {
  const known = opened.get(env.DB);
  if (known !== undefined) return known;
  const database = openDatabase(env.DB);
  const bucket = env.COLD_PACKS && new ColdBucket(env.COLD_PACKS);
  const packs = new PackDatabases({
    ...{ main: database, bucket, now: Date.now },
    open: (name) => openBound(env, name),
    bindings: boundDatabases(env).map(([binding]) => binding),
  });
  opened.set(env.DB, { database, packs });
  return { database, packs };
}

export function openBound(env: MainBinding, name: string): Database {
  return openDatabase(boundDatabase(env, name));
}

/** @throws if no D1 database is bound with this name */
export function boundDatabase(env: MainBinding, name: string): D1Database {
  const bound: unknown = Reflect.get(env, name);
  if (isDatabase(bound)) return bound;
  throw new Error(`No D1 database is bound as ${name}. Bind it in wrangler.toml; packs are in it.`);
}

/** Every bound D1 database, with the name of its binding. */
export function boundDatabases(env: object): (readonly [binding: string, database: D1Database])[] {
  return Object.entries(env).flatMap(([binding, bound]: [string, unknown]) =>
    // Some bindings of other kinds seem to have every method, so `isDatabase` accepts them. Their
    // class has another name.
    isDatabase(bound) && bound.constructor.name === "D1Database" ? [[binding, bound] as const] : [],
  );
}

function isDatabase(bound: unknown): bound is D1Database {
  return typeof bound === "object" && bound !== null && "prepare" in bound && "batch" in bound;
}
