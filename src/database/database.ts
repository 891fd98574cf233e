/**
 * Opens the relational database. Never open it elsewhere: with another `casing`, column names would
 * not match the migrations.
 */
import { drizzle } from "drizzle-orm/d1";

/**
 * Opens the database without drizzle's relational schema, which this project's queries do not need.
 * This is faster, and the Durable Object of every graph opens the database.
 */
export const openDatabase = (binding: D1Database) => drizzle(binding, { casing: "snake_case" });

export type Database = ReturnType<typeof openDatabase>;
