/** Reports quote cases; what was deleted must not live on in them. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { failedCase, report } from "./schema/project.ts";

/** Takes cases that no longer exist out of the project's reports. Their figures stay. */
export function withoutLostQuotes(database: Database, project: string, id?: string) {
  const exists = (quoted: SQL) =>
    sql`exists (select 1 from ${failedCase} where ${failedCase.id} = json_extract(${quoted}, '$.id') and ${failedCase.project} = ${project})`;
  const kept = sql`(
    select json_group_array(json_set(finding.value, '$.cases', json((
      select json_group_array(json(quote.value)) from json_each(finding.value, '$.cases') as quote
      where ${exists(sql`quote.value`)}
    )))) from json_each(${report.body}, '$.findings') as finding
  )`;
  return database
    .update(report)
    .set({ body: sql`json_set(${report.body}, '$.findings', json(${kept}))` })
    .where(
      and(
        eq(report.project, project),
        id === undefined ? undefined : eq(report.id, id),
        sql`exists (
          select 1 from json_each(${report.body}, '$.findings') as finding,
            json_each(finding.value, '$.cases') as quote
          where not ${exists(sql`quote.value`)}
        )`,
      ),
    );
}
