/**
 * The expected answers of a case as SQL. If people decided on an inferred answer, their decision
 * replaces the stored expected answers.
 */
import { sql } from "drizzle-orm";
import { failedCase } from "../../schema/project.ts";

export const EXPECTED = sql<
  string[]
>`coalesce(${failedCase.confirmed}, ${failedCase.expected})`.mapWith(failedCase.expected);
