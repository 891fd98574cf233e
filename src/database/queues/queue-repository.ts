import { and, desc, eq, sql } from "drizzle-orm";
import type { Queue } from "../../protocol/api/annotation/queues.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { MAX_QUEUES } from "../../protocol/limits.ts";
import { insertWhere } from "../conditional-insert.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { queue, queueItem } from "../schema/annotation/queues.ts";
import { isOneOf } from "../statement-values.ts";
import { assignItems } from "./assign-items.ts";
import { ITEM_STATE, isGivenAway } from "./item-states.ts";
import { insertItems, placed } from "./queue-items.ts";
import { type StoredQueue, withProgress } from "./queue-progress.ts";

export type { StoredQueue };

export type NewQueue = Pick<StoredQueue, "id" | "name" | "people" | "perItem" | "isBlind"> & {
  /** Ids of the queue's cases in their order. `chosen` has the filters that selected them. */
  readonly cases: readonly string[];
  readonly chosen: StoredQueue["selections"][number]["cases"];
};

export type QueueChange = Partial<Pick<StoredQueue, "name" | "state" | "people">>;

/**
 * Maximum number of queues on a page. It is low, because the count of their progress reads all
 * their items.
 */
const MAX_LISTED = 20;

export class QueueRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Returns false if the project has the maximum number of queues. */
  async create({ cases, chosen, ...fields }: NewQueue, now: number): Promise<boolean> {
    const row: StoredQueue = {
      ...{ ...fields, project: this.#project, state: "open", createdAt: now, closedAt: null },
      selections: [{ at: now, cases: chosen, added: cases.length }],
    };
    const held = sql`(select count(*) from ${queue} where ${queue.project} = ${this.#project})`;
    const given = assignItems({ ...fields, cases, kept: [] });
    const [stored] = await this.#database.batch([
      insertWhere(this.#database, queue, [row], sql`${held} < ${MAX_QUEUES}`),
      insertItems(this.#database, this.#project, row.id, placed(cases, given)),
    ]);
    return stored.meta.changes > 0;
  }

  /** Returns the queue's row, with columns that the API does not show. */
  async row(id: string): Promise<StoredQueue | undefined> {
    const [row] = await this.#database.select().from(queue).where(this.#own(id));
    return row;
  }

  /** @param person id of the signed-in person; undefined if an API key makes the request */
  async find(id: string, person: string | undefined): Promise<Queue | undefined> {
    const row = await this.row(id);
    if (row === undefined) return undefined;
    const [found] = await withProgress(this.#database, this.#project, [row], person);
    return found;
  }

  /**
   * Returns the queues, newest first.
   * @param person id of the signed-in person; undefined if an API key makes the request
   */
  async list(person: string | undefined, cursor: Cursor | undefined, wanted: number) {
    const limit = Math.min(wanted, MAX_LISTED);
    const rows = await this.#database
      .select()
      .from(queue)
      .where(and(eq(queue.project, this.#project), afterCursor(cursor, queue.createdAt, queue.id)))
      .orderBy(desc(queue.createdAt), desc(queue.id))
      .limit(limit + 1);
    const shown = await withProgress(this.#database, this.#project, rows, person);
    return pageOf(
      shown,
      limit,
      (item) => item,
      ({ createdAt, id }) => ({ time: Date.parse(createdAt), id }),
    );
  }

  async change(id: string, { people, ...fields }: QueueChange, now: number): Promise<void> {
    const { name, state } = fields;
    if (name !== undefined || state !== undefined) {
      await this.#database
        .update(queue)
        .set({
          ...(name === undefined ? {} : { name }),
          ...(state === undefined ? {} : { state, closedAt: state === "closed" ? now : null }),
        })
        .where(this.#own(id));
    }
    if (people !== undefined) await this.#divideAnew(id, people);
  }

  async delete(id: string): Promise<void> {
    await this.#database.delete(queue).where(this.#own(id));
  }

  /**
   * Assigns the open items to the queue's new people. Labelled and skipped items stay with their
   * people.
   */
  async #divideAnew(id: string, people: string[]): Promise<void> {
    const row = await this.row(id);
    if (row === undefined) return;
    const rows = await this.#database
      .select({
        case: queueItem.case,
        person: queueItem.person,
        place: queueItem.place,
        state: ITEM_STATE,
        givenAt: queueItem.givenAt,
      })
      .from(queueItem)
      .where(eq(queueItem.queue, id))
      .orderBy(queueItem.place, queueItem.case);
    const places = new Map(rows.map((item) => [item.case, item.place]));
    const kept = rows.filter(({ state }) => state !== "open");
    const given = assignItems({
      ...{ cases: [...places.keys()], people, perItem: row.perItem, kept },
      givenAway: kept.filter(isGivenAway).map((item) => item.case),
    });
    const items = given.map((item) => ({ ...item, place: places.get(item.case) ?? 0 }));
    await this.#database.batch([
      this.#database.update(queue).set({ people }).where(this.#own(id)),
      // Delete only the items that were selected above, because a parallel request can add cases at
      // any time.
      this.#database
        .delete(queueItem)
        .where(
          and(
            eq(queueItem.queue, id),
            eq(ITEM_STATE, "open"),
            isOneOf(queueItem.case, [...places.keys()]),
          ),
        ),
      insertItems(this.#database, this.#project, id, items),
    ]);
  }

  #own(id: string) {
    return and(eq(queue.project, this.#project), eq(queue.id, id));
  }
}
