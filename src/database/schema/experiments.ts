/** Datasets of questions, and experiments that answer them. */
import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ItemOutcome } from "../../protocol/api/experiments.ts";
import { projectId } from "./project.ts";

export const dataset = sqliteTable(
  "dataset",
  {
    id: text().primaryKey(),
    project: projectId(),
    name: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex("dataset_name").on(table.project, table.name),
    index("dataset_time").on(table.project, table.createdAt),
  ],
);

const datasetId = () =>
  text()
    .notNull()
    .references(() => dataset.id, { onDelete: "cascade" });

export const datasetItem = sqliteTable(
  "dataset_item",
  {
    project: projectId(),
    dataset: datasetId(),
    /** Hash of question and metadata; see src/database/experiments/item-id.ts. */
    id: text().notNull(),
    /** Position of the item in the dataset. */
    place: integer().notNull(),
    question: text().notNull(),
    expected: text({ mode: "json" }).$type<string[]>().notNull(),
    metadata: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /**
     * The graph of the case from which the item was made; null for other items. The item is deleted
     * with the graph.
     */
    graph: text(),
    case: text(),
  },
  (table) => [
    primaryKey({ columns: [table.dataset, table.id] }),
    index("dataset_item_place").on(table.dataset, table.place),
    index("dataset_item_unanswered").on(table.dataset).where(sql`expected = '[]'`),
    index("dataset_item_graph").on(table.project, table.graph).where(sql`graph is not null`),
  ],
);

export const experiment = sqliteTable(
  "experiment",
  {
    id: text().primaryKey(),
    project: projectId(),
    dataset: datasetId(),
    name: text().notNull(),
    state: text().$type<"running" | "done">().notNull(),
    /** Number of items in the dataset when the experiment began. */
    items: integer().notNull(),
    createdAt: integer().notNull(),
    endedAt: integer(),
  },
  (table) => [
    index("experiment_time").on(table.project, table.createdAt, table.id),
    index("experiment_dataset").on(table.dataset),
  ],
);

export const experimentResult = sqliteTable(
  "experiment_result",
  {
    project: projectId(),
    experiment: text()
      .notNull()
      .references(() => experiment.id, { onDelete: "cascade" }),
    item: text().notNull(),
    /** Null if the answer was deleted with its graph. The score and the outcome stay. */
    answer: text(),
    score: real(),
    reason: text(),
    error: text(),
    graph: text(),
    milliseconds: integer().notNull(),
    /**
     * The outcome that `outcomeOf` computes from the error and the score. It is not a generated
     * column, because SQLite would compute such a column from the whole row, even if an index
     * contains it. This would be slower.
     */
    outcome: text().$type<ItemOutcome>().notNull().default("unjudged"),
  },
  (table) => [
    primaryKey({ columns: [table.experiment, table.item] }),
    index("experiment_result_outcome").on(table.experiment, table.outcome, table.item, table.graph),
    index("experiment_result_item").on(table.project, table.item),
    index("experiment_result_graph").on(table.project, table.graph).where(sql`graph is not null`),
  ],
);
