import {
  blob,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import type { BoundState, HealthFigure } from "../../protocol/api/explorer/health-words.ts";
import type { LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";
import type { NotableUnit } from "../../protocol/api/explorer/memory.ts";
import type { FactGroup, MessageFact } from "../../protocol/api/explorer/survival.ts";
import { graph, projectId } from "./project.ts";

export const graphMemory = sqliteTable(
  "graph_memory",
  {
    project: projectId(),
    graph: text().notNull(),
    /** The counted state of the graph; see `GraphRepository.revision`. */
    revision: text().notNull(),
    countedAt: integer().notNull(),
    /** Number of operations, variables and links in the counted state. */
    records: integer().notNull().default(0),
    /** Time of the latest version of any unit; null if the graph has no unit. */
    changedAt: integer(),
    units: integer().notNull(),
    held: integer().notNull(),
    /** Number of units that caused a wrong answer. */
    wrong: integer().notNull(),
    searches: integer().notNull().default(0),
    emptySearches: integer().notNull(),
    flags: text({ mode: "json" }).$type<Readonly<Record<LedgerFlag, number>>>().notNull(),
    notable: text({ mode: "json" }).$type<readonly NotableUnit[]>().notNull(),
    /**
     * A list of groups of facts. For each group, it says how many facts were stored, kept and lost.
     * Null if the facts were not counted.
     */
    facts: text({ mode: "json" }).$type<readonly FactGroup[]>(),
    lostFacts: text({ mode: "json" }).$type<readonly MessageFact[]>(),
    /** Tokens of all model calls in the graph. */
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
    /** The same tokens by model; see `storedTokens`. */
    tokensByModel: text({ mode: "json" }).$type<readonly object[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph] }),
    index("graph_memory_counted").on(table.project, table.countedAt, table.graph),
    foreignKey({
      columns: [table.project, table.graph],
      foreignColumns: [graph.project, graph.id],
    }).onDelete("cascade"),
  ],
);

/** A bound that a project has set for a figure of its memory health. */
export const healthBound = sqliteTable(
  "health_bound",
  {
    project: projectId(),
    figure: text().$type<HealthFigure>().notNull(),
    bound: real().notNull(),
    /** The figure covers the messages of this many days, up to today; null for all messages. */
    days: integer(),
    state: text().$type<BoundState>().notNull().default("met"),
    /** Time at which `state` last changed; null if never. */
    changedAt: integer(),
    /** Time at which the figure was last compared with the bound; 0 if never. */
    checkedAt: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.figure] }),
    index("health_bound_checked").on(table.checkedAt),
  ],
);

/**
 * Overviews of large graphs, shown without loading the graph. An overview has several compressed
 * parts; each write replaces all of them.
 */
export const graphOverview = sqliteTable(
  "graph_overview",
  {
    project: projectId(),
    graph: text().notNull(),
    kind: text().$type<OverviewKind>().notNull(),
    part: integer().notNull(),
    /** The graph's state from which the overview was made, and the service version that made it. */
    state: text().notNull(),
    body: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph, table.kind, table.part] }),
    foreignKey({
      columns: [table.project, table.graph],
      foreignColumns: [graph.project, graph.id],
    }).onDelete("cascade"),
  ],
);

export type OverviewKind = "flow" | "ledger";
