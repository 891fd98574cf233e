/** The deliveries of an attributed case, in the transaction that stores its attribution. */
import { and, eq, notExists } from "drizzle-orm";
import type { Attribution } from "../../protocol/api/attribution.ts";
import { findingIdOf, type TakenCase } from "../insights/record-finding.ts";
import { isAboutFinding, nameMergedFinding, tellFinding } from "../insights/tell-finding.ts";
import { delivery, failedCase } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";

/** Stores nothing if the case was deleted. Deliveries about its finding need that it changed. */
export function deliveriesOfCase(
  { database, project, where }: TakenCase,
  { system }: { readonly system: string | null },
  { errorType, opName }: Attribution,
  deliveries: readonly (typeof delivery.$inferInsert)[],
  now: number,
) {
  if (deliveries.length === 0) return [];
  const own = deliveries.filter((row) => !isAboutFinding(row));
  const ids = own.map(({ id }) => id);
  const kept = [
    ...own.map((row) => database.insert(delivery).values(row).onConflictDoNothing()),
    database
      .delete(delivery)
      .where(
        and(
          eq(delivery.project, project),
          isOneOf(delivery.id, ids),
          notExists(database.select({ id: failedCase.id }).from(failedCase).where(where)),
        ),
      ),
  ];
  if (errorType === null) return kept;
  const id = findingIdOf(project, system, errorType, opName);
  return [
    ...kept,
    ...tellFinding(database, { id, isNew: true }, deliveries, now),
    nameMergedFinding(database, id, deliveries),
  ];
}
