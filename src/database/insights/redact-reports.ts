import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../database.ts";
import {
  failedCase,
  graph,
  graphUser,
  project as projectTable,
  report,
} from "../schema/project.ts";
import { savedView } from "../schema/sharing.ts";

/** In a filter, this text replaces the name of a deleted graph, end user or case. */
const DELETED = "deleted";

/**
 * Removes deleted cases from reports. Also removes each conclusion whose cases are all deleted, and
 * each claim of an explanation that cites a deleted case. Replaces deleted names in the reports'
 * filters. The figures of the reports stay as they are.
 */
export function withoutLostQuotes(database: Database, project: string, id?: string) {
  const exists = isCaseOf(project);
  const isQuoted = (quote: SQL) => exists(sql`json_extract(${quote}, '$.id')`);
  const citesAll = sql`not exists (
    select 1 from json_each(claim.value, '$.cases') as cited where not ${exists(sql`cited.value`)})`;
  const citesSome = sql`exists (
    select 1 from json_each(claim.value, '$.cases') as cited where ${exists(sql`cited.value`)})`;
  const keptIds = (of: SQL, path: SQL) => sql`json((select json_group_array(cited.value)
    from json_each(${of}, ${path}) as cited where ${exists(sql`cited.value`)}))`;
  const systems = sql`(
    select json_group_array(json_set(system.value, '$.claims', json((
      select json_group_array(json(claim.value)) from json_each(system.value, '$.claims') as claim
      where ${citesAll}
    )), '$.readCases', ${keptIds(sql`system.value`, sql`'$.readCases'`)}))
    from json_each(${report.explanation}, '$.systems') as system)`;
  const findings = sql`(
    select json_group_array(json_set(finding.value, '$.cases', json((
      select json_group_array(json(quote.value)) from json_each(finding.value, '$.cases') as quote
      where ${isQuoted(sql`quote.value`)}
    )))) from json_each(${report.body}, '$.findings') as finding)`;
  const conclusions = sql`(
    select json_group_array(json_set(claim.value, '$.cases', ${keptIds(sql`claim.value`, sql`'$.cases'`)}))
    from json_each(${report.body}, '$.conclusions') as claim where ${citesSome})`;
  const lostQuote = sql`exists (
    select 1 from json_each(${report.body}, '$.findings') as finding,
      json_each(finding.value, '$.cases') as quote where not ${isQuoted(sql`quote.value`)})`;
  const lostConclusion = sql`exists (
    select 1 from json_each(${report.body}, '$.conclusions') as claim where not ${citesAll})`;
  const lostReading = sql`exists (
    select 1 from json_each(${report.explanation}, '$.systems') as system,
      json_each(system.value, '$.readCases') as cited where not ${exists(sql`cited.value`)})`;
  const names = namesIn(project, report.filter);
  return database
    .update(report)
    .set({
      body: sql`json_set(${report.body}, '$.findings', json(${findings}), '$.conclusions', json(${conclusions}))`,
      explanation: sql`case when ${report.explanation} is not null then json_set(${report.explanation}, '$.systems', json(${systems})) end`,
      filter: names.filter,
    })
    .where(
      and(
        eq(report.project, project),
        id === undefined ? undefined : eq(report.id, id),
        or(lostQuote, lostConclusion, lostReading, names.hasLost),
      ),
    );
}

/**
 * Filters of automatic reports can name graphs, end users and cases that were deleted. This
 * function replaces these names by `DELETED`.
 */
export function withoutLostNames(database: Database, project: string) {
  const scheduled = namesIn(project, projectTable.reportFilter);
  const after = namesIn(project, projectTable.reportAfterFilter);
  return database
    .update(projectTable)
    .set({ reportFilter: scheduled.filter, reportAfterFilter: after.filter })
    .where(and(eq(projectTable.id, project), or(scheduled.hasLost, after.hasLost)));
}

/** Replaces an end user in the filters of saved views if no graph names this user any more. */
export function withoutLostUsers(database: Database, project: string) {
  const user = sql`${savedView.filter} ->> '$.user'`;
  return database
    .update(savedView)
    .set({ filter: sql`json_set(${savedView.filter}, '$.user', ${DELETED})` })
    .where(
      and(
        eq(savedView.project, project),
        sql`${user} <> ${DELETED} and not exists (select 1 from ${graphUser}
          where ${graphUser.project} = ${project} and ${graphUser.user} = ${user})`,
      ),
    );
}

function isCaseOf(project: string): (value: SQL) => SQL {
  return (value) =>
    sql`exists (select 1 from ${failedCase} where ${failedCase.id} = ${value} and ${failedCase.project} = ${project})`;
}

/**
 * Returns two SQL expressions about the filter in the column. `hasLost` is true if the filter names
 * a graph, an end user or a case that was deleted. `filter` is the filter with `DELETED` in place
 * of each such name.
 */
function namesIn(project: string, column: AnySQLiteColumn) {
  const isGraph = (value: SQL) =>
    sql`exists (select 1 from ${graph} where ${graph.project} = ${project} and ${graph.id} = ${value})`;
  const isUser = (value: SQL) =>
    sql`exists (select 1 from ${graphUser} where ${graphUser.project} = ${project} and ${graphUser.user} = ${value})`;
  const kinds: NameKind[] = [
    { keys: "'graph', 'graphs'", isKnown: isGraph },
    { keys: "'user', 'users'", isKnown: isUser },
    { keys: "'cases'", isKnown: isCaseOf(project) },
  ];
  const keptOr = (value: SQL) =>
    sql`case when ${isKept(kinds, value)} then ${value} else ${DELETED} end`;
  const filter = sql`(select json_group_object(field.key, case field.type
      when 'array' then json((select json_group_array(${keptOr(sql`name.value`)}) from json_each(field.value) as name))
      when 'text' then ${keptOr(sql`field.value`)}
      else field.value end)
    from json_each(${column}) as field)`;
  const fields = sql`json_each(${column}) as field`;
  const inList = sql`exists (select 1 from ${fields}, json_each(field.value) as name
    where field.type = 'array' and not ${isKept(kinds, sql`name.value`)})`;
  const alone = sql`exists (select 1 from ${fields}
    where field.type = 'text' and not ${isKept(kinds, sql`field.value`)})`;
  return { filter, hasLost: sql`(${inList} or ${alone})` };
}

interface NameKind {
  readonly keys: string;
  readonly isKnown: (value: SQL) => SQL;
}

function isKept(kinds: readonly NameKind[], value: SQL): SQL {
  const known = kinds.map(
    ({ keys, isKnown }) => sql`when field.key in (${sql.raw(keys)}) then ${isKnown(value)}`,
  );
  return sql`(case ${sql.join(known, sql` `)} else 1 end or ${value} = ${DELETED})`;
}
