import { and, desc, isNotNull, sql } from "drizzle-orm";
import type { ErrorType } from "../../protocol/error-types.ts";
import type { Database } from "../database.ts";
import { failedCase } from "../schema/project.ts";
import { matching } from "./case-filter.ts";

export interface BlamedVariables {
  readonly id: string;
  readonly query: string;
  readonly errorType: ErrorType | null;
  readonly opName: string | null;
  readonly predictionId: string | null;
  /**
   * Ids of the variables that the verdict blames:
   * - the variables of the decisive steps
   * - the first variable that stated the wrong detail of the answer (`source.stated`)
   * - a variable that explains this detail, such as a newer version (`source.related`)
   */
  readonly variables: readonly string[];
}

const DECISIVE = sql<string | null>`(select json_group_array(json_extract(step.value, '$.variable'))
  from json_each(${failedCase.attribution}, '$.chain') as step
  where json_extract(step.value, '$.decisive'))`;

/** Returns the newest cases with a verdict, and the variables that each verdict blames. */
export async function blamedVariables(
  database: Database,
  project: string,
  graph: string,
  limit: number,
): Promise<BlamedVariables[]> {
  const rows = await database
    .select({
      id: failedCase.id,
      query: failedCase.query,
      errorType: failedCase.errorType,
      opName: failedCase.opName,
      predictionId: failedCase.predictionId,
      decisive: DECISIVE,
      stated: sql<
        string | null
      >`json_extract(${failedCase.attribution}, '$.source.stated.variable')`,
      related: sql<
        string | null
      >`json_extract(${failedCase.attribution}, '$.source.related.variable')`,
    })
    .from(failedCase)
    .where(and(matching(project, { graph }), isNotNull(failedCase.attribution)))
    .orderBy(desc(failedCase.occurredAt), desc(failedCase.id))
    .limit(limit);
  return rows.map(({ decisive, stated, related, ...row }) => {
    const ofChain: unknown = decisive === null ? [] : JSON.parse(decisive);
    const all = [...(Array.isArray(ofChain) ? ofChain : []), stated, related];
    return { ...row, variables: all.filter((id) => typeof id === "string") };
  });
}
