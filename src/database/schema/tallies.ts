/**
 * Counts of judged answers by hour and by day. Triggers of the migration change them in the
 * transaction of the change that they count.
 */
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { projectId } from "./project.ts";

/** Answers that are equal in all that tallies tell apart. */
export const answerKind = sqliteTable(
  "answer_kind",
  {
    id: integer().primaryKey(),
    project: projectId(),
    /** As src/database/tallies/kinds.ts writes it. */
    kind: text().notNull(),
  },
  (table) => [uniqueIndex("answer_kind_text").on(table.project, table.kind)],
);

/** The migration creates the table `WITHOUT ROWID`, which saves a written row for each new hour. */
export const answerTally = sqliteTable(
  "answer_tally",
  {
    project: projectId(),
    /** Length of the interval: 1 or 24. */
    hours: integer().notNull(),
    /** Start of the interval: a full hour or day in UTC. */
    start: integer().notNull(),
    /** Sum of the counts, which must be equal to that of `counts`. */
    total: integer().notNull(),
    /** Number of answers by id of their kind. The id 0 counts answers whose kind had no room. */
    counts: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.hours, table.start] })],
);

/** The number of a project's kinds, and how far its tallies were compared with its rows. */
export const tallyCheck = sqliteTable(
  "tally_check",
  {
    project: projectId().primaryKey(),
    kinds: integer().notNull(),
    /** When the sweep compares some more of them. */
    dueAt: integer().notNull(),
    /** Start of the next day to compare; null to begin with the first. */
    nextDay: integer(),
    /** When a difference was last found and corrected; null if there was none. */
    mendedAt: integer(),
  },
  (table) => [index("tally_check_due").on(table.dueAt)],
);
