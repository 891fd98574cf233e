/**
 * Opens the relational database. Open it only here: with another `casing`, column names would not
 * match the migrations.
 */
import { drizzle } from "drizzle-orm/d1";

/**
 * Opens the database without drizzle's relational schema, which no query needs. This is faster, and
 * every graph's Durable Object opens the database.
 */
export const openDatabase = (binding: D1Database) => drizzle(binding, { casing: "snake_case" });

export type Database = ReturnType<typeof openDatabase>;
