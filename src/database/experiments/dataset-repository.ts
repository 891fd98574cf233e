import { and, asc, count, desc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import {
  type AddCases,
  type Dataset,
  type DatasetItem,
  type ItemRejection,
  type ItemsAdded,
  MAX_DATASET_ITEMS,
  MAX_EXPECTED_ANSWERS,
  type NewItem,
} from "../../protocol/api/experiments.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { MAX_DATASETS } from "../../protocol/limits.ts";
import { matching } from "../cases/case-filter.ts";
import type { StoredCaseRow } from "../cases/case-views.ts";
import { insertWithin } from "../conditional-insert.ts";
import { afterCursor, bytesOf, pageOf, pageOfLongRows } from "../cursor.ts";
import type { Database } from "../database.ts";
import { dataset, datasetItem, experiment, experimentResult } from "../schema/experiments.ts";
import { failedCase, graph as graphTable } from "../schema/project.ts";
import { statementParts } from "../statement-parts.ts";
import { isOneOf } from "../statement-values.ts";
import { itemIdOf } from "./item-id.ts";
import { withoutTextsOf } from "./items-of-graph.ts";

/**
 * An item to add. `graph` is the graph of the case from which the item was made. The item is
 * deleted with this graph.
 */
export interface AddedItem extends NewItem {
  readonly graph?: string;
  readonly case?: string;
}

export interface Added {
  readonly added: number;
  readonly joined: number;
  readonly withoutAnswer: number;
  /** Indexes of the given items that could not be added, because the dataset was full. */
  readonly surplus: readonly number[];
}

type NamedItem = AddedItem & { readonly id: string };

const NO_CASE = "The project has no such case, or the filters leave it out.";

/** Maximum number of cases in one query. It is low, because some cases have long texts. */
const CASES_AT_ONCE = 200;

export class DatasetRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Returns the dataset with this name, or creates it with this id. Returns undefined if the
   * project has the maximum number of datasets.
   */
  async named(name: string, id: string, now: number): Promise<Dataset | undefined> {
    const row = { id, project: this.#project, name, createdAt: now };
    const held = sql`select count(*) from dataset where project = ${this.#project}`;
    await insertWithin(this.#database, dataset, row, { held, limit: MAX_DATASETS });
    return this.find(name);
  }

  async find(idOrName: string): Promise<Dataset | undefined> {
    const isMeant = or(eq(dataset.id, idOrName), eq(dataset.name, idOrName));
    const rows = await this.#views(isMeant).limit(2);
    const found = rows.find(({ id }) => id === idOrName) ?? rows[0];
    return found && toDataset(found);
  }

  /** Returns the datasets, newest first. */
  async list(cursor: Cursor | undefined, limit: number) {
    const rows = await this.#views(afterCursor(cursor, dataset.createdAt, dataset.id))
      .orderBy(desc(dataset.createdAt), desc(dataset.id))
      .limit(limit + 1);
    return pageOf(rows, limit, toDataset, (row) => ({ time: row.createdAt, id: row.id }));
  }

  /** Deletes the dataset with its items and experiments. */
  async delete(id: string): Promise<void> {
    await this.#database
      .delete(dataset)
      .where(and(eq(dataset.project, this.#project), eq(dataset.id, id)));
  }

  /** Returns a page of items in the order in which they were added. */
  async items(id: string, cursor: Cursor | undefined, limit: number) {
    const after = cursor === undefined ? undefined : gt(datasetItem.place, cursor.time);
    const { question, expected, metadata, place } = datasetItem;
    const bytes = bytesOf(question, expected, metadata);
    const where = and(this.#in(id), after);
    return pageOfLongRows(limit, {
      sizes: (count) =>
        this.#database
          .select({ bytes })
          .from(datasetItem)
          .where(where)
          .orderBy(asc(place))
          .limit(count),
      rows: (count) =>
        this.#database.select().from(datasetItem).where(where).orderBy(asc(place)).limit(count),
      toItem,
      cursorOf: (row) => ({ time: row.place, id: row.id }),
    });
  }

  /**
   * Adds the items to the dataset. If the dataset already has an item with the same question and
   * metadata, only adds the new expected answers to this item. Leaves out an item that was made
   * from a case if the case's graph was deleted.
   */
  async add(id: string, items: readonly AddedItem[]): Promise<Added> {
    const named = items.map((item) => ({
      ...item,
      id: itemIdOf(this.#project, item.question, item.metadata),
    }));
    const united = unite(named);
    const known = await this.#known(id, [...united.keys()]);
    const unplaced = new Map(united);
    let added = 0;
    let withoutAnswer = 0;
    for (const part of statementParts([...united.values()])) {
      for (const stored of await this.#insert(id, part)) {
        unplaced.delete(stored.id);
        if (known.has(stored.id)) continue;
        added += 1;
        if (stored.expected === "[]") withoutAnswer += 1;
      }
    }
    // There are two reasons why an item was not stored: the dataset is full, or the item's graph
    // was deleted. Only in the first case, report the item as surplus.
    const isFull = unplaced.size > 0 && (await this.#count(id)) >= MAX_DATASET_ITEMS;
    const surplus = [...named.keys()].filter((at) => isFull && unplaced.has(named[at]?.id ?? ""));
    return { added, joined: items.length - added - surplus.length, withoutAnswer, surplus };
  }

  /**
   * Adds the questions of cases as items, newest case first. The request contains case ids, or
   * filters that select cases.
   */
  async addCases(id: string, { cases, ...filter }: AddCases): Promise<ItemsAdded> {
    const isMeant = and(
      matching(this.#project, filter),
      cases === undefined ? undefined : isOneOf(failedCase.id, cases),
    );
    const sum: ItemsAdded = { added: 0, joined: 0, withoutAnswer: 0, rejected: [] };
    const found = new Set<string>();
    for (let cursor: Cursor | undefined; ; ) {
      const { items: rows, next } = await this.#cases(
        and(isMeant, afterCursor(cursor, failedCase.occurredAt, failedCase.id)),
      );
      const { surplus, ...part } = await this.add(id, rows.map(toAdded));
      sum.added += part.added;
      sum.joined += part.joined;
      sum.withoutAnswer += part.withoutAnswer;
      sum.rejected.push(...surplus.map((at) => withoutRoom(found.size + at)));
      for (const row of rows) found.add(row.id);
      const last = rows.at(-1);
      if (last === undefined || next === null || surplus.length > 0) break;
      cursor = { time: last.occurredAt, id: last.id };
    }
    for (const [index, named] of (cases ?? []).entries()) {
      if (!found.has(named)) sum.rejected.push({ index, message: NO_CASE });
    }
    return sum;
  }

  #cases(condition: SQL | undefined) {
    const { id, graph, query, expected, occurredAt } = failedCase;
    const fields = { id, graph, query, expected, occurredAt };
    const bytes = bytesOf(query, expected);
    const order = [desc(occurredAt), desc(id)] as const;
    return pageOfLongRows(CASES_AT_ONCE, {
      sizes: (count) =>
        this.#database
          .select({ bytes })
          .from(failedCase)
          .where(condition)
          .orderBy(...order)
          .limit(count),
      rows: (count) =>
        this.#database
          .select(fields)
          .from(failedCase)
          .where(condition)
          .orderBy(...order)
          .limit(count),
      toItem: (row) => row,
      cursorOf: (row) => ({ time: row.occurredAt, id: row.id }),
    });
  }

  /**
   * Deletes the item. If the item was made from a case, also deletes the texts of the item's
   * results. A later deletion of the case's graph must delete these texts, but without the item, it
   * could not find them.
   */
  async deleteItem(id: string, item: string): Promise<boolean> {
    const [, deleted] = await this.#database.batch([
      withoutTextsOf(
        this.#database,
        this.#project,
        sql`${experimentResult.item} in (select ${datasetItem.id} from ${datasetItem}
            where ${this.#in(id)} and ${datasetItem.id} = ${item} and ${datasetItem.graph} is not null)
          and ${experimentResult.experiment} in (select ${experiment.id} from ${experiment}
            where ${experiment.dataset} = ${id})`,
      ),
      this.#database
        .delete(datasetItem)
        .where(and(this.#in(id), eq(datasetItem.id, item)))
        .returning({ id: datasetItem.id }),
    ]);
    return deleted.length > 0;
  }

  async #known(id: string, items: readonly string[]): Promise<Set<string>> {
    const rows = await this.#database
      .select({ id: datasetItem.id })
      .from(datasetItem)
      .where(and(this.#in(id), isOneOf(datasetItem.id, items)));
    return new Set(rows.map((row) => row.id));
  }

  async #count(id: string): Promise<number> {
    const [row] = await this.#database
      .select({ items: count() })
      .from(datasetItem)
      .where(this.#in(id));
    return row?.items ?? 0;
  }

  /**
   * The insert statement checks the maximum number of items, so parallel requests cannot exceed it.
   */
  #insert(id: string, part: readonly NamedItem[]) {
    const field = (name: string) => sql`item.value ->> ${`$.${name}`}`;
    const place = sql`(select coalesce(max(place), -1) + 1 from ${datasetItem} where dataset = ${id}) + item.key`;
    const isThere = sql`(${field("graph")} is null or exists (select 1 from ${graphTable} where project = ${this.#project} and id = ${field("graph")}))`;
    const isKnown = sql`exists (select 1 from ${datasetItem} where dataset = ${id} and id = ${field("id")})`;
    const united = sql`(
      select json_group_array(value) from (
        select value from json_each(${datasetItem.expected}) union all
        select value from json_each(excluded.expected)
        where value not in (select value from json_each(${datasetItem.expected}))
        limit ${MAX_EXPECTED_ANSWERS}
      )
    )`;
    return this.#database.all<{ id: string; expected: string }>(sql`
      insert into ${datasetItem} (project, dataset, id, place, question, expected, metadata, graph, "case")
      select ${this.#project}, ${id}, ${field("id")}, ${place}, ${field("question")},
        item.value -> '$.expected', item.value -> '$.metadata', ${field("graph")}, ${field("case")}
      from (
        select item.key, item.value, ${isKnown} as known,
          row_number() over (partition by ${isKnown} order by item.key) as nth
        from json_each(${JSON.stringify(part)}) as item where ${isThere}
      ) as item
      where item.known or (select count(*) from ${datasetItem} where dataset = ${id}) + item.nth <= ${MAX_DATASET_ITEMS}
      on conflict (dataset, id) do update set expected = ${united},
        graph = coalesce(${datasetItem.graph}, excluded.graph),
        "case" = coalesce(${datasetItem.case}, excluded."case")
      returning id, expected
    `);
  }

  #views(condition: SQL | undefined) {
    // This SQL contains the text `"dataset"."id"`, because drizzle would write `dataset.id` as
    // `"id"`. In the subquery, that would be the id of the item.
    const ofItems = (which: string) =>
      sql<number>`(select count(*) from dataset_item as item where item.dataset = "dataset"."id" ${sql.raw(which)})`;
    return this.#database
      .select({
        id: dataset.id,
        name: dataset.name,
        createdAt: dataset.createdAt,
        items: ofItems(""),
        // This condition must be spelled exactly as in the index `dataset_item_unanswered`.
        // Otherwise SQLite would not use the index.
        withoutAnswer: ofItems("and item.expected = '[]'"),
      })
      .from(dataset)
      .where(and(eq(dataset.project, this.#project), condition))
      .$dynamic();
  }

  #in(id: string): SQL | undefined {
    return and(eq(datasetItem.project, this.#project), eq(datasetItem.dataset, id));
  }
}

export function withoutRoom(index: number): ItemRejection {
  const message = `The dataset holds ${MAX_DATASET_ITEMS} items and has no room. Make another dataset for it.`;
  return { index, message };
}

function toAdded(row: Pick<StoredCaseRow, "id" | "graph" | "query" | "expected">): AddedItem {
  const { graph, query: question, expected } = row;
  return { question, expected, metadata: { graph }, graph, case: row.id };
}

/** Returns one item for each id, with the expected answers of all items with this id. */
function unite(items: readonly NamedItem[]): Map<string, NamedItem> {
  const united = new Map<string, NamedItem>();
  for (const item of items) {
    const before = united.get(item.id);
    const expected = new Set([...(before?.expected ?? []), ...item.expected]);
    united.set(item.id, {
      ...item,
      ...before,
      expected: [...expected].slice(0, MAX_EXPECTED_ANSWERS),
    });
  }
  return united;
}

interface DatasetView extends Omit<Dataset, "createdAt"> {
  readonly createdAt: number;
}

function toDataset({ id, name, createdAt, items, withoutAnswer }: DatasetView): Dataset {
  return { id, name, createdAt: new Date(createdAt).toISOString(), items, withoutAnswer };
}

function toItem(row: typeof datasetItem.$inferSelect): DatasetItem {
  const { id, question, expected, metadata } = row;
  return { id, question, expected, metadata, case: row.case };
}
