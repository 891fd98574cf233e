import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { Shift } from "../../protocol/api/insights/shifts.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import type { SequentialTestResult, SequentialTestState } from "../../reports/sequential-test.ts";
import type { FoundShift, ShiftRow } from "../../reports/shift.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import type { NewDelivery } from "../jobs/webhook-repository.ts";
import { attributionTally, shift, shiftCase } from "../schema/findings.ts";
import { delivery, failedCase } from "../schema/project.ts";

/** Maximum number of cases in one statement. D1 allows at most 100 bound parameters. */
const CASES_AT_ONCE = 40;

export class ShiftRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Returns the state of the tests for a shift: the baseline, and the times of earlier tests. Each
   * test uses only cases of the system that were opened after the baseline. If a clock was wrong,
   * stored times can be in the future. The result has no test times in the future. If the baseline
   * is in the future, it becomes `now`. Otherwise, the next tests would find no cases.
   */
  async lookState(system: string, now: number): Promise<SequentialTestState | undefined> {
    const [row] = await this.#database.select().from(attributionTally).where(this.#of(system));
    if (row === undefined) return undefined;
    const { baseline, lookCount, looks } = row;
    return {
      ...{ baseline: Math.min(baseline, now), lookCount },
      looks: looks.filter((at) => at <= now),
    };
  }

  /**
   * Returns the cases with a verdict that were opened after the baseline and not after `now`,
   * newest first.
   */
  async rowsSince(
    system: string,
    { baseline }: SequentialTestState,
    now: number,
    limit: number,
  ): Promise<ShiftRow[]> {
    return this.#database
      .select({
        id: failedCase.id,
        graph: failedCase.graph,
        errorType: failedCase.errorType,
        op: failedCase.op,
        opName: failedCase.opName,
        createdAt: failedCase.createdAt,
      })
      .from(failedCase)
      .where(
        and(
          eq(failedCase.project, this.#project),
          // This condition must be spelled exactly as in the index `failed_case_mix`. Otherwise
          // SQLite would not use the index.
          sql`state = 'done' and outcome is not null`,
          sql`${failedCase.system} is ${system === "" ? null : system}`,
          gt(failedCase.createdAt, baseline),
          lte(failedCase.createdAt, now),
        ),
      )
      .orderBy(desc(failedCase.createdAt))
      .limit(limit);
  }

  /** Stores the state after a test that found no shift. */
  async looked(system: string, state: SequentialTestState): Promise<void> {
    await this.#startingFrom(system, state);
  }

  /**
   * Stores the shift, its deliveries, and the state before the next test, in one transaction. Fails
   * if a shift with this id exists.
   */
  async store(
    id: string,
    system: string,
    { body, headline, cases }: FoundShift,
    { next, left }: Pick<SequentialTestResult, "next" | "left">,
    deliveries: readonly NewDelivery[],
    now: number,
  ): Promise<void> {
    const database = this.#database;
    const row = { id, project: this.#project, system: system === "" ? null : system, at: now };
    const some = Array.from({ length: Math.ceil(cases.length / CASES_AT_ONCE) }, (_, index) =>
      cases.slice(index * CASES_AT_ONCE, (index + 1) * CASES_AT_ONCE),
    );
    await database.batch([
      database.insert(shift).values({ ...row, headline, body }),
      ...some.map((ids) =>
        database.insert(shiftCase).values(ids.map((one) => ({ shift: id, case: one }))),
      ),
      this.#startingFrom(system, next, left),
      ...deliveries.map((item) => database.insert(delivery).values(item)),
    ]);
  }

  async find(id: string): Promise<Shift | undefined> {
    const [row] = await this.#database
      .select()
      .from(shift)
      .where(and(eq(shift.project, this.#project), eq(shift.id, id)));
    return row && toShift(row);
  }

  /** Returns the shifts, newest first. */
  async list(cursor: Cursor | undefined, limit: number) {
    const rows = await this.#database
      .select()
      .from(shift)
      .where(and(eq(shift.project, this.#project), afterCursor(cursor, shift.at, shift.id)))
      .orderBy(desc(shift.at), desc(shift.id))
      .limit(limit + 1);
    return pageOf(rows, limit, toShift, (row) => ({ time: row.at, id: row.id }));
  }

  #startingFrom(system: string, { baseline, lookCount, looks }: SequentialTestState, left = 0) {
    return this.#database
      .update(attributionTally)
      .set({ baseline, lookCount, looks: [...looks], sinceLook: left })
      .where(this.#of(system));
  }

  #of(system: string) {
    return and(eq(attributionTally.project, this.#project), eq(attributionTally.system, system));
  }
}

function toShift({ id, system, at, headline, body }: typeof shift.$inferSelect): Shift {
  return { id, system, at: new Date(at).toISOString(), headline, body };
}
