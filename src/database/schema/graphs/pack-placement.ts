/** Columns of `project` that say which databases contain the project's packs. */
import { integer, text } from "drizzle-orm/sqlite-core";

export const packPlacement = () => ({
  /** Binding of the database that gets new packs. */
  packDatabase: text().notNull().default("DB"),
  /** Binding of the database from which packs are moving; null if no packs are moving. */
  previousPackDatabase: text(),
  /** Time at which `packDatabase` last changed; null if never. */
  packDatabaseSince: integer(),
});
