import { and, asc, desc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { MAIN_DATABASE, type PackBindings } from "../graphs/pack-databases.ts";
import { project } from "../schema/project.ts";
import { usageDay } from "../schema/teams/usage.ts";

export interface DatabaseSize {
  readonly binding: string;
  readonly bytes: number;
}

/**
 * A database with more bytes is full. It gets no new project, and one of its projects moves away.
 */
const FULL_BYTES = 8_000_000_000;

/**
 * Returns the binding of the smallest database that is not full. The main database comes last,
 * because it also stores cases and accounts.
 */
export function databaseForNew(sizes: readonly DatabaseSize[], fullBytes = FULL_BYTES): string {
  const others = sizes
    .filter(({ binding, bytes }) => binding !== MAIN_DATABASE && bytes < fullBytes)
    .sort((a, b) => a.bytes - b.bytes);
  return others[0]?.binding ?? MAIN_DATABASE;
}

/**
 * Makes a database the project's current database. New packs are then stored there. The sweep moves
 * the existing packs.
 * @returns false if the project does not exist, is already in this database, or is being moved or
 * deleted
 */
export async function beginMove(
  database: Database,
  projectId: string,
  to: string,
  now: number,
): Promise<boolean> {
  const changed = await database
    .update(project)
    .set({
      previousPackDatabase: sql`${project.packDatabase}`,
      packDatabase: to,
      packDatabaseSince: now,
    })
    .where(
      and(
        eq(project.id, projectId),
        ne(project.packDatabase, to),
        isNull(project.previousPackDatabase),
        isNull(project.deletedAt),
      ),
    )
    .returning({ id: project.id });
  return changed.length > 0;
}

export interface MovingProject extends PackBindings {
  readonly id: string;
  readonly previous: string;
  /** Time at which the new database was chosen. */
  readonly since: number;
}

/** Returns the projects whose packs are moving, earliest start first. */
export async function movingProjects(database: Database, limit: number): Promise<MovingProject[]> {
  return database
    .select({
      id: project.id,
      current: project.packDatabase,
      previous: sql<string>`${project.previousPackDatabase}`,
      since: sql<number>`coalesce(${project.packDatabaseSince}, 0)`,
    })
    .from(project)
    .where(isNotNull(project.previousPackDatabase))
    .orderBy(asc(project.packDatabaseSince), asc(project.id))
    .limit(limit);
}

/** Call this when the previous database contains no pack of the project any more. */
export async function endMove(database: Database, { id, previous }: MovingProject): Promise<void> {
  await database
    .update(project)
    .set({ previousPackDatabase: null })
    .where(and(eq(project.id, id), eq(project.previousPackDatabase, previous)));
}

/**
 * Begins to move one project out of each full database. The project goes to the smallest other
 * database, but never to the main database. Of the projects that fit there, the largest is chosen.
 * Databases that already take part in a move are skipped, because their sizes are still changing.
 * @returns the projects that begin to move
 */
export async function emptyFullDatabases(
  database: Database,
  sizes: readonly DatabaseSize[],
  now: number,
  fullBytes = FULL_BYTES,
): Promise<string[]> {
  const moved: string[] = [];
  const busy = await busyDatabases(database);
  for (const { binding } of sizes.filter(({ bytes }) => bytes > fullBytes)) {
    const [target] = sizes
      .filter((size) => size.binding !== binding && size.binding !== MAIN_DATABASE)
      .filter((size) => !busy.has(size.binding))
      .sort((a, b) => a.bytes - b.bytes);
    if (target === undefined || busy.has(binding)) continue;
    const bytes = sql<number>`coalesce(sum(${usageDay.bytes}), 0)`;
    const [largest] = await database
      .select({ id: project.id })
      .from(project)
      .innerJoin(usageDay, eq(usageDay.project, project.id))
      .where(and(eq(project.packDatabase, binding), isNull(project.deletedAt)))
      .groupBy(project.id)
      .having(sql`${bytes} > 0 and ${bytes} < ${fullBytes - target.bytes}`)
      .orderBy(desc(bytes), asc(project.id))
      .limit(1);
    if (largest === undefined) continue;
    if (!(await beginMove(database, largest.id, target.binding, now))) continue;
    moved.push(largest.id);
    busy.add(binding).add(target.binding);
  }
  return moved;
}

async function busyDatabases(database: Database): Promise<Set<string>> {
  const moves = await database
    .selectDistinct({ current: project.packDatabase, previous: project.previousPackDatabase })
    .from(project)
    .where(isNotNull(project.previousPackDatabase));
  return new Set(moves.flatMap(({ current, previous }) => [current, previous ?? current]));
}
