import { and, desc, eq, max, min, sql } from "drizzle-orm";
import type { CaseSelection } from "../../protocol/api/insights/case-selection.ts";
import type {
  Explanation,
  Report,
  ReportFilter,
  ReportSummary,
} from "../../protocol/api/insights/reports.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { MAX_REPORTS_PER_HOUR } from "../../protocol/limits.ts";
import type { Period } from "../../reports/case-row.ts";
import type { GraphTotals } from "../../reports/overview.ts";
import { type GraphSelection, isGraphOf, matching } from "../cases/case-filter.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { guardedBatch } from "../guarded-batch.ts";
import { endJob, type HeldJob, type JobEnd } from "../jobs/job-end.ts";
import { creatingJob, type NewJob } from "../jobs/job-repository.ts";
import type { NewDelivery } from "../jobs/webhook-repository.ts";
import { delivery, failedCase, report } from "../schema/project.ts";
import { isWithin } from "../stored-times.ts";
import { sinceReport } from "./attribution-tally.ts";
import { graphTotals } from "./graph-totals.ts";
import { withoutLostQuotes } from "./redact-reports.ts";
import { type UnknownKind, unknownInSelection } from "./unknown-in-selection.ts";

type ReportRow = typeof report.$inferSelect;
export type NewReport = Omit<ReportRow, "project" | "explanation">;

export interface ReportSequel {
  readonly deliveries: readonly NewDelivery[];
  readonly job: NewJob | null;
}

const HOUR_MS = 3_600_000;

export class ReportRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Stores the report, its deliveries and its job in one transaction. A report with a job has no
   * deliveries yet: they are stored when the job ends. Leaves out quotes of deleted cases.
   * @returns false if the hourly limit of requested reports is reached
   */
  async store(created: NewReport, { deliveries, job }: ReportSequel): Promise<boolean> {
    const database = this.#database;
    const stored = await guardedBatch(database, "report.headline", [
      database.insert(report).values({ ...created, project: this.#project }),
      ...(created.trigger === "request" ? [this.#withinLimit(created)] : []),
      withoutLostQuotes(database, this.#project, created.id),
      ...deliveries.map((row) => database.insert(delivery).values(row)),
      ...(job === null ? [] : [creatingJob(database, this.#project, job, created.createdAt)]),
      ...(created.trigger === "attributions" ? sinceReport(database, this.#project) : []),
    ]);
    return stored !== undefined;
  }

  /**
   * Returns a statement for the transaction that stores the report. If the hourly limit of
   * requested reports is exceeded, the statement makes this transaction fail.
   */
  #withinLimit({ id, createdAt }: NewReport) {
    const ofHour = sql`select count(*) from ${report} where ${report.project} = ${this.#project}
      and ${report.trigger} = 'request' and ${isWithin(report.createdAt, createdAt, HOUR_MS)}`;
    const headline = sql`case when (${ofHour}) <= ${MAX_REPORTS_PER_HOUR} then ${report.headline} end`;
    return this.#database.update(report).set({ headline }).where(eq(report.id, id));
  }

  /**
   * Ends the job that explains the report, and stores the report's deliveries. Stores the
   * explanation if the job wrote one.
   */
  async explain(
    held: HeldJob,
    end: JobEnd,
    id: string,
    explanation: Explanation | null,
    deliveries: readonly NewDelivery[],
    now: number,
  ): Promise<boolean> {
    const database = this.#database;
    return endJob(database, held, end, now, [
      database
        .update(report)
        .set({ explanation })
        .where(and(eq(report.project, this.#project), eq(report.id, id))),
      withoutLostQuotes(database, this.#project, id),
      ...deliveries.map((row) => database.insert(delivery).values(row)),
    ]);
  }

  async find(id: string): Promise<Report | undefined> {
    const [row] = await this.#database
      .select()
      .from(report)
      .where(and(eq(report.project, this.#project), eq(report.id, id)));
    return row && { ...toSummary(row), body: row.body, explanation: row.explanation };
  }

  unknownIn(selection: CaseSelection): Promise<UnknownKind[]> {
    return unknownInSelection(this.#database, this.#project, selection);
  }

  /** Returns the period from the earliest to the latest selected case; undefined without cases. */
  async periodOf(selection: CaseSelection): Promise<Period | undefined> {
    const { occurredAt } = failedCase;
    const [row] = await this.#database
      .select({ first: min(occurredAt), last: max(occurredAt) })
      .from(failedCase)
      .where(matching(this.#project, selection));
    if (row === undefined || row.first === null || row.last === null) return undefined;
    return { from: row.first, to: row.last + 1 };
  }

  totals(selection: GraphSelection): Promise<GraphTotals> {
    return graphTotals(this.#database, isGraphOf(this.#project, selection));
  }

  /** Returns the newest report with exactly this period and filter. */
  async on({ from, to }: Period, filter: ReportFilter): Promise<{ id: string } | undefined> {
    const [row] = await this.#database
      .select({ id: report.id })
      .from(report)
      .where(
        and(
          eq(report.project, this.#project),
          ...[eq(report.start, from), eq(report.end, to), eq(report.filter, filter)],
        ),
      )
      .orderBy(desc(report.createdAt))
      .limit(1);
    return row;
  }

  /** Returns the reports, newest first. */
  async list(cursor: Cursor | undefined, limit: number) {
    const after = afterCursor(cursor, report.createdAt, report.id);
    const { id, start, end, createdAt, trigger, filter, headline, job } = report;
    const rows = await this.#database
      .select({ id, start, end, createdAt, trigger, filter, headline, job })
      .from(report)
      .where(and(eq(report.project, this.#project), after))
      .orderBy(desc(report.createdAt), desc(report.id))
      .limit(limit + 1);
    return pageOf(rows, limit, toSummary, (row) => ({ time: row.createdAt, id: row.id }));
  }
}

function toSummary(row: Omit<ReportRow, "project" | "body" | "explanation">): ReportSummary {
  return {
    id: row.id,
    from: new Date(row.start).toISOString(),
    to: new Date(row.end).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
    trigger: row.trigger,
    filter: row.filter,
    headline: row.headline,
    job: row.job,
  };
}
