/** The columns of `project` that say which databases contain the project's packs. */
import { integer, text } from "drizzle-orm/sqlite-core";

export const packPlacement = () => ({
  /** Binding of the database that gets the project's new packs. */
  packDatabase: text().notNull().default("DB"),
  /**
   * Binding of the database from which the project's other packs are moving; null if none are
   * moving.
   */
  previousPackDatabase: text(),
  /** Time at which `packDatabase` was last changed; null if it was never changed. */
  packDatabaseSince: integer(),
});
