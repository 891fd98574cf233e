/** The databases that wrangler.toml binds for packs, by their names. */
import { type Database, openDatabase } from "../src/storage/database.ts";
import { PackDatabases } from "../src/storage/pack-databases.ts";
import type { Bindings } from "./env.ts";

export function openPackDatabases(env: Bindings, main: Database): PackDatabases {
  return new PackDatabases(main, (name) => openDatabase(boundDatabase(env, name)));
}

export function boundDatabase(env: Bindings, name: string): D1Database {
  const bound: unknown = Reflect.get(env, name);
  if (isDatabase(bound)) return bound;
  throw new Error(`No D1 database is bound as ${name}. Bind it in wrangler.toml; packs are in it.`);
}

function isDatabase(bound: unknown): bound is D1Database {
  return typeof bound === "object" && bound !== null && "prepare" in bound && "batch" in bound;
}
