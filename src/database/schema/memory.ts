/** The last computed figures and overviews of a project's graphs. */
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
    /** State of the graph's packs at the count; see `GraphRepository.revision`. */
    revision: text().notNull(),
    countedAt: integer().notNull(),
    /** Operations, variables and links of the graph at the count. */
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
    /** How many facts of messages were stored, kept and lost; null if they were not counted. */
    facts: text({ mode: "json" }).$type<readonly FactGroup[]>(),
    lostFacts: text({ mode: "json" }).$type<readonly MessageFact[]>(),
    /** Tokens of the model calls in the graph. */
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
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

/** The bounds that a project sets for figures of its memory health. */
export const healthBound = sqliteTable(
  "health_bound",
  {
    project: projectId(),
    figure: text().$type<HealthFigure>().notNull(),
    bound: real().notNull(),
    /** Number of last days whose messages count; null for all. */
    days: integer(),
    state: text().$type<BoundState>().notNull().default("met"),
    /** Time of the last change of the state; null if it never changed. */
    changedAt: integer(),
    /** Time of the last comparison of the figure; 0 if it was never compared. */
    checkedAt: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.figure] }),
    index("health_bound_checked").on(table.checkedAt),
  ],
);

/**
 * Overviews of large graphs, so that the service can show an overview without loading the graph. An
 * overview is a list of compressed parts. Each write replaces all parts.
 */
export const graphOverview = sqliteTable(
  "graph_overview",
  {
    project: projectId(),
    graph: text().notNull(),
    kind: text().$type<OverviewKind>().notNull(),
    part: integer().notNull(),
    /** State of the graph's packs, and version of the service, from which the overview was made. */
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
