/** Reports quote cases, so deleting a case must also delete its quotes. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { failedCase, report } from "../schema/project.ts";

/**
 * Removes deleted cases, and claims based on them, from the project's reports. The figures stay.
 */
export function withoutLostQuotes(database: Database, project: string, id?: string) {
  const isCase = (quoted: SQL) =>
    sql`exists (select 1 from ${failedCase} where ${failedCase.id} = ${quoted} and ${failedCase.project} = ${project})`;
  const exists = (quoted: SQL) => isCase(sql`json_extract(${quoted}, '$.id')`);
  const isBorneOut = sql`not exists (
    select 1 from json_each(claim.value, '$.cases') as cited where not ${isCase(sql`cited.value`)}
  )`;
  const systems = sql`(
    select json_group_array(json_set(system.value, '$.claims', json((
      select json_group_array(json(claim.value)) from json_each(system.value, '$.claims') as claim
      where ${isBorneOut}
    )))) from json_each(${report.explanation}, '$.systems') as system
  )`;
  const kept = sql`(
    select json_group_array(json_set(finding.value, '$.cases', json((
      select json_group_array(json(quote.value)) from json_each(finding.value, '$.cases') as quote
      where ${exists(sql`quote.value`)}
    )))) from json_each(${report.body}, '$.findings') as finding
  )`;
  return database
    .update(report)
    .set({
      body: sql`json_set(${report.body}, '$.findings', json(${kept}))`,
      explanation: sql`case when ${report.explanation} is not null then json_set(${report.explanation}, '$.systems', json(${systems})) end`,
    })
    .where(
      and(
        eq(report.project, project),
        id === undefined ? undefined : eq(report.id, id),
        sql`exists (
          select 1 from json_each(${report.body}, '$.findings') as finding,
            json_each(finding.value, '$.cases') as quote
          where not ${exists(sql`quote.value`)}
        ) or exists (
          select 1 from json_each(${report.explanation}, '$.systems') as system,
            json_each(system.value, '$.claims') as claim
          where not ${isBorneOut}
        )`,
      ),
    );
}
