import { sql } from "drizzle-orm";
import { rightAnswer } from "../../schema/annotation/answers.ts";
import { failedCase } from "../../schema/project.ts";

/**
 * SQL condition that is true if the right answer did not become a case. It becomes a case if a
 * later judge or a person calls it wrong. Lists then show only the case.
 */
export const IS_NO_CASE = sql`not exists (select 1 from ${failedCase} as opened
  where opened.id = 'case_' || substr(${rightAnswer.id}, 5))`;
