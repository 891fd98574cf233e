/** Findings, shifts of the error mix, and tallies of judged answers. */
import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type {
  FindingEvent,
  FindingFix,
  FindingState,
} from "../../protocol/api/insights/findings.ts";
import type { ShiftBody } from "../../protocol/api/insights/shifts.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import { failedCase, projectId } from "./project.ts";

export const finding = sqliteTable(
  "finding",
  {
    /** Hash of the project, system, error type and operation name; see `findingIdOf`. */
    id: text().primaryKey(),
    project: projectId(),
    system: text(),
    errorType: text().$type<ErrorType>().notNull(),
    opName: text(),
    state: text().$type<FindingState>().notNull(),
    stateAt: integer().notNull(),
    /** Wrong answers that occurred after this time reopen the finding. */
    fixedAt: integer(),
    history: text({ mode: "json" }).$type<FindingEvent[]>().notNull(),
    // The columns below have no foreign keys. drizzle-kit cannot add a column with ON DELETE to an
    // existing table, and replacing the table would delete the comments on all findings. Queries
    // ignore references to deleted rows.
    /** Id of a member of the project's organization; set to null when the membership ends. */
    assignee: text(),
    /**
     * The finding into which this one was merged. The target itself is never merged into another
     * finding.
     */
    mergedInto: text(),
    /** The version of a prompt that fixed the finding. */
    fixPrompt: text(),
    fixVersion: integer(),
    /** The experiment whose answers show that the finding is fixed. */
    fixExperiment: text(),
    fixSource: text().$type<FindingFix["source"]>(),
  },
  (table) => [
    index("finding_project").on(table.project),
    index("finding_assignee").on(table.assignee).where(sql`assignee is not null`),
    index("finding_merged").on(table.mergedInto).where(sql`merged_into is not null`),
  ],
);

/**
 * Counts of new attributions for one memory system: since the last report, and since the last check
 * of the system's error mix.
 */
export const attributionTally = sqliteTable(
  "attribution_tally",
  {
    project: projectId(),
    /** Name of the memory system; empty for cases without a system. */
    system: text().notNull(),
    /**
     * Number of new attributions since the last report that the setting `reportAfter` triggered.
     */
    sinceReport: integer().notNull(),
    /** Number of new attributions since the last check of the error mix. */
    sinceLook: integer().notNull(),
    /**
     * Start of the baseline. Only cases that were opened after this time count. When a shift is
     * found, a new baseline starts.
     */
    baseline: integer().notNull().default(0),
    /** Number of checks against this baseline, and the times of the latest of these checks. */
    lookCount: integer().notNull().default(0),
    looks: text({ mode: "json" }).$type<number[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.system] }),
    index("attribution_tally_look").on(table.sinceLook).where(sql`since_look >= 25`),
  ],
);

export const shift = sqliteTable(
  "shift",
  {
    id: text().primaryKey(),
    project: projectId(),
    system: text(),
    at: integer().notNull(),
    headline: text().notNull(),
    body: text({ mode: "json" }).$type<ShiftBody>().notNull(),
  },
  (table) => [index("shift_time").on(table.project, table.at)],
);

/** The cases behind a shift. */
export const shiftCase = sqliteTable(
  "shift_case",
  {
    shift: text()
      .notNull()
      .references(() => shift.id, { onDelete: "cascade" }),
    case: text()
      .notNull()
      .references(() => failedCase.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.shift, table.case] }),
    index("shift_case_case").on(table.case),
  ],
);

/**
 * A kind of answer: the values of all fields by which tallies count answers. Triggers in the
 * migration update the tallies in the same transaction as the answers.
 */
export const answerKind = sqliteTable(
  "answer_kind",
  {
    id: integer().primaryKey(),
    project: projectId(),
    /** The values as JSON; see src/database/cases/tallies/kinds.ts. */
    kind: text().notNull(),
  },
  (table) => [uniqueIndex("answer_kind_text").on(table.project, table.kind)],
);

/** The migration creates the table `WITHOUT ROWID`. This saves a written row for each new hour. */
export const answerTally = sqliteTable(
  "answer_tally",
  {
    project: projectId(),
    /** Length of the interval in hours: 1 or 24. */
    hours: integer().notNull(),
    /** Start of the interval: the start of an hour or of a day in UTC. */
    start: integer().notNull(),
    /**
     * Number of all answers in the interval. If the `counts` add up to another number, the tally is
     * wrong.
     */
    total: integer().notNull(),
    /**
     * JSON object that maps the id of each kind to its number of answers. The id 0 counts the
     * answers of all kinds beyond `MAX_KINDS`.
     */
    counts: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.hours, table.start] })],
);

/** The earliest time that a JavaScript date can have. */
const ALL_TIME_FROM = -8_640_000_000_000_000;

/**
 * One row per project: the number of its kinds of answers, and the progress of the sweep that
 * compares the project's tallies with the rows of answers (prove-tallies.ts).
 */
export const tallyCheck = sqliteTable(
  "tally_check",
  {
    project: projectId().primaryKey(),
    kinds: integer().notNull(),
    /** Earliest time at which the sweep compares more tallies of the project. */
    dueAt: integer().notNull(),
    /** Start of the next day to compare; null to start with the first day. */
    nextDay: integer(),
    /**
     * Time at which the sweep last found and corrected a tally that differed from the rows of
     * answers; null if it never found one.
     */
    mendedAt: integer(),
    /**
     * Start of a day. Days before it have daily tallies. This day and later days have only hourly
     * tallies: while answers still arrive, a daily tally would double the writes.
     */
    daysUntil: integer().notNull().default(ALL_TIME_FROM),
  },
  (table) => [index("tally_check_due").on(table.dueAt)],
);
