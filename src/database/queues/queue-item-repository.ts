import { and, asc, count, desc, eq, gt, lte, or, type SQL, sql } from "drizzle-orm";
import type {
  ItemState,
  QueueCases,
  QueueItemSummary,
} from "../../protocol/api/annotation/queues.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import {
  MAX_QUEUE_CANDIDATES,
  MAX_QUEUE_CASES,
  MAX_QUEUE_SELECTIONS,
} from "../../protocol/limits.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { isLabelledBy } from "../annotation/label-rows.ts";
import { projectMembers } from "../annotation/project-members.ts";
import { matching } from "../cases/case-filter.ts";
import { pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { queue, queueItem } from "../schema/annotation/queues.ts";
import { failedCase } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { assignItems } from "./assign-items.ts";
import { ITEM_STATE } from "./item-states.ts";
import { type GivenItem, givingStatements, insertItems, isNewCase, placed } from "./queue-items.ts";
import type { StoredQueue } from "./queue-progress.ts";
import { sampleOf } from "./sample-of.ts";

export interface ChosenCases {
  /** Ids of the cases to add, in the order in which they are added. */
  readonly cases: string[];
  /** Number of matching cases that are already in the queue. */
  readonly known: number;
}

export type ChoiceFault =
  | { readonly kind: "too_many"; readonly matching: number; readonly room: number }
  | { readonly kind: "too_many_to_sample" };

export interface PersonItem {
  readonly case: string;
  readonly state: ItemState;
  readonly reason: string | null;
  readonly isGiven: boolean;
}

export interface ItemFilter {
  readonly state?: ItemState | undefined;
  readonly person?: string | undefined;
}

/** Maximum number of characters of a case's question in the list of items. */
const MAX_QUERY_CHARS = 300;

export class QueueItemRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** @param id id of the queue; undefined if the queue does not exist yet */
  async choose(
    { cases, confidenceBelow, sample, ...filter }: QueueCases,
    id?: string,
  ): Promise<Result<ChosenCases, ChoiceFault>> {
    const isMeant = and(
      matching(this.#project, filter),
      cases === undefined ? undefined : isOneOf(failedCase.id, cases),
      confidenceBelow === undefined ? undefined : isUnsure(confidenceBelow),
    );
    const [rows, held] = await this.#database.batch([
      this.#database
        .select({ id: failedCase.id })
        .from(failedCase)
        .where(isMeant)
        .orderBy(desc(failedCase.occurredAt), desc(failedCase.id))
        .limit(MAX_QUEUE_CANDIDATES + 1),
      this.#database
        .selectDistinct({ id: queueItem.case })
        .from(queueItem)
        .where(eq(queueItem.queue, id ?? "")),
    ]);
    if (rows.length > MAX_QUEUE_CANDIDATES) return failure({ kind: "too_many_to_sample" });
    const all = rows.map((row) => row.id);
    const meant = sample === undefined ? all : sampleOf(all, sample.size, sample.seed);
    const has = new Set(held.map((row) => row.id));
    const added = meant.filter((each) => !has.has(each));
    const room = MAX_QUEUE_CASES - has.size;
    if (added.length > room) return failure({ kind: "too_many", matching: added.length, room });
    return success({ cases: added, known: meant.length - added.length });
  }

  async add(
    { id, people, perItem, selections }: StoredQueue,
    cases: readonly string[],
    chosen: QueueCases,
    now: number,
  ): Promise<void> {
    const kept = await this.#database
      .select({ case: queueItem.case, person: queueItem.person, place: queueItem.place })
      .from(queueItem)
      .where(eq(queueItem.queue, id));
    const last = kept.reduce((most, { place }) => Math.max(most, place), 0);
    const given = assignItems({ cases, people, perItem, kept });
    const described = [...selections, { at: now, cases: chosen, added: cases.length }];
    await this.#database.batch([
      insertItems(this.#database, this.#project, id, placed(cases, given, last), isNewCase),
      this.#database
        .update(queue)
        .set({ selections: described.slice(-MAX_QUEUE_SELECTIONS) })
        .where(and(eq(queue.project, this.#project), eq(queue.id, id))),
    ]);
  }

  /** Returns the person's items in the order of the queue. */
  async of(id: string, person: string): Promise<PersonItem[]> {
    return this.#database
      .select({
        case: queueItem.case,
        state: ITEM_STATE,
        reason: queueItem.skipReason,
        isGiven: IS_GIVEN,
      })
      .from(queueItem)
      .where(and(eq(queueItem.queue, id), eq(queueItem.person, person)))
      .orderBy(queueItem.place, queueItem.case);
  }

  async has(id: string, caseId: string): Promise<boolean> {
    const [found] = await this.#database
      .select({ items: count() })
      .from(queueItem)
      .where(and(eq(queueItem.queue, id), eq(queueItem.case, caseId)));
    return (found?.items ?? 0) > 0;
  }

  /** Whether the person has a label on the case, even from outside a queue. */
  async hasLabelled(caseId: string, person: string): Promise<boolean> {
    const [found] = await this.#database
      .select({ id: failedCase.id })
      .from(failedCase)
      .where(and(eq(failedCase.id, caseId), isLabelledBy(this.#project, `person:${person}`)));
    return found !== undefined;
  }

  async skip(id: string, caseId: string, person: string, reason: string, now: number) {
    await this.#database
      .update(queueItem)
      .set({ skippedAt: now, skipReason: reason })
      .where(
        and(eq(queueItem.queue, id), eq(queueItem.case, caseId), eq(queueItem.person, person)),
      );
  }

  /**
   * Gives a skipped item to another person.
   * @returns false if the item is not skipped or was already given away, or the other person
   * already has the case
   */
  async give(item: GivenItem, now: number): Promise<boolean> {
    const [given] = await this.#database.batch(givingStatements(this.#database, item, now));
    return given.meta.changes > 0;
  }

  /** Returns the items in the order of the queue. */
  async list(id: string, filter: ItemFilter, cursor: Cursor | undefined, limit: number) {
    const found = await this.#database
      .selectDistinct({
        case: queueItem.case,
        place: queueItem.place,
        query: sql<string>`substr(${failedCase.query}, 1, ${MAX_QUERY_CHARS})`,
      })
      .from(queueItem)
      .innerJoin(failedCase, eq(failedCase.id, queueItem.case))
      .where(and(eq(queueItem.queue, id), isListed(filter), afterPlace(cursor)))
      .orderBy(asc(queueItem.place), asc(queueItem.case))
      .limit(limit + 1);
    const last = found.at(-1)?.place ?? 0;
    const [first] = found;
    const rows = await this.#database
      .select({
        case: queueItem.case,
        person: queueItem.person,
        state: ITEM_STATE,
        reason: queueItem.skipReason,
        isGiven: IS_GIVEN,
      })
      .from(queueItem)
      .where(
        and(
          eq(queueItem.queue, id),
          sql`${queueItem.place} >= ${first?.place ?? 0}`,
          lte(queueItem.place, last),
        ),
      )
      .orderBy(queueItem.person);
    const members = await projectMembers(this.#database, this.#project);
    const names = new Map(members.map((member) => [member.id, member.name]));
    const toItem = (item: (typeof found)[number]): QueueItemSummary => ({
      ...{ case: item.case, query: item.query },
      people: rows
        .filter((row) => row.case === item.case)
        .map(({ person, ...own }) => ({
          ...{ id: person, name: names.get(person) ?? null, ...ofPerson(own) },
        })),
    });
    return pageOf(found, limit, toItem, (item) => ({ time: item.place, id: item.case }));
  }
}

/**
 * Converts an item to the API's format. If the person skipped the item and labelled the case later,
 * the reason for skipping is left out.
 */
export const ofPerson = ({ state, reason, isGiven }: Omit<PersonItem, "case">) => ({
  ...{ state, reason: state === "skipped" ? reason : null },
  isGiven: state === "skipped" && isGiven,
});

const IS_GIVEN = sql<boolean>`${queueItem.givenAt} is not null`.mapWith(Boolean);

function isUnsure(below: number): SQL {
  return sql`(${failedCase.confidence} < ${below} or ${failedCase.outcome} = 'undecided')`;
}

function isListed({ state, person }: ItemFilter): SQL | undefined {
  return and(
    state === undefined ? undefined : eq(ITEM_STATE, state),
    person === undefined ? undefined : eq(queueItem.person, person),
  );
}

function afterPlace(cursor: Cursor | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { time: place, id } = cursor;
  return or(gt(queueItem.place, place), and(eq(queueItem.place, place), gt(queueItem.case, id)));
}
