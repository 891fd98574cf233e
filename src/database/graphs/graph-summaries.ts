import { and, desc, eq } from "drizzle-orm";
import type { GraphSummary } from "../../protocol/api/api.ts";
import type { Database } from "../database.ts";
import { failedCase, graph } from "../schema/project.ts";

/** Query for graphs in the API's lists, last changed first. */
export function summariesIn(
  database: Database,
  project: string,
  where: Parameters<typeof and>[0],
  limit: number,
) {
  return database
    .select({
      id: graph.id,
      user: graph.user,
      system: graph.system,
      replayed: graph.replayed,
      createdAt: graph.createdAt,
      updatedAt: graph.updatedAt,
      sessions: graph.sessions,
      operations: graph.operations,
      variables: graph.variables,
      links: graph.links,
      wantedRevision: graph.wantedRevision,
      examinedRevision: graph.examinedRevision,
      givenUpRevision: graph.givenUpRevision,
      cases: database.$count(
        failedCase,
        and(eq(failedCase.project, project), eq(failedCase.graph, graph.id)),
      ),
    })
    .from(graph)
    .where(and(eq(graph.project, project), where))
    .orderBy(desc(graph.updatedAt), desc(graph.id))
    .limit(limit);
}

export type PreparedSummary = ReturnType<ReturnType<typeof summariesIn>["prepare"]>;

export function toSummary({
  wantedRevision,
  examinedRevision,
  givenUpRevision,
  ...row
}: {
  id: string;
  user: string | null;
  system: string | null;
  replayed: string | null;
  createdAt: number;
  updatedAt: number;
  sessions: number;
  operations: number;
  variables: number;
  links: number;
  cases: number;
  wantedRevision: number;
  examinedRevision: number;
  givenUpRevision: number;
}): GraphSummary {
  const isExamined = examinedRevision >= wantedRevision;
  return {
    ...row,
    isExamined,
    isGivenUp: !isExamined && givenUpRevision >= wantedRevision,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}
