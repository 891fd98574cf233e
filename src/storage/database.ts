/** The one way to open the relational database: its casing must be that of the migrations. */
import { drizzle } from "drizzle-orm/d1";
import * as identity from "./schema/identity.ts";
import * as model from "./schema/model.ts";
import * as project from "./schema/project.ts";

const schema = { ...identity, ...project, ...model };

export const openDatabase = (binding: D1Database) =>
  drizzle(binding, { schema, casing: "snake_case" });

export type Database = ReturnType<typeof openDatabase>;
