/**
 * Deletes cases, reports, deliveries and usage counts after their project's retention period. Each
 * call deletes a limited number of rows; the next sweep continues.
 */
import { and, eq, inArray, sql } from "drizzle-orm";
import { DEFAULT_RETENTION } from "../../protocol/api/privacy/retention.ts";
import { MIN_USAGE_DAYS } from "../../protocol/limits.ts";
import { withoutLostKinds } from "../cases/tallies/lost-kinds.ts";
import type { Database } from "../database.ts";
import { withoutLostFindings } from "../insights/record-finding.ts";
import { withoutLostNames, withoutLostQuotes } from "../insights/redact-reports.ts";
import { expiredCase, projectRetention } from "../schema/privacy.ts";
import { delivery, failedCase, report } from "../schema/project.ts";
import { publicLink } from "../schema/sharing.ts";
import { isOneOf } from "../statement-values.ts";

const DAY_MS = 24 * 3_600_000;
/** Maximum number of projects whose expired cases one sweep deletes. */
const MAX_PROJECTS = 200;
/** Maximum number of expired cases of a project that one sweep deletes, in one transaction. */
const CASES_AT_ONCE = 200;

export async function expireData(database: Database, now: number, limit: number): Promise<void> {
  await expireDeliveries(database, now, limit);
  await expireReports(database, now, limit);
  await expireUsage(database, now, limit);
  await expireCases(database, now);
}

/** Deletes old deliveries, but not those that still wait for an attempt. */
async function expireDeliveries(database: Database, now: number, limit: number): Promise<void> {
  const days = sql`coalesce(kept.deliveries, ${DEFAULT_RETENTION.deliveries})`;
  await database.run(sql`delete from delivery where id in (
    select old.id from project
      left join project_retention kept on kept.project = project.id
      join delivery old on old.project = project.id and old.created_at < ${now} - ${days} * ${DAY_MS}
    where old.state <> 'queued' limit ${limit})`);
}

async function expireReports(database: Database, now: number, limit: number): Promise<void> {
  const old = sql`select old.id from project_retention kept
    join report old on old.project = kept.project
      and old.created_at < ${now} - kept.reports * ${DAY_MS}
    where kept.reports is not null limit ${limit}`;
  const rows = await database.all<{ id: string }>(old);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await database.batch([
    database
      .delete(publicLink)
      .where(and(eq(publicLink.kind, "report"), isOneOf(publicLink.target, ids))),
    database.delete(report).where(isOneOf(report.id, ids)),
  ]);
}

async function expireUsage(database: Database, now: number, limit: number): Promise<void> {
  const before = (days: number) => dayOf(now - days * DAY_MS);
  const rowsWhere = (condition: ReturnType<typeof sql>) =>
    database.run(sql`delete from usage_day where rowid in (
      select used.rowid from usage_day used
        left join project_retention kept on kept.project = used.project
      where ${condition} limit ${limit})`);
  await rowsWhere(sql`kept.project is null and used.day < ${before(DEFAULT_RETENTION.usage)}`);
  await rowsWhere(sql`kept.project is not null and used.day < ${before(MIN_USAGE_DAYS)}
    and used.day < date(${now} / 1000, 'unixepoch', '-' || kept.usage || ' days')`);
}

const listOf = (values: readonly string[]) =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, "2026-03-04".length);

/** Deletes old cases. The projects are picked at random, so that no project delays the others. */
async function expireCases(database: Database, now: number): Promise<void> {
  const projects = await database
    .select({ id: projectRetention.project, days: projectRetention.cases })
    .from(projectRetention)
    .where(sql`${projectRetention.cases} is not null`)
    .orderBy(sql`random()`)
    .limit(MAX_PROJECTS);
  for (const { id, days } of projects) {
    if (days !== null) await expireCasesOf(database, id, now - days * DAY_MS);
  }
}

async function expireCasesOf(database: Database, project: string, before: number): Promise<void> {
  const isFrozen = sql`exists (select 1 from benchmark_case chosen
    join benchmark on benchmark.id = chosen.benchmark
    where chosen."case" = ${failedCase.id} and benchmark.state = 'frozen')`;
  const rows = await database
    .select({ id: failedCase.id, graph: failedCase.graph })
    .from(failedCase)
    .where(
      and(
        eq(failedCase.project, project),
        sql`${failedCase.createdAt} < ${before}`,
        sql`${failedCase.state} in ('done', 'failed')`,
        sql`not ${isFrozen}`,
      ),
    )
    .limit(CASES_AT_ONCE);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const graphs = [...new Set(rows.map(({ graph }) => graph))];
  const values = sql`json_each(${JSON.stringify(rows)}) as given`;
  await database.batch([
    // Keep the ids of the deleted cases. Otherwise, the next search of the graph would open these
    // cases again. A deleted graph needs no ids.
    database
      .insert(expiredCase)
      .select(sql`select ${project}, given.value ->> 'graph',
        given.value ->> 'id' from ${values}
      where exists (select 1 from graph
        where graph.project = ${project} and graph.id = given.value ->> 'graph')`)
      .onConflictDoNothing(),
    database
      .delete(publicLink)
      .where(
        and(
          eq(publicLink.project, project),
          eq(publicLink.kind, "case"),
          isOneOf(publicLink.target, ids),
        ),
      ),
    database.delete(delivery).where(
      and(
        eq(delivery.project, project),
        // This condition must be spelled exactly as in the index `delivery_graph`. Otherwise SQLite
        // would not use the index.
        sql`${delivery.event} = 'attribution.completed'`,
        sql`(${delivery.payload} ->> '$.data.graph') in ${listOf(graphs)}`,
        sql`(${delivery.payload} ->> '$.data.case') in ${listOf(ids)}`,
      ),
    ),
    database
      .delete(failedCase)
      .where(
        and(
          eq(failedCase.project, project),
          inArray(failedCase.state, ["done", "failed"]),
          isOneOf(failedCase.id, ids),
        ),
      ),
    withoutLostQuotes(database, project),
    withoutLostNames(database, project),
    withoutLostFindings(database, project),
    withoutLostKinds(database, project),
  ]);
}
