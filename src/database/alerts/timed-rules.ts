import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { alertRule } from "../schema/alerts.ts";
import { project } from "../schema/project.ts";

/**
 * Maximum number of projects that one sweep wakes. If there are more, the sweep chooses some at
 * random, and later sweeps wake the others.
 */
const MAX_PROJECTS = 500;

/** Returns projects with a threshold or digest rule that was last checked before `now`. */
export async function projectsWithTimedRules(database: Database, now: number): Promise<string[]> {
  const rows = await database
    .selectDistinct({ id: alertRule.project })
    .from(alertRule)
    .innerJoin(project, eq(project.id, alertRule.project))
    .where(and(sql`is_timed`, lt(alertRule.checkedAt, now), isNull(project.deletedAt)))
    .orderBy(sql`random()`)
    .limit(MAX_PROJECTS);
  return rows.map(({ id }) => id);
}
