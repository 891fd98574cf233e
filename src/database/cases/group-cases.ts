import { sql } from "drizzle-orm";
import type { CaseFilter } from "../../protocol/api/api.ts";
import type { CaseGroup } from "../../reports/case-row.ts";
import type { BucketGrid } from "../../reports/over-time.ts";
import type { Database } from "../database.ts";
import { failedCase } from "../schema/project.ts";
import { matching } from "./case-filter.ts";
import { LABELLED_CAUSES } from "./case-views.ts";

/** No case occurred earlier. */
const YEAR_0_MS = Date.UTC(-1, 11, 31);

export interface AskedGroups {
  readonly filter: CaseFilter;
  /** Cases of two buckets are never in one group. */
  readonly grid: BucketGrid;
  /** Maximum number of groups. */
  readonly limit: number;
}

/** The cases that pass the filter, grouped by all that a distribution shows. */
export async function groupCases(
  database: Database,
  project: string,
  { filter, grid, limit }: AskedGroups,
): Promise<CaseGroup[]> {
  const { system, sessionCategory, state, outcome, errorType, subKind, opName } = failedCase;
  const shown = { system, sessionCategory, state, outcome, errorType, subKind, opName };
  // Positive, because SQLite rounds towards zero.
  const shift = Math.ceil(-YEAR_0_MS / grid.length) * grid.length - grid.origin + grid.length;
  // A bound number is a real number in SQLite.
  const bucket = sql`cast((${failedCase.occurredAt} + ${shift}) / ${grid.length} as integer)`;
  const labelledOp = sql<string | null>`iif(${failedCase.label} is null, null, ${failedCase.op})`;
  return database
    .select({
      ...shown,
      count: sql<number>`count(*)`,
      occurredAt: sql<number>`min(${failedCase.occurredAt})`,
      op: labelledOp,
      label: LABELLED_CAUSES.mapWith(failedCase.label),
    })
    .from(failedCase)
    .where(matching(project, filter))
    .groupBy(bucket, ...Object.values(shown), labelledOp, LABELLED_CAUSES)
    .limit(limit);
}
