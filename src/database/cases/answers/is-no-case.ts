import { sql } from "drizzle-orm";
import { rightAnswer } from "../../schema/annotation/answers.ts";
import { failedCase } from "../../schema/project.ts";

/**
 * SQL: whether the right answer is no case. A later judge or a person can make it a case. Lists
 * then show only the case.
 */
export const IS_NO_CASE = sql`not exists (select 1 from ${failedCase} as opened
  where opened.id = 'case_' || substr(${rightAnswer.id}, 5))`;
