/** R2 objects that contain packs of graphs. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ColdPack } from "../../cold/cold-rows.ts";

/**
 * An R2 object with consecutive packs of a graph. The row is in the same database as the graph's
 * other packs. It is written before the object, so no graph needs an object that has no row. The
 * migration creates the table `WITHOUT ROWID`, which saves a written row for each object.
 */
export const coldObject = sqliteTable(
  "cold_object",
  {
    project: text().notNull(),
    graph: text().notNull(),
    /** Sequence of the object's first pack, and sequence of its last pack. */
    sequence: integer().notNull(),
    through: integer().notNull(),
    /** Key of the object. It is random, so no key is ever used twice. */
    key: text().notNull(),
    /**
     * The packs, in the order in which the object contains their bodies. Null until the object was
     * read back and checked. If it is not null, readers ignore rows of `pack` up to `through`.
     */
    packs: text({ mode: "json" }).$type<readonly ColdPack[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph, table.sequence] }),
    index("cold_object_key").on(table.key),
  ],
);
