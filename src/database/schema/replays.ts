/** Results of replays. A result is deleted with its case. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ReplayFacts, ReplayOutcome } from "../../protocol/api/replays.ts";
import { failedCase, projectId } from "./project.ts";

export const replay = sqliteTable(
  "replay",
  {
    id: text().primaryKey(),
    project: projectId(),
    case: text()
      .notNull()
      .references(() => failedCase.id, { onDelete: "cascade" }),
    /** Id of the recorded graph, to which the case belongs. */
    graph: text().notNull(),
    /**
     * Id of the graph that the replay recorded; null if it recorded none. When the case's graph
     * (`graph`) is deleted, this graph is deleted too.
     */
    replayed: text(),
    outcome: text().$type<ReplayOutcome>().notNull(),
    reason: text().notNull(),
    facts: text({ mode: "json" }).$type<ReplayFacts>().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("replay_case").on(table.case, table.createdAt),
    index("replay_graph").on(table.project, table.graph),
  ],
);
