/**
 * SQL for a case's expected answers. A decision on an inferred answer replaces the stored expected
 * answers.
 */
import { sql } from "drizzle-orm";
import { failedCase } from "../../schema/project.ts";

export const EXPECTED = sql<
  string[]
>`coalesce(${failedCase.confirmed}, ${failedCase.expected})`.mapWith(failedCase.expected);
