/** Table of the R2 objects that contain packs. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ColdPack } from "../../cold/cold-rows.ts";

/**
 * An R2 object with consecutive packs of one graph. The row is in the same database as the graph's
 * other packs. The row is written before the object, so an object without a row can be deleted. The
 * migration creates the table `WITHOUT ROWID`, which saves a written row for each object.
 */
export const coldObject = sqliteTable(
  "cold_object",
  {
    project: text().notNull(),
    graph: text().notNull(),
    /** Sequences of the object's first pack (`sequence`) and last pack (`through`). */
    sequence: integer().notNull(),
    through: integer().notNull(),
    /** Key of the R2 object. It is random, so no key is used twice. */
    key: text().notNull(),
    /**
     * The packs in the order of their bytes in the object. Null until the object was read back and
     * checked. From then on, readers ignore the rows of `pack` up to `through`.
     */
    packs: text({ mode: "json" }).$type<readonly ColdPack[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph, table.sequence] }),
    index("cold_object_key").on(table.key),
  ],
);
