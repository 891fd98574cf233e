/**
 * Benchmarks and their cases. A frozen benchmark also has the annotations of its cases and the
 * states of its graphs.
 */
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { BenchmarkCard, BenchmarkState } from "../../../protocol/api/annotation/benchmarks.ts";
import { projectId } from "../project.ts";

export const benchmark = sqliteTable(
  "benchmark",
  {
    id: text().primaryKey(),
    project: projectId(),
    name: text().notNull(),
    version: integer().notNull(),
    split: text().notNull(),
    description: text().notNull(),
    state: text().$type<BenchmarkState>().notNull(),
    createdAt: integer().notNull(),
    /** Time of the last request to freeze the benchmark; null in a draft. */
    freezingAt: integer(),
    frozenAt: integer(),
    card: text({ mode: "json" }).$type<BenchmarkCard>(),
  },
  (table) => [
    uniqueIndex("benchmark_version").on(table.project, table.name, table.version),
    index("benchmark_time").on(table.project, table.createdAt, table.id),
  ],
);

const benchmarkId = () =>
  text()
    .notNull()
    .references(() => benchmark.id, { onDelete: "cascade" });

export const benchmarkCase = sqliteTable(
  "benchmark_case",
  {
    project: projectId(),
    benchmark: benchmarkId(),
    case: text().notNull(),
    /** Id of the case's graph; empty if this graph was deleted. */
    graph: text().notNull(),
    /** Position of the case in the benchmark. */
    place: integer().notNull(),
    /**
     * The frozen case's MemTraceBench annotation. Null if the case is not frozen yet or was
     * refused, or if its graph was deleted.
     */
    annotation: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** Why the case cannot be in the benchmark; null if it can. */
    refusal: text(),
    /** True if the case was in a frozen benchmark and was then deleted with its graph. */
    isLost: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.benchmark, table.case] }),
    index("benchmark_case_graph").on(table.project, table.graph),
  ],
);

/** The state of a graph in a frozen benchmark. Such a graph never expires. */
export const benchmarkGraph = sqliteTable(
  "benchmark_graph",
  {
    project: projectId(),
    benchmark: benchmarkId(),
    graph: text().notNull(),
    /**
     * `createdAt` is the creation time of the graph. A later graph with the same id has another
     * creation time. `revision` is the sequence number of the last log row whose events are in the
     * frozen benchmark.
     */
    createdAt: integer().notNull(),
    revision: integer().notNull(),
    system: text(),
    /** Name of the graph's file in the export, without the folder. */
    file: text().notNull(),
    /** Number of characters in all values of the graph. */
    chars: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.benchmark, table.graph] }),
    index("benchmark_graph_graph").on(table.project, table.graph),
  ],
);
