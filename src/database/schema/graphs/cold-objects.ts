/** Objects in R2 that hold packs of graphs. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ColdPack } from "../../cold/cold-rows.ts";

/**
 * An object in R2 with consecutive packs of a graph. The row is in the same database as the graph's
 * other packs, and is written before the object, so an object without a row is needed by nobody. The
 * migration creates the table `WITHOUT ROWID`, which saves a written row for each object.
 */
export const coldObject = sqliteTable(
  "cold_object",
  {
    project: text().notNull(),
    graph: text().notNull(),
    /** Sequences of the first and the last pack of the object. */
    sequence: integer().notNull(),
    through: integer().notNull(),
    /** Key of the object. It is random, so no key is ever used twice. */
    key: text().notNull(),
    /**
     * The packs in the order of their bodies in the object; null until the object was read back.
     * While it is not null, rows of `pack` up to `through` no longer count.
     */
    packs: text({ mode: "json" }).$type<readonly ColdPack[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph, table.sequence] }),
    index("cold_object_key").on(table.key),
  ],
);
