/** Reads tallies, and refuses those that cannot be right. */
import { and, asc, eq, gte, lt } from "drizzle-orm";
import type { Database } from "../../database.ts";
import { answerKind, answerTally, tallyCheck } from "../../schema/findings.ts";
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
export type ReadTally = Readonly<Record<string, number>> | "untold" | "drifted";

/** The counts by id of their kind. A wrong count that keeps the total is found only by the sweep. */
export function readTally(row: TallyRow, kinds: ReadonlyMap<string, unknown>): ReadTally {
  const counts = parse(row.counts);
  if (counts === undefined) return "drifted";
  let total = 0;
  for (const id in counts) {
    const count = counts[id] ?? 0;
    if (!Number.isInteger(count) || count <= 0 || !(id === "0" || kinds.has(id))) return "drifted";
    total += count;
  }
  if (total !== row.total) return "drifted";
  return "0" in counts ? "untold" : counts;
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
