import { sql } from "drizzle-orm";
import type { CaseCount, CaseFilter } from "../../protocol/api/api.ts";
import { MAX_COUNTED_CASES } from "../../protocol/limits.ts";
import type { Database } from "../database.ts";
import { failedCase } from "../schema/project.ts";
import { matching } from "./case-filter.ts";
import { countWrongCases } from "./tallies/count-wrong.ts";
import { isCarried } from "./tallies/kinds.ts";

/**
 * Counts the cases that pass the filter. Usually the count comes from tallies (stored counts). If
 * the filter has a field by which tallies cannot count, the cases are counted one by one, up to
 * `MAX_COUNTED_CASES`.
 */
export async function countCases(
  database: Database,
  project: string,
  filter: CaseFilter,
): Promise<CaseCount> {
  if (isCarried(filter)) {
    return { cases: await countWrongCases(database, project, filter), isMore: false };
  }
  const some = database
    .select({ one: sql<number>`1`.as("one") })
    .from(failedCase)
    .where(matching(project, filter))
    .limit(MAX_COUNTED_CASES + 1)
    .as("some");
  const found = await database.$count(some);
  return { cases: Math.min(found, MAX_COUNTED_CASES), isMore: found > MAX_COUNTED_CASES };
}
