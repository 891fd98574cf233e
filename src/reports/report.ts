/**
 * Builds the report of a period from figures, without a model. Equal cases give an equal report.
 */
import type { ReportBody, ReportOverview } from "../protocol/api/insights/reports.ts";
import { buildConclusions } from "./advice/conclusions.ts";
import type { CaseFacts, Period } from "./case-row.ts";
import { isAttributed, isUndecided, within } from "./case-row.ts";
import { buildFindings } from "./findings.ts";
import { type HeadlineScope, headline } from "./headline.ts";
import type { ReportRow } from "./representative-cases.ts";
import { compareKeys, countByType, sharesBy } from "./shares.ts";

/**
 * The period before the report's period. Both must be equally long, because their numbers of cases
 * are compared.
 */
export interface PreviousPeriod {
  readonly rows: readonly CaseFacts[];
  readonly period: Period;
  readonly report: string | null;
}

/**
 * Ignores cases outside the two periods. Without a previous period, the report shows no changes.
 */
export function buildReport(
  rows: readonly ReportRow[],
  period: Period,
  previous: PreviousPeriod | null,
  overview: ReportOverview,
  scope?: HeadlineScope,
): ReportBody {
  const inPeriod = within(rows, period);
  const attributed = inPeriod.filter(isAttributed);
  return {
    headline: headline(inPeriod, scope),
    overview,
    cases: inPeriod.length,
    attributed: attributed.length,
    undecided: inPeriod.filter(isUndecided).length,
    byType: countByType(attributed),
    byOperation: sharesBy(attributed, (row) => row.opName),
    bySystem: sharesBy(inPeriod, (row) => row.system),
    findings: buildFindings(attributed),
    changes: previous === null ? null : changesSince(previous, inPeriod),
    conclusions: buildConclusions(attributed),
  };
}

type Changes = NonNullable<ReportBody["changes"]>;

function changesSince(previous: PreviousPeriod, now: readonly CaseFacts[]): Changes {
  const before = within(previous.rows, previous.period);
  return {
    since: new Date(previous.period.from).toISOString(),
    previousReport: previous.report,
    cases: { before: before.length, now: now.length },
    undecided: {
      before: before.filter(isUndecided).length,
      now: now.filter(isUndecided).length,
    },
    byType: changesBy(before, now, (row) => row.errorType),
    byOperation: changesBy(before, now, (row) => row.opName),
  };
}

/** The largest change comes first. */
function changesBy(
  before: readonly CaseFacts[],
  now: readonly CaseFacts[],
  trait: (row: CaseFacts) => string | null,
): Changes["byType"] {
  const countsBefore = countsOf(before, trait);
  const countsNow = countsOf(now, trait);
  return [...new Set([...countsBefore.keys(), ...countsNow.keys()])]
    .map((key) => ({
      key,
      before: countsBefore.get(key) ?? 0,
      now: countsNow.get(key) ?? 0,
    }))
    .sort(
      (a, b) =>
        Math.abs(b.now - b.before) - Math.abs(a.now - a.before) ||
        b.now - a.now ||
        compareKeys(a.key, b.key),
    );
}

function countsOf(
  rows: readonly CaseFacts[],
  trait: (row: CaseFacts) => string | null,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows.filter(isAttributed)) {
    const key = trait(row);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
