import { and, asc, eq, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import type { HealthBound, HealthBoundSetting } from "../../protocol/api/explorer/health-bounds.ts";
import type { BoundState } from "../../protocol/api/explorer/health-words.ts";
import type { Database } from "../database.ts";
import { guardedBatch } from "../guarded-batch.ts";
import { healthBound } from "../schema/memory.ts";
import { delivery, project } from "../schema/project.ts";
import { isOver } from "../stored-times.ts";

/**
 * Minimum time between two checks of a bound. It is long, because a check adds up the figures of
 * all graphs.
 */
const CHECK_MS = 3_600_000;
/** Maximum number of projects that one sweep finds. */
const MAX_PROJECTS = 500;

type NewDelivery = typeof delivery.$inferInsert;
export type BoundRow = typeof healthBound.$inferSelect;

const isDue = (now: number): SQL => isOver(healthBound.checkedAt, now, CHECK_MS);

export async function projectsWithDueBounds(database: Database, now: number): Promise<string[]> {
  const rows = await database
    .selectDistinct({ id: healthBound.project })
    .from(healthBound)
    .innerJoin(project, eq(project.id, healthBound.project))
    .where(and(isDue(now), isNull(project.deletedAt)))
    .orderBy(sql`random()`)
    .limit(MAX_PROJECTS);
  return rows.map(({ id }) => id);
}

export class HealthBoundRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  async list(): Promise<HealthBound[]> {
    const rows = await this.#database
      .select()
      .from(healthBound)
      .where(eq(healthBound.project, this.#project))
      .orderBy(asc(healthBound.figure));
    return rows.map(({ figure, bound, days, state, changedAt, checkedAt }) => ({
      ...{ figure, bound, days, state },
      changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
      checkedAt: checkedAt === 0 ? null : new Date(checkedAt).toISOString(),
    }));
  }

  /**
   * Replaces all bounds of the project. An unchanged bound keeps its state. A changed bound is
   * checked again.
   */
  async put(bounds: readonly HealthBoundSetting[]): Promise<void> {
    const figures = bounds.map(({ figure }) => figure);
    await this.#database.batch([
      this.#database
        .delete(healthBound)
        .where(
          and(eq(healthBound.project, this.#project), notInArray(healthBound.figure, figures)),
        ),
      ...bounds.map(({ figure, bound, days }) =>
        this.#database
          .insert(healthBound)
          .values({ project: this.#project, figure, bound, days })
          .onConflictDoUpdate({
            target: [healthBound.project, healthBound.figure],
            set: { bound, days, state: "met", changedAt: null, checkedAt: 0 },
            setWhere: sql`${healthBound.bound} <> ${bound} or ${healthBound.days} is not ${days}`,
          }),
      ),
    ]);
  }

  /** Returns the bounds that were not checked in the last hour. */
  due(now: number): Promise<BoundRow[]> {
    return this.#database
      .select()
      .from(healthBound)
      .where(and(eq(healthBound.project, this.#project), isDue(now)));
  }

  /**
   * Stores the result of a check, and the deliveries if the bound's state changed. Stores nothing
   * if another request changed or checked the bound meanwhile.
   * @returns whether the result was stored
   */
  async record(
    { figure, bound, days, state: before, changedAt, checkedAt }: BoundRow,
    state: BoundState,
    deliveries: readonly NewDelivery[],
    now: number,
  ): Promise<boolean> {
    const isSame = sql`${healthBound.bound} = ${bound} and ${healthBound.days} is ${days}
      and ${healthBound.checkedAt} = ${checkedAt}`;
    const done = await guardedBatch(this.#database, "health_bound.state", [
      this.#database
        .update(healthBound)
        .set({
          state: sql`case when ${isSame} then ${state} end`,
          ...{ checkedAt: now, changedAt: state === before ? changedAt : now },
        })
        .where(and(eq(healthBound.project, this.#project), eq(healthBound.figure, figure))),
      ...deliveries.map((row) => this.#database.insert(delivery).values(row)),
    ]);
    return done !== undefined;
  }
}
