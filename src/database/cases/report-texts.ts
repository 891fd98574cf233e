import { type SQL, sql } from "drizzle-orm";
import { QUOTED, type ReportTexts } from "../../reports/representative-cases.ts";
import type { Database } from "../database.ts";
import { failedCase } from "../schema/project.ts";
import { EXPECTED } from "./answers/expected-answers.ts";

/** Returns a map from case id to the beginnings of the texts that a report can quote. */
export async function reportTexts(
  database: Database,
  where: SQL | undefined,
): Promise<Map<string, ReportTexts>> {
  const { id, query, expected, prediction, attribution } = failedCase;
  const begun = sql`select json_group_array(substr(value, 1, ${QUOTED.textChars}))
    from (select value from json_each(${EXPECTED}) limit ${QUOTED.expected})`;
  const rows = await database
    .select({
      id,
      query: sql<string>`substr(${query}, 1, ${QUOTED.textChars})`,
      expected: sql`(${begun})`.mapWith(expected),
      prediction: sql<string>`substr(${prediction}, 1, ${QUOTED.textChars})`,
      reason: sql<string | null>`substr(${attribution} ->> '$.reason', 1, ${QUOTED.reasonChars})`,
    })
    .from(failedCase)
    .where(where);
  return new Map(rows.map(({ id, ...texts }) => [id, texts]));
}
