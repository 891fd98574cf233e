/** Figures and overviews of a project's graphs, as they were last worked out. */
import {
  blob,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import type { LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";
import type { NotableUnit } from "../../protocol/api/explorer/memory.ts";
import type { FactGroup, MessageFact } from "../../protocol/api/explorer/survival.ts";
import { graph, projectId } from "./project.ts";

export const graphMemory = sqliteTable(
  "graph_memory",
  {
    project: projectId(),
    graph: text().notNull(),
    /** State of the graph's packs that was counted; see `GraphRepository.revision`. */
    revision: text().notNull(),
    countedAt: integer().notNull(),
    /** Time of the latest version of any unit; null if there is no unit. */
    changedAt: integer(),
    units: integer().notNull(),
    held: integer().notNull(),
    /** Units that caused a wrong answer. */
    wrong: integer().notNull(),
    emptySearches: integer().notNull(),
    flags: text({ mode: "json" }).$type<Readonly<Record<LedgerFlag, number>>>().notNull(),
    notable: text({ mode: "json" }).$type<readonly NotableUnit[]>().notNull(),
    /** What became of the facts; null if they were not counted. */
    facts: text({ mode: "json" }).$type<readonly FactGroup[]>(),
    lostFacts: text({ mode: "json" }).$type<readonly MessageFact[]>(),
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

/**
 * Overviews of large graphs, so that a reader need not open the graph. An overview is a list of
 * compressed parts. Each write replaces all of them.
 */
export const graphOverview = sqliteTable(
  "graph_overview",
  {
    project: projectId(),
    graph: text().notNull(),
    kind: text().$type<OverviewKind>().notNull(),
    part: integer().notNull(),
    /** State of the graph's packs and version of the service that the overview was made from. */
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
