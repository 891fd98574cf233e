/** What the memory ledgers of a project's graphs counted when they were last worked out. */
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";
import type { NotableUnit } from "../../protocol/api/explorer/memory.ts";
import { graph, projectId } from "./project.ts";

export const graphMemory = sqliteTable(
  "graph_memory",
  {
    project: projectId(),
    graph: text().notNull(),
    /** State of the graph's packs that was counted; see `GraphRepository.revision`. */
    revision: text().notNull(),
    countedAt: integer().notNull(),
    /** Time of the latest version of any unit; null without a unit. */
    changedAt: integer(),
    units: integer().notNull(),
    held: integer().notNull(),
    /** Units that caused a wrong answer. */
    wrong: integer().notNull(),
    emptySearches: integer().notNull(),
    flags: text({ mode: "json" }).$type<Readonly<Record<LedgerFlag, number>>>().notNull(),
    notable: text({ mode: "json" }).$type<readonly NotableUnit[]>().notNull(),
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
