/** Reads tallies, and refuses those that cannot be right. */
import { and, asc, eq, gte, lt } from "drizzle-orm";
import type { Database } from "../../database.ts";
import { answerKind, answerTally, tallyCheck } from "../../schema/tallies.ts";
import { HOUR_MS, type Span, type TalliedSpan } from "./tallied-spans.ts";

type TallyRow = typeof answerTally.$inferSelect;

export const selectKinds = (database: Database, project: string) =>
  database
    .select({ id: answerKind.id, kind: answerKind.kind })
    .from(answerKind)
    .where(eq(answerKind.project, project));

export const selectCheck = (database: Database, project: string) =>
  database
    .select({ mendedAt: tallyCheck.mendedAt })
    .from(tallyCheck)
    .where(eq(tallyCheck.project, project));

export const selectTallies = (database: Database, project: string, span: TalliedSpan) =>
  database
    .select()
    .from(answerTally)
    .where(
      and(
        eq(answerTally.project, project),
        eq(answerTally.hours, span.hours),
        gte(answerTally.start, span.from),
        lt(answerTally.start, span.to),
      ),
    )
    .orderBy(asc(answerTally.start));

export const spanOf = ({ start, hours }: TallyRow): Span => ({
  from: start,
  to: start + hours * HOUR_MS,
});

/** `untold`: kinds without room were counted together. `drifted`: the counts are wrong. */
export type ReadTally = ReadonlyMap<string, number> | "untold" | "drifted";

/** The counts by kind. A wrong count that keeps the total is found only by the sweep. */
export function readTally(row: TallyRow, kinds: ReadonlyMap<string, string>): ReadTally {
  const counts = parse(row.counts);
  if (counts === undefined) return "drifted";
  const entries = Object.entries(counts);
  if (!entries.every(([, count]) => Number.isInteger(count) && count > 0)) return "drifted";
  if (entries.reduce((sum, [, count]) => sum + count, 0) !== row.total) return "drifted";
  const byKind = new Map<string, number>();
  for (const [id, count] of entries) {
    if (id === "0") return "untold";
    const kind = kinds.get(id);
    if (kind === undefined) return "drifted";
    byKind.set(kind, count);
  }
  return byKind;
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
