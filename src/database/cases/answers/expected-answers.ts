/** The expected answers of a case as SQL: the confirmed one if people decided on an inferred one. */
import { sql } from "drizzle-orm";
import { failedCase } from "../../schema/project.ts";

export const EXPECTED = sql<
  string[]
>`coalesce(${failedCase.confirmed}, ${failedCase.expected})`.mapWith(failedCase.expected);
