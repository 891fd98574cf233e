import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { judgement, judgeSettings } from "../schema/judge.ts";

/** Maximum number of projects that one sweep finds. They are chosen at random. */
const MAX_PROJECTS = 200;

export async function projectsToJudge(database: Database, now: number): Promise<string[]> {
  const rows = await database
    .select({ project: judgeSettings.project })
    .from(judgeSettings)
    .where(
      and(
        eq(judgeSettings.enabled, true),
        sql`exists (select 1 from ${judgement} where ${judgement.project} = ${judgeSettings.project}
          and ${judgement.state} = 'waiting' and ${judgement.dueAt} <= ${now})`,
      ),
    )
    .orderBy(sql`random()`)
    .limit(MAX_PROJECTS);
  return rows.map(({ project }) => project);
}
