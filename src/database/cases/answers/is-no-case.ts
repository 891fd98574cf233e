import { sql } from "drizzle-orm";
import { rightAnswer } from "../../schema/annotation/answers.ts";
import { failedCase } from "../../schema/project.ts";

/** An answer that a later judge failed, or that a person opened as a case, is listed as the case. */
export const IS_NO_CASE = sql`not exists (select 1 from ${failedCase} as opened
  where opened.id = 'case_' || substr(${rightAnswer.id}, 5))`;
