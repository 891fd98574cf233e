/** The one way to open the relational database: its casing must be that of the migrations. */
import { drizzle } from "drizzle-orm/d1";
import * as experiments from "./schema/experiments.ts";
import * as findings from "./schema/findings.ts";
import * as identity from "./schema/identity.ts";
import * as jobs from "./schema/jobs.ts";
import * as model from "./schema/model.ts";
import * as project from "./schema/project.ts";
import * as prompts from "./schema/prompts.ts";
import * as proposals from "./schema/proposals.ts";
import * as replays from "./schema/replays.ts";

/** Every table. */
export const schema = {
  ...identity,
  ...project,
  ...model,
  ...jobs,
  ...findings,
  ...replays,
  ...experiments,
  ...prompts,
  ...proposals,
};

export const openDatabase = (binding: D1Database) =>
  drizzle(binding, { schema, casing: "snake_case" });

export type Database = ReturnType<typeof openDatabase>;
