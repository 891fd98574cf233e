import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ColdPack } from "../../cold/cold-rows.ts";

/**
 * An R2 object that contains consecutive packs of one graph. The graph's other packs are in the
 * same database as this row. The row is written before the object. So an object without a row
 * belongs to no graph, and the sweep can delete it. The migration creates this table `WITHOUT
 * ROWID`, which saves one written row per object.
 */
export const coldObject = sqliteTable(
  "cold_object",
  {
    project: text().notNull(),
    graph: text().notNull(),
    /** Sequence numbers of the object's first and last pack. */
    sequence: integer().notNull(),
    through: integer().notNull(),
    /** Key of the R2 object. It is random, so no key is used twice. */
    key: text().notNull(),
    /**
     * The packs, in the order in which the object contains them. Null until the service has checked
     * the object. From then on, readers use these packs and ignore the graph's rows of the table
     * `pack` with sequence numbers up to `through`.
     */
    packs: text({ mode: "json" }).$type<readonly ColdPack[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph, table.sequence] }),
    index("cold_object_key").on(table.key),
  ],
);
