/** Objects in R2 that hold packs of graphs. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ColdPack } from "../../cold/cold-rows.ts";

/**
 * An object in R2 with consecutive packs of a graph. The row is in the same database as the graph's
 * other packs. It is written before the object, so no graph needs an object without a row. The
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
     * The packs in the order of their bodies in the object; null until the object was read back. If
     * it is not null, readers ignore rows of `pack` up to `through`.
     */
    packs: text({ mode: "json" }).$type<readonly ColdPack[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph, table.sequence] }),
    index("cold_object_key").on(table.key),
  ],
);
