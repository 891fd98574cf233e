/** The one way to open the relational database: its casing must be that of the migrations. */
import { drizzle } from "drizzle-orm/d1";

/** Without the tables, which only relational queries need: every graph object opens it anew. */
export const openDatabase = (binding: D1Database) => drizzle(binding, { casing: "snake_case" });

export type Database = ReturnType<typeof openDatabase>;
