/**
 * Finds the reports that are due. Also finds the memory systems for which a test is due. The test
 * shows whether the mix of error types has changed. Each project's worker makes its reports, so no
 * project waits for another.
 */
import { and, count, eq, gte, isNotNull, isNull, lte, max, ne, type SQL, sql } from "drizzle-orm";
import { matching } from "../../database/cases/case-filter.ts";
import type { Database } from "../../database/database.ts";
import { attributionTally } from "../../database/schema/findings.ts";
import { failedCase, project, report } from "../../database/schema/project.ts";
import type { ReportFilter } from "../../protocol/api/insights/reports.ts";
import type { Period } from "../../reports/case-row.ts";
import { reportDue } from "../../reports/schedule.ts";
import { CASES_PER_LOOK } from "../../reports/sequential-test.ts";
import { MAX_ROWS } from "./issue-report.ts";

/**
 * Work that is due for a project: a test whether the error types of one memory system have shifted,
 * or a report.
 */
export type DueInsight =
  | { readonly kind: "shift"; readonly system: string }
  | {
      readonly kind: "report";
      readonly trigger: "attributions" | "schedule";
      readonly period: Period;
      readonly filter: ReportFilter;
    };

/** Maximum number of projects that one sweep wakes. The next sweep wakes others, a minute later. */
const MAX_PROJECTS = 500;
/** Maximum number of a project's memory systems that one run tests. */
const MAX_SYSTEMS = 50;
/** Maximum length of a report's period. The report ignores older answers. */
const LONGEST_PERIOD_MS = 366 * 24 * 3_600_000;
/** A scheduled report waits this long, because events of its period can arrive after its end. */
const LATE_MS = 4 * 60_000;

export async function projectsWithDueCounts(database: Database): Promise<string[]> {
  const [shifts, reports] = await Promise.all([
    database
      .selectDistinct({ id: project.id })
      .from(attributionTally)
      .innerJoin(project, eq(project.id, attributionTally.project))
      .where(and(gte(attributionTally.sinceLook, CASES_PER_LOOK), isNull(project.deletedAt)))
      .orderBy(sql`random()`)
      .limit(MAX_PROJECTS),
    countedProjects(database, undefined).orderBy(sql`random()`).limit(MAX_PROJECTS),
  ]);
  return [...new Set([...shifts, ...reports].map(({ id }) => id))];
}

export async function projectsWithDueSchedules(database: Database, now: number): Promise<string[]> {
  const rows = await scheduledProjects(database, undefined, now);
  return rows.filter((row) => periodOf(row, now) !== null).map(({ id }) => id);
}

export async function dueInsights(
  database: Database,
  of: string,
  now: number,
): Promise<DueInsight[]> {
  const [systems, counted, scheduled] = await Promise.all([
    database
      .select({ system: attributionTally.system })
      .from(attributionTally)
      .innerJoin(project, eq(project.id, attributionTally.project))
      .where(
        and(
          eq(project.id, of),
          isNull(project.deletedAt),
          gte(attributionTally.sinceLook, CASES_PER_LOOK),
        ),
      )
      .limit(MAX_SYSTEMS),
    countedProjects(database, eq(project.id, of)),
    scheduledProjects(database, eq(project.id, of), now),
  ]);
  const reports = [
    ...counted.map(async (row) => {
      const period = await periodOfLatest(database, row, now);
      if (period === null) return [];
      const { filter } = row;
      return [{ kind: "report", trigger: "attributions", period, filter } as const];
    }),
    ...scheduled.map((row) => {
      const period = periodOf(row, now);
      if (period === null) return [];
      return [{ kind: "report", trigger: "schedule", period, filter: row.filter } as const];
    }),
  ];
  return [
    ...systems.map(({ system }) => ({ kind: "shift" as const, system })),
    ...(await Promise.all(reports)).flat(),
  ];
}

/**
 * A project can choose to get a report after every N attributed cases. Returns the projects that
 * have chosen this and have enough new attributed cases: at least N, and at least
 * `reportAfterCountAt`. This query also counts cases that the report's filters exclude, so the
 * report may not be due yet.
 */
function countedProjects(database: Database, which: SQL | undefined) {
  const fresh = sql<number>`sum(${attributionTally.sinceReport})`;
  const { id, reportAfter: after, reportAfterFilter: filter } = project;
  return database
    .select({ id, fresh, after, filter })
    .from(attributionTally)
    .innerJoin(project, eq(id, attributionTally.project))
    .where(and(which, isNotNull(after), isNull(project.deletedAt)))
    .groupBy(id)
    .having(sql`${fresh} >= max(${after}, ${project.reportAfterCountAt})`)
    .$dynamic();
}

interface CountedProject {
  readonly id: string;
  /** New attributions, including those that the filters exclude. */
  readonly fresh: number;
  readonly after: number | null;
  readonly filter: ReportFilter;
}

/**
 * Returns the period of a report about the newly attributed cases. It begins with the earliest
 * answer of those cases that pass the report's filters, and it ends now. Returns null if too few
 * cases pass the filters.
 */
async function periodOfLatest(
  database: Database,
  counted: CountedProject,
  now: number,
): Promise<Period | null> {
  const { id: of, fresh, after, filter } = counted;
  const isFiltered = Object.keys(filter).length > 0;
  const latest = database
    .select({ id: failedCase.id, at: failedCase.occurredAt })
    .from(failedCase)
    .where(and(eq(failedCase.project, of), isNotNull(failedCase.attributedAt)))
    .orderBy(sql`${failedCase.attributedAt} desc`)
    .limit(isFiltered ? fresh : Math.min(fresh, MAX_ROWS))
    .as("latest");
  const earliest = now - LONGEST_PERIOD_MS;
  const [row] = await database
    .select({ count: count(), first: sql<number | null>`min(${latest.at})` })
    .from(latest)
    .innerJoin(failedCase, eq(failedCase.id, latest.id))
    .where(isFiltered ? and(matching(of, filter), gte(latest.at, earliest)) : undefined);
  const missing = (after ?? 0) - (row?.count ?? 0);
  if (isFiltered && missing > 0) {
    await countAgainAfter(database, counted, missing);
    return null;
  }
  const first = Math.min(row?.first ?? now, now - 1);
  return { from: Math.max(first, earliest), to: now };
}

/**
 * Call this if too few cases pass the filters for a report. Postpones the next count until there
 * are `missing` more attributions. An earlier count would find too few cases again.
 */
async function countAgainAfter(
  database: Database,
  { id, fresh, after, filter }: CountedProject,
  missing: number,
): Promise<void> {
  // If the settings changed meanwhile, `missing` is wrong and must not be stored.
  const isSame = and(eq(project.reportAfter, after ?? 0), eq(project.reportAfterFilter, filter));
  await database
    .update(project)
    .set({ reportAfterCountAt: fresh + missing })
    .where(and(eq(project.id, id), isSame));
}

interface ScheduledProject {
  readonly schedule: Parameters<typeof reportDue>[0];
  readonly filter: ReportFilter;
  readonly lastEnd: number | null;
  readonly firstAt: number | null;
}

/**
 * Returns the projects with scheduled reports. For each project, `firstAt` is the time of its first
 * event, and `lastEnd` is the end of the period that its last scheduled report covers.
 */
async function scheduledProjects(database: Database, which: SQL | undefined, now: number) {
  const reported = database
    .select({ project: report.project, end: max(report.end).as("last_end") })
    .from(report)
    // If the period of a report ends in the future, a wrong clock was used to make it. So ignore
    // this report.
    .where(and(eq(report.trigger, "schedule"), lte(report.end, now)))
    .groupBy(report.project)
    .as("reported");
  return database
    .select({
      id: project.id,
      schedule: project.reportSchedule,
      filter: project.reportFilter,
      lastEnd: reported.end,
      firstAt: project.firstEventAt,
    })
    .from(project)
    .leftJoin(reported, eq(reported.project, project.id))
    .where(and(which, ne(project.reportSchedule, "off"), isNull(project.deletedAt)));
}

/**
 * Returns the period of the report that is due. Returns null if no report is due, or if the project
 * had no events before the end of the period.
 */
function periodOf({ schedule, lastEnd, firstAt }: ScheduledProject, now: number): Period | null {
  const period = reportDue(schedule, lastEnd, now - LATE_MS);
  return period !== null && firstAt !== null && firstAt < period.to ? period : null;
}
