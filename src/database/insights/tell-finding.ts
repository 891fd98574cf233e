/**
 * Stores deliveries that report a change of a finding. They are stored only if the same transaction
 * has made this change.
 */
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { insertWhere } from "../conditional-insert.ts";
import type { Database } from "../database.ts";
import { finding } from "../schema/findings.ts";
import { delivery } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { part } from "./record-finding.ts";

export type FindingDelivery = typeof delivery.$inferInsert;

const STATES: Readonly<Record<string, readonly (typeof finding.$inferSelect)["state"][]>> = {
  "finding.opened": ["open"],
  "finding.reopened": ["reopened", "open"],
  "finding.closed": ["fixed"],
};

export const isAboutFinding = ({ event }: FindingDelivery) => event in STATES;

/**
 * Statements that store the deliveries. In the same transaction, first run the statements that
 * change the finding. Both need the same `now`: the deliveries are stored only if the finding
 * changed at exactly this time.
 */
export function tellFinding(
  database: Database,
  { id, isNew }: { readonly id: string; readonly isNew?: boolean },
  deliveries: readonly FindingDelivery[],
  now: number,
) {
  return deliveries.filter(isAboutFinding).map((row) => {
    const changed = and(
      or(eq(finding.id, id), eq(finding.id, mergedIntoOf(id))),
      inArray(finding.state, [...(STATES[row.event] ?? [])]),
      eq(finding.stateAt, now),
      // A finding that was just opened has an empty history. A reopened finding has a history.
      isNew && row.event === "finding.opened" ? sql`${finding.history} = '[]'` : undefined,
      isNew && row.event === "finding.reopened" ? sql`${finding.history} <> '[]'` : undefined,
    );
    return insertWhere(
      database,
      delivery,
      [{ round: 0, replays: 0, ...row }],
      sql`exists (select 1 from ${finding} where ${changed})`,
    );
  });
}

/**
 * Statement for deliveries about a finding that was merged into another finding. It changes the
 * deliveries, so that they name that other finding.
 */
export function nameMergedFinding(
  database: Database,
  id: string,
  deliveries: readonly FindingDelivery[],
) {
  const ids = deliveries.map((row) => row.id);
  return database
    .update(delivery)
    .set({ payload: sql`replace(${delivery.payload}, ${id}, ${mergedIntoOf(id)})` })
    .where(and(isOneOf(delivery.id, ids), sql`${mergedIntoOf(id)} is not null`));
}

function mergedIntoOf(id: string): SQL {
  return sql`(select ${part.mergedInto} from ${finding} ${part} where ${part.id} = ${id})`;
}
