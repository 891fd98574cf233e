import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../database.ts";
import { answerKind } from "../../schema/findings.ts";

/**
 * Deletes kinds without answers; run it after deleting answers. A kind contains the names of an
 * operation, a system and a session category. When the last answer with these names is deleted, the
 * names must be deleted too.
 */
export function withoutLostKinds(database: Database, project: string) {
  return database.delete(answerKind).where(
    and(
      eq(answerKind.project, project),
      sql`${answerKind.id} not in (
        select cast(counted.key as integer)
        from answer_tally, json_each(iif(json_valid(counts), counts, '{}')) as counted
        where project = ${project}
          and (hours = 24 or hours = 1 and start >= (select days_until from tally_check where project = ${project})))`,
    ),
  );
}
