/**
 * Keeps a reference to every statement of better-sqlite3: on recent Node 24 the process aborts when
 * one is garbage-collected (`RemoveEnvironmentCleanupHook`, better-sqlite3 12.11). Import this
 * before mem0.
 */
import { createRequire } from "node:module";

interface Database {
  prepare(this: Database, sql: string): unknown;
}

const { prototype }: { prototype: Database } = createRequire(import.meta.url)("better-sqlite3");
const { prepare } = prototype;
const kept: unknown[] = [];

prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  kept.push(statement);
  return statement;
};
