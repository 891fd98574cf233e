/**
 * Opens the relational database. Open it only here, because the casing of names must match the
 * migrations.
 */
import { drizzle } from "drizzle-orm/d1";

/**
 * Opens the database without drizzle's table schema, which only relational queries need. Leaving
 * the schema out makes opening fast, and every graph's Durable Object opens the database.
 */
export const openDatabase = (binding: D1Database) => drizzle(binding, { casing: "snake_case" });

export type Database = ReturnType<typeof openDatabase>;
