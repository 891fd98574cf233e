import { and, count, eq, gte, lt, max, min, type SQL, sql } from "drizzle-orm";
import {
  type FindingFix,
  type FindingRef,
  type FindingSummary,
  TREND_WEEKS,
} from "../../protocol/api/insights/findings.ts";
import { findingTitle } from "../../reports/findings.ts";
import type { Database } from "../database.ts";
import { experiment } from "../schema/experiments.ts";
import { finding } from "../schema/findings.ts";
import { user } from "../schema/identity.ts";
import { failedCase } from "../schema/project.ts";
import { prompt, promptVersion } from "../schema/prompts.ts";
import { countsFor, isCaseOf, part } from "./record-finding.ts";

export type FindingRow = typeof finding.$inferSelect;
export type Trends = ReadonlyMap<string, number[]>;

const WEEK_MS = 7 * 24 * 3_600_000;

export const selectFindings = (database: Database) =>
  database
    .select({
      finding,
      cases: count(failedCase.id),
      firstAt: min(failedCase.occurredAt),
      lastAt: max(failedCase.occurredAt),
      assignee: user.name,
      prompt: prompt.name,
      experiment: experiment.name,
    })
    .from(finding)
    .innerJoin(part, countsFor)
    .leftJoin(failedCase, isCaseOf(part))
    .leftJoin(user, eq(user.id, finding.assignee))
    .leftJoin(
      promptVersion,
      and(
        eq(promptVersion.prompt, finding.fixPrompt),
        eq(promptVersion.number, finding.fixVersion),
      ),
    )
    .leftJoin(prompt, eq(prompt.id, promptVersion.prompt))
    .leftJoin(experiment, eq(experiment.id, finding.fixExperiment))
    .$dynamic();

type SelectedFinding = Awaited<ReturnType<typeof selectFindings>>[number];

/** Returns each finding's number of cases per week, oldest week first. */
export async function trendsOf(
  database: Database,
  where: SQL | undefined,
  now: number,
): Promise<Trends> {
  const start = now - TREND_WEEKS * WEEK_MS;
  const week = sql<number>`cast((${failedCase.occurredAt} - ${start}) / ${WEEK_MS} as integer)`;
  const isRecent = and(gte(failedCase.occurredAt, start), lt(failedCase.occurredAt, now));
  const rows = await database
    .select({ id: finding.id, week, cases: count() })
    .from(finding)
    .innerJoin(part, countsFor)
    .innerJoin(failedCase, isCaseOf(part))
    .where(and(where, isRecent))
    .groupBy(finding.id, week);
  const trends = new Map<string, number[]>();
  for (const row of rows) {
    const trend = trends.get(row.id) ?? noTrend();
    trend[row.week] = row.cases;
    trends.set(row.id, trend);
  }
  return trends;
}

const noTrend = () => Array.from({ length: TREND_WEEKS }, () => 0);

export function toSummary(selected: SelectedFinding, trends: Trends): FindingSummary {
  const { finding: row, cases, firstAt, lastAt, assignee } = selected;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    ...toRef(row),
    ...{ errorType: row.errorType, opName: row.opName, state: row.state, cases },
    stateAt: new Date(row.stateAt).toISOString(),
    fixedAt: iso(row.fixedAt),
    firstCaseAt: iso(firstAt),
    lastCaseAt: iso(lastAt),
    trend: trends.get(row.id) ?? noTrend(),
    assignee:
      row.assignee === null || assignee === null ? null : { id: row.assignee, name: assignee },
    fix: fixOf(selected),
  };
}

export const toRef = ({ id, errorType, opName, system }: FindingRow): FindingRef => ({
  ...{ id, title: findingTitle(errorType, opName), system },
});

/**
 * Returns the linked fix. Null without a link, or if the linked prompt version and experiment were
 * both deleted.
 */
function fixOf({
  finding: row,
  prompt: name,
  experiment: run,
}: SelectedFinding): FindingFix | null {
  const { fixPrompt, fixVersion, fixExperiment, fixSource } = row;
  const version =
    fixPrompt === null || fixVersion === null || name === null
      ? null
      : { id: fixPrompt, name, version: fixVersion };
  const shown = fixExperiment === null || run === null ? null : { id: fixExperiment, name: run };
  if (fixSource === null || (version === null && shown === null)) return null;
  return { prompt: version, experiment: shown, source: fixSource };
}
