/**
 * Counts answers by reading their rows. This is needed if tallies (stored counts) cannot give the
 * count. A kind is a combination of fields by which answers are counted (kinds.ts).
 */
import { and, count, eq, gte, lt, min, type SQL, sql } from "drizzle-orm";
import type { CaseSelection } from "../../../protocol/api/insights/case-selection.ts";
import type { BucketGrid } from "../../../reports/over-time.ts";
import type { Database } from "../../database.ts";
import { rightAnswer } from "../../schema/annotation/answers.ts";
import { failedCase } from "../../schema/project.ts";
import { IS_NO_CASE } from "../answers/is-no-case.ts";
import { matching } from "../case-filter.ts";
import { rightKind, wrongKind } from "./kinds.ts";
import type { Span } from "./tallied-spans.ts";

/**
 * Start of the last day before the year 0, in milliseconds since the epoch. Every stored answer is
 * later.
 */
const YEAR_0_MS = Date.UTC(-1, 11, 31);

const WRONG = sql<string>`${sql.raw(wrongKind("failed_case"))}`;
const RIGHT = sql<string>`${sql.raw(rightKind("right_answer"))}`;

/** SQL for the index of the time bucket that contains `at`. */
function bucketAt(at: SQL | typeof failedCase.occurredAt, { length, origin }: BucketGrid): SQL {
  // The division must round down, but SQLite rounds towards zero. So add a number that makes the
  // dividend positive.
  const shift = Math.ceil(-YEAR_0_MS / length) * length - origin + length;
  // D1 binds numbers as floating-point numbers, so cast the quotient to an integer.
  return sql`cast((${at} + ${shift}) / ${length} as integer)`;
}

/** Query that counts the matching cases by bucket and kind. */
export function countWrong(
  database: Database,
  project: string,
  filter: CaseSelection,
  grid: BucketGrid,
  limit: number,
) {
  return database
    .select({ kind: WRONG, count: count(), occurredAt: min(failedCase.occurredAt) })
    .from(failedCase)
    .where(matching(project, filter))
    .groupBy(bucketAt(failedCase.occurredAt, grid), WRONG)
    .limit(limit);
}

/**
 * Returns a query that counts the right answers in the span, by kind. An answer that was judged
 * right first, but became a case later, is not counted.
 */
export function countRight(database: Database, project: string, { from, to }: Span) {
  return database
    .select({ kind: RIGHT, count: count() })
    .from(rightAnswer)
    .where(
      and(
        eq(rightAnswer.project, project),
        gte(rightAnswer.occurredAt, from),
        lt(rightAnswer.occurredAt, to),
        IS_NO_CASE,
      ),
    )
    .groupBy(RIGHT);
}
