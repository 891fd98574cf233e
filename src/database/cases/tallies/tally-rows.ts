import { and, asc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "../../../reports/over-time.ts";
import type { Database } from "../../database.ts";
import { answerKind, answerTally, tallyCheck } from "../../schema/findings.ts";
import { ALL_TIME, type Span, type TalliedSpan } from "./tallied-spans.ts";

type TallyRow = typeof answerTally.$inferSelect;

export const selectKinds = (database: Database, project: string) =>
  database
    .select({ id: answerKind.id, kind: answerKind.kind })
    .from(answerKind)
    .where(eq(answerKind.project, project));

export const selectCheck = (database: Database, project: string) =>
  database
    .select({ mendedAt: tallyCheck.mendedAt, daysUntil: tallyCheck.daysUntil })
    .from(tallyCheck)
    .where(eq(tallyCheck.project, project));

/**
 * SQL condition that selects the tallies that begin in the span. The condition names both values of
 * `hours`, although it selects all tallies. Otherwise, SQLite could not use the primary key, in
 * which `hours` comes before `start`.
 */
export const talliesIn = (project: string, { from, to }: Span) =>
  and(
    eq(answerTally.project, project),
    inArray(answerTally.hours, [1, 24]),
    gte(answerTally.start, from),
    lt(answerTally.start, to),
  );

/**
 * Queries for the tallies of the span. If some of its days do not have daily tallies yet, the
 * queries read the hourly tallies of these days.
 */
export function selectTallies(database: Database, project: string, span: TalliedSpan) {
  const daysUntil = sql`coalesce((select ${tallyCheck.daysUntil} from ${tallyCheck} where ${eq(tallyCheck.project, project)}), ${ALL_TIME.from})`;
  // Give `start` only one lower bound (the later of the two) and one upper bound. With two lower
  // bounds, SQLite would use only one of them for its search, and would read rows that the other
  // one excludes.
  const select = (hours: TalliedSpan["hours"], from: number | SQL, to: number | SQL) =>
    database
      .select()
      .from(answerTally)
      .where(
        and(
          eq(answerTally.project, project),
          eq(answerTally.hours, hours),
          gte(answerTally.start, from),
          lt(answerTally.start, to),
        ),
      )
      .orderBy(asc(answerTally.start));
  if (span.hours === 1) return [select(1, span.from, span.to)];
  return [
    select(24, span.from, sql`min(${span.to}, ${daysUntil})`),
    select(1, sql`max(${span.from}, ${daysUntil})`, span.to),
  ];
}

export const spanOf = ({ start, hours }: TallyRow): Span => ({
  from: start,
  to: start + hours * HOUR_MS,
});

/**
 * `overflowed`: the tally adds several kinds into one count, because the project has more than
 * `MAX_KINDS`. `drifted`: the counts are wrong.
 */
export type ReadTally = Readonly<Record<string, number>> | "overflowed" | "drifted";

/**
 * Returns the number of answers of each kind; the key is the kind's id. Returns `drifted` if the
 * sum of the numbers is not the stored total. Even if the sum is right, single numbers can be
 * wrong. Only `prove-tallies.ts` finds such errors.
 */
export function readTally(row: TallyRow, kinds: Pick<ReadonlySet<string>, "has">): ReadTally {
  const counts = parse(row.counts);
  if (counts === undefined) return "drifted";
  let total = 0;
  for (const id in counts) {
    const count = counts[id] ?? 0;
    if (!Number.isInteger(count) || count <= 0 || !(id === "0" || kinds.has(id))) return "drifted";
    total += count;
  }
  if (total !== row.total) return "drifted";
  return "0" in counts ? "overflowed" : counts;
}

function parse(text: string): Record<string, number> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, number>)
      : undefined;
  } catch {
    return undefined;
  }
}
