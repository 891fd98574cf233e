/** Queues of cases that people should label. The labels are in `case_label`. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Queue, QueueCases } from "../../../protocol/api/annotation/queues.ts";
import { failedCase, projectId } from "../project.ts";

/** How and when the cases of a queue were selected. `at` is in milliseconds since the epoch. */
export interface QueueSelection {
  readonly at: number;
  readonly cases: QueueCases;
  readonly added: number;
}

export const queue = sqliteTable(
  "queue",
  {
    id: text().primaryKey(),
    project: projectId(),
    name: text().notNull(),
    state: text().$type<Queue["state"]>().notNull(),
    /** Number of people who should label each case. */
    perItem: integer().notNull(),
    isBlind: integer({ mode: "boolean" }).notNull(),
    /** Ids of the people among whom the items are divided. */
    people: text({ mode: "json" }).$type<string[]>().notNull(),
    selections: text({ mode: "json" }).$type<QueueSelection[]>().notNull(),
    createdAt: integer().notNull(),
    closedAt: integer(),
  },
  (table) => [index("queue_time").on(table.project, table.createdAt, table.id)],
);

/** A case that one person should label. The item is deleted with its queue or its case. */
export const queueItem = sqliteTable(
  "queue_item",
  {
    queue: text()
      .notNull()
      .references(() => queue.id, { onDelete: "cascade" }),
    case: text()
      .notNull()
      .references(() => failedCase.id, { onDelete: "cascade" }),
    /**
     * Id of the person. It is not a foreign key. So if the person leaves, the item is not deleted
     * and can be assigned to another person.
     */
    person: text().notNull(),
    /** Position of the case in the queue. All items of one case have the same position. */
    place: integer().notNull(),
    skippedAt: integer(),
    skipReason: text(),
    /**
     * Time at which the skipped item was given to another person, who got another item for the same
     * case. Null if it was not given away.
     */
    givenAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.queue, table.person, table.case] }),
    index("queue_item_case").on(table.case, table.queue),
  ],
);
