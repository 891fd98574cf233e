/** The state of each queue item for the person to whom it is assigned. */
import { sql } from "drizzle-orm";
import type { ItemState } from "../../protocol/api/annotation/queues.ts";
import { hasLabel } from "../annotation/label-rows.ts";
import { queueItem } from "../schema/annotation/queues.ts";

/**
 * Whether the item's person has labelled the case. A label that was set outside the queue counts
 * too.
 */
const isLabelled = hasLabel(queueItem.case, sql`'person:' || ${queueItem.person}`);

/** A skipped item becomes done when the person labels its case. */
export const ITEM_STATE = sql<ItemState>`case when ${isLabelled} then 'done'
  when ${queueItem.skippedAt} is not null then 'skipped' else 'open' end`;

/**
 * Whether the item was given to another person and still counts as skipped. If the person who
 * skipped the item labels the case after all, the item is done.
 */
export const isGivenAway = (item: { readonly state: ItemState; readonly givenAt: number | null }) =>
  item.givenAt !== null && item.state === "skipped";
