import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ColdPack } from "../../cold/cold-rows.ts";

/**
 * An R2 object with consecutive packs of one graph. The row is in the database that contains the
 * graph's packs outside R2. The row is written before the object, so an object without a row can be
 * deleted. The table is `WITHOUT ROWID` (see the migration), which avoids one written row per
 * object.
 */
export const coldObject = sqliteTable(
  "cold_object",
  {
    project: text().notNull(),
    graph: text().notNull(),
    /** Sequences of the object's first and last pack. */
    sequence: integer().notNull(),
    through: integer().notNull(),
    /** Key of the R2 object. It is random, so no key is used twice. */
    key: text().notNull(),
    /**
     * The packs in the order of their bytes. Null until the object was checked. From then on,
     * readers ignore rows of `pack` up to `through`.
     */
    packs: text({ mode: "json" }).$type<readonly ColdPack[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph, table.sequence] }),
    index("cold_object_key").on(table.key),
  ],
);
