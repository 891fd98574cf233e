import { and, eq, isNull, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { MAX_QUEUE_CASES } from "../../protocol/limits.ts";
import type { Database } from "../database.ts";
import { queue, queueItem } from "../schema/annotation/queues.ts";
import { failedCase } from "../schema/project.ts";
import type { Assignment } from "./assign-items.ts";
import { ITEM_STATE } from "./item-states.ts";

export interface PlacedItem extends Assignment {
  readonly place: number;
}

/**
 * Adds to each item the position of its case in the queue. The first case has the position
 * `after + 1`.
 */
export function placed(
  cases: readonly string[],
  given: readonly Assignment[],
  after = 0,
): PlacedItem[] {
  const places = new Map(cases.map((id, index) => [id, after + index + 1]));
  return given.map((item) => ({ ...item, place: places.get(item.case) ?? 0 }));
}

const known = alias(queueItem, "known");

/**
 * SQL condition that is true if the case is not in the queue. The insert statement must check this
 * itself, because another request can add the case at any time.
 */
export const isNewCase = sql`not exists (select 1 from ${queueItem} ${known}
  where ${known.queue} = ${queue.id} and ${known.case} = ${failedCase.id})`;

/**
 * Statement that adds items for the cases that still exist. Adds nothing if the queue does not
 * exist or would get too many cases.
 */
export function insertItems(
  database: Database,
  project: string,
  id: string,
  items: readonly PlacedItem[],
  condition = sql`true`,
) {
  const rows = JSON.stringify(items.map((item) => [item.case, item.person, item.place]));
  const cases = JSON.stringify([...new Set(items.map((item) => item.case))]);
  const after = sql`(select count(*) from (
    select ${queueItem.case} as id from ${queueItem} where ${queueItem.queue} = ${id}
    union select value from json_each(${cases})))`;
  return database
    .insert(queueItem)
    .select(
      sql`select ${queue.id}, ${failedCase.id}, value ->> 1, value ->> 2, null, null, null
        from json_each(${rows})
          join ${failedCase} on ${failedCase.id} = value ->> 0 and ${failedCase.project} = ${project}
          join ${queue} on ${queue.id} = ${id} and ${queue.project} = ${project}
        where ${after} <= ${MAX_QUEUE_CASES} and ${condition}`,
    )
    .onConflictDoNothing();
}

export interface GivenItem {
  readonly queue: string;
  readonly case: string;
  /** Id of the person who skipped the item. */
  readonly from: string;
  readonly to: string;
}

/**
 * Statements that give a skipped item to another person, but only once. They change nothing if the
 * item is not skipped, or the other person already has the case.
 */
export function givingStatements(
  database: Database,
  { queue: id, from, to, ...item }: GivenItem,
  now: number,
) {
  const own = and(
    eq(queueItem.queue, id),
    eq(queueItem.case, item.case),
    eq(queueItem.person, from),
  );
  const isTaken = sql`exists (select 1 from ${queueItem} ${known}
    where ${known.queue} = ${id} and ${known.case} = ${item.case} and ${known.person} = ${to})`;
  const row = sql`select queue, "case", ${to}, place, null, null, null from ${queueItem}
    where ${own} and ${queueItem.givenAt} = ${now}`;
  return [
    database
      .update(queueItem)
      .set({ givenAt: now })
      .where(and(own, eq(ITEM_STATE, "skipped"), isNull(queueItem.givenAt), not(isTaken))),
    // Add an item for the other person. `row` selects the skipped item only if the first statement
    // has just changed it. Otherwise, `row` selects nothing, and no item is added.
    database.insert(queueItem).select(row).onConflictDoNothing(),
  ] as const;
}
