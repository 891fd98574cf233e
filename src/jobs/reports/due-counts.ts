/** Finds work that is due after enough attributions: shift tests and reports. */
import { and, eq, gte, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { attributionTally } from "../../database/schema/findings.ts";
import { failedCase, project } from "../../database/schema/project.ts";
import type { Period } from "../../reports/case-row.ts";
import { CASES_PER_LOOK } from "../../reports/sequential-test.ts";
import { MAX_ROWS } from "./issue-report.ts";

/** Maximum per sweep. The next sweep, a minute later, takes the rest. */
const MAX_DUE = 50;
/** Maximum period of a report, however old the answers are. */
const LONGEST_PERIOD_MS = 366 * 24 * 3_600_000;

export async function dueLooks(database: Database): Promise<{ project: string; system: string }[]> {
  return (
    database
      .select({ project: attributionTally.project, system: attributionTally.system })
      .from(attributionTally)
      .innerJoin(project, eq(project.id, attributionTally.project))
      .where(and(gte(attributionTally.sinceLook, CASES_PER_LOOK), isNull(project.deletedAt)))
      // One item of each project before a second item of any.
      .orderBy(sql`row_number() over (partition by ${project.id} order by random()), random()`)
      .limit(MAX_DUE)
  );
}

/** Projects that want a report after N attributions, with the period that contains these. */
export async function reportsAfterAttributions(
  database: Database,
  now: number,
): Promise<{ project: string; period: Period }[]> {
  const fresh = sql<number>`sum(${attributionTally.sinceReport})`;
  const due = await database
    .select({ id: project.id, fresh })
    .from(attributionTally)
    .innerJoin(project, eq(project.id, attributionTally.project))
    .where(and(isNotNull(project.reportAfter), isNull(project.deletedAt)))
    .groupBy(project.id)
    .having(sql`${fresh} >= ${project.reportAfter}`)
    .orderBy(sql`random()`)
    .limit(MAX_DUE);
  return Promise.all(
    due.map(async ({ id, fresh }) => {
      const latest = database
        .select({ at: failedCase.occurredAt })
        .from(failedCase)
        .where(and(eq(failedCase.project, id), isNotNull(failedCase.attributedAt)))
        .orderBy(sql`${failedCase.attributedAt} desc`)
        .limit(Math.min(fresh, MAX_ROWS))
        .as("latest");
      const [row] = await database
        .select({ first: sql<number | null>`min(${latest.at})` })
        .from(latest);
      const first = Math.min(row?.first ?? now, now - 1);
      return { project: id, period: { from: Math.max(first, now - LONGEST_PERIOD_MS), to: now } };
    }),
  );
}
