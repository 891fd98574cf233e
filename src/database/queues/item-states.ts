import { sql } from "drizzle-orm";
import type { ItemState } from "../../protocol/api/annotation/queues.ts";
import { hasLabel } from "../annotation/label-rows.ts";
import { queueItem } from "../schema/annotation/queues.ts";

/**
 * SQL condition that is true if the item's person has labelled the case. It does not matter whether
 * they did this in the queue.
 */
const isLabelled = hasLabel(queueItem.case, sql`'person:' || ${queueItem.person}`);

/**
 * SQL for the state of an item for its person. If the person skips an item but later labels its
 * case, the item is done.
 */
export const ITEM_STATE = sql<ItemState>`case when ${isLabelled} then 'done'
  when ${queueItem.skippedAt} is not null then 'skipped' else 'open' end`;

/**
 * Whether the person skipped the item, and another person then got the case. This is false if the
 * first person has labelled the case nevertheless, because the item is then done.
 */
export const isGivenAway = (item: { readonly state: ItemState; readonly givenAt: number | null }) =>
  item.givenAt !== null && item.state === "skipped";
