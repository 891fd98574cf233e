/** The only way to open the relational database, because its casing must match the migrations. */
import { drizzle } from "drizzle-orm/d1";

/**
 * Opens the database without drizzle's table schema. Only relational queries need it, and every
 * graph's Durable Object opens the database again.
 */
export const openDatabase = (binding: D1Database) => drizzle(binding, { casing: "snake_case" });

export type Database = ReturnType<typeof openDatabase>;
