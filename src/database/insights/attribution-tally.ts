import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { StoredCaseRow } from "../cases/case-views.ts";
import type { Database } from "../database.ts";
import { attributionTally } from "../schema/findings.ts";
import { failedCase, project as projectTable } from "../schema/project.ts";
import type { TakenCase } from "./record-finding.ts";

/** Statement that counts an attribution, if it is the case's first one. */
export function countedOnce(
  { database, where }: TakenCase,
  { system }: Pick<StoredCaseRow, "system">,
) {
  return database
    .insert(attributionTally)
    .select(
      database
        .select({
          project: failedCase.project,
          system: sql<string>`${system ?? ""}`.as("system"),
          sinceReport: sql<number>`1`.as("since_report"),
          sinceLook: sql<number>`1`.as("since_look"),
          baseline: sql<number>`0`.as("baseline"),
          lookCount: sql<number>`0`.as("look_count"),
          looks: sql<number[]>`'[]'`.as("looks"),
        })
        .from(failedCase)
        .where(and(where, isNull(failedCase.attributedAt))),
    )
    .onConflictDoUpdate({
      target: [attributionTally.project, attributionTally.system],
      set: {
        sinceReport: sql`${attributionTally.sinceReport} + 1`,
        sinceLook: sql`${attributionTally.sinceLook} + 1`,
      },
    });
}

/** Statements that set the number of attributions since the last report to 0. */
export function sinceReport(database: Database, project: string) {
  return [
    database
      .update(attributionTally)
      .set({ sinceReport: 0 })
      .where(eq(attributionTally.project, project)),
    database
      .update(projectTable)
      .set({ reportAfterCountAt: 0 })
      .where(and(eq(projectTable.id, project), gt(projectTable.reportAfterCountAt, 0))),
  ] as const;
}
