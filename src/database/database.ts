/** The only way to open the relational database, because its casing must match the migrations. */
import { drizzle } from "drizzle-orm/d1";

/**
 * Opened without the tables: only relational queries need them, and every graph object opens the
 * database again.
 */
export const openDatabase = (binding: D1Database) => drizzle(binding, { casing: "snake_case" });

export type Database = ReturnType<typeof openDatabase>;
