/** The columns of a project that say where its packs are stored. */
import { integer, text } from "drizzle-orm/sqlite-core";

export const packPlacement = () => ({
  /** Name of the binding of the database that gets the project's new packs. */
  packDatabase: text().notNull().default("DB"),
  /**
   * Name of the binding of the database from which the project's other packs move; null if no packs
   * move.
   */
  previousPackDatabase: text(),
  /** Time at which `packDatabase` was last changed; null if it was never changed. */
  packDatabaseSince: integer(),
});
