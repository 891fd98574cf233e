import { sql } from "drizzle-orm";
import type { Attribution } from "../../protocol/api/attribution.ts";
import { insertWhere } from "../conditional-insert.ts";
import { findingIdOf, type TakenCase } from "../insights/record-finding.ts";
import { isAboutFinding, nameMergedFinding, tellFinding } from "../insights/tell-finding.ts";
import { delivery, failedCase } from "../schema/project.ts";

/**
 * Statements that store the deliveries about an attributed case. Run them in the transaction that
 * stores the attribution. A delivery about the case is stored only if the case still exists. A
 * delivery about its finding is stored only if this transaction opened or reopened the finding.
 */
export function deliveriesOfCase(
  { database, project, where }: TakenCase,
  system: string | null,
  { errorType, opName }: Attribution,
  deliveries: readonly (typeof delivery.$inferInsert)[],
  now: number,
) {
  const isThere = sql`exists (select 1 from ${failedCase} where ${where})`;
  const own = deliveries
    .filter((row) => !isAboutFinding(row))
    .map((row) => insertWhere(database, delivery, [{ round: 0, replays: 0, ...row }], isThere));
  if (errorType === null || deliveries.length === 0) return own;
  const finding = findingIdOf(project, system, errorType, opName);
  return [
    ...own,
    ...tellFinding(database, { id: finding, isNew: true }, deliveries, now),
    nameMergedFinding(database, finding, deliveries),
  ];
}
