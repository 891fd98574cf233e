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
    /** Hash of project, memory system, error type and operation name; see `findingIdOf`. */
    id: text().primaryKey(),
    project: projectId(),
    system: text(),
    errorType: text().$type<ErrorType>().notNull(),
    opName: text(),
    state: text().$type<FindingState>().notNull(),
    stateAt: integer().notNull(),
    /** Time of the fix. A wrong answer after this time reopens the finding. */
    fixedAt: integer(),
    history: text({ mode: "json" }).$type<FindingEvent[]>().notNull(),
    // The columns below are not foreign keys. To add foreign keys, drizzle-kit would have to
    // replace the table, and this would delete the comments on all findings. So a column can refer
    // to a row that no longer exists; queries ignore such references.
    /**
     * Id of the member to whom the finding is assigned. Becomes null when this person leaves the
     * organization.
     */
    assignee: text(),
    /** Id of the finding into which this one was merged. That finding is never merged itself. */
    mergedInto: text(),
    /** Id and number of the prompt version that fixed the finding. */
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
 * Each row belongs to one memory system. It counts the system's newly attributed cases, and has the
 * state of the tests for a shift.
 */
export const attributionTally = sqliteTable(
  "attribution_tally",
  {
    project: projectId(),
    /** Name of the memory system of the counted cases; empty for cases that name none. */
    system: text().notNull(),
    /** Number of attributions after the last report that `reportAfter` triggered. */
    sinceReport: integer().notNull(),
    /** Number of attributions since the last test for a shift in the error types. */
    sinceLook: integer().notNull(),
    /**
     * Tests use only cases that were opened after this time. When a test finds a shift, the shift's
     * time becomes the baseline.
     */
    baseline: integer().notNull().default(0),
    /** Number of tests after the baseline, and the times of the last ones. */
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

/**
 * One of the new cases behind a shift. In a shift, some kinds of cases have become more frequent,
 * for example cases with a certain error type. This case is of such a kind.
 */
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
 * Tallies count answers by kind. Two answers have the same kind if all fields that tallies
 * distinguish are equal, for example the error type. When an answer changes, triggers (see the
 * migration) update the tallies in the same transaction.
 */
export const answerKind = sqliteTable(
  "answer_kind",
  {
    id: integer().primaryKey(),
    project: projectId(),
    /** The values of the fields that define the kind, as JSON (src/database/cases/tallies/kinds.ts). */
    kind: text().notNull(),
  },
  (table) => [uniqueIndex("answer_kind_text").on(table.project, table.kind)],
);

/**
 * Number of answers of each kind in one hour or one day. The migration creates this table `WITHOUT
 * ROWID`, so the primary key needs no separate index. So each new hour costs one written row less.
 */
export const answerTally = sqliteTable(
  "answer_tally",
  {
    project: projectId(),
    /** 1 for an hour, 24 for a day. */
    hours: integer().notNull(),
    /** Start of the hour or day in UTC. */
    start: integer().notNull(),
    /**
     * Number of all answers in the interval. If the sum of `counts` differs, the tally is wrong.
     */
    total: integer().notNull(),
    /**
     * JSON object: id of a kind → number of answers. Id 0 stands for all kinds above `MAX_KINDS`.
     */
    counts: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.hours, table.start] })],
);

/** The earliest time of a JavaScript date. */
const ALL_TIME_FROM = -8_640_000_000_000_000;

/**
 * There is one row for each project. `kinds` is the number of the project's rows in `answer_kind`.
 * The sweep compares the project's tallies with its answers, a few days at a time
 * (prove-tallies.ts). The row also says when the sweep continues, and with which day.
 */
export const tallyCheck = sqliteTable(
  "tally_check",
  {
    project: projectId().primaryKey(),
    kinds: integer().notNull(),
    /** Earliest time at which the sweep continues the comparison. */
    dueAt: integer().notNull(),
    /** Start of the next day to compare; null to start again with the earliest day. */
    nextDay: integer(),
    /** Time at which the sweep last corrected a tally; null before that. */
    mendedAt: integer(),
    /**
     * All days have hourly tallies, and the days before `daysUntil` also have a daily tally. Most
     * new answers belong to days from `daysUntil` on. There, a new answer changes one row instead of
     * two.
     */
    daysUntil: integer().notNull().default(ALL_TIME_FROM),
  },
  (table) => [index("tally_check_due").on(table.dueAt)],
);
