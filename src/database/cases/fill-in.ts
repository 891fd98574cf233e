import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { failedCase } from "../schema/project.ts";

type Known = Pick<
  typeof failedCase.$inferInsert,
  "expected" | "evidence" | "judgeReason" | "correction"
>;
type Field = "expected" | "evidence" | "judgeReason" | "correction";

/** SQL condition that is true if the stored expected answer came from the user's correction. */
const COMES_FROM_CORRECTION = sql`${failedCase.expected} ->> 0 is ${failedCase.correction} ->> 'expected'`;

/**
 * Fills the empty fields of a stored case with values that another source found. If a field
 * changes, queues the case for attribution. A new correction by the user replaces the stored one,
 * and also the expected answer that came from the stored one.
 */
export async function fillIn(
  database: Database,
  where: SQL | undefined,
  { expected, evidence, judgeReason, correction }: Known,
  now: number,
): Promise<void> {
  const filled: Partial<Record<Field, SQL>> = {};
  const gaps: SQL[] = [];
  const fill = (field: Field, isEmpty: SQL | undefined, value: unknown) => {
    if (isEmpty === undefined) return;
    const column = failedCase[field];
    gaps.push(isEmpty);
    filled[field] = sql`iif(${isEmpty}, ${sql.param(value, column)}, ${column})`;
  };
  const isOpen = eq(failedCase.expected, []);
  if (evidence.length > 0) fill("evidence", eq(failedCase.evidence, []), evidence);
  if (judgeReason) fill("judgeReason", isNull(failedCase.judgeReason), judgeReason);
  if (correction) {
    const isNew = sql`${failedCase.correction} is not ${sql.param(correction, failedCase.correction)}`;
    fill("correction", isNew, correction);
    if (expected.length > 0)
      fill("expected", or(isOpen, and(isNew, COMES_FROM_CORRECTION)), expected);
  } else if (expected.length > 0) fill("expected", isOpen, expected);
  if (gaps.length === 0) return;
  await database
    .update(failedCase)
    .set({ ...filled, state: "queued", stateAt: now, attempts: 0 })
    .where(and(where, or(...gaps)));
}
