/** Reports of one project. */
import { and, desc, eq } from "drizzle-orm";
import type { Report, ReportSummary } from "../protocol/reports.ts";
import { afterCursor, type Cursor, pageOf } from "./cursor.ts";
import type { Database } from "./database.ts";
import { withoutLostQuotes } from "./report-quotes.ts";
import { delivery, report } from "./schema/project.ts";
import type { NewDelivery } from "./webhook-repository.ts";

type ReportRow = typeof report.$inferSelect;
export type NewReport = Omit<ReportRow, "project">;

export class ReportRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Stores the report and the deliveries that tell of it, as one. Cases that were deleted while it
   * was made are not quoted.
   */
  async store(created: NewReport, deliveries: readonly NewDelivery[]): Promise<void> {
    await this.#database.batch([
      this.#database.insert(report).values({ ...created, project: this.#project }),
      withoutLostQuotes(this.#database, this.#project, created.id),
      ...deliveries.map((row) => this.#database.insert(delivery).values(row)),
    ]);
  }

  async find(id: string): Promise<Report | undefined> {
    const [row] = await this.#database
      .select()
      .from(report)
      .where(and(eq(report.project, this.#project), eq(report.id, id)));
    return row && { ...toSummary(row), body: row.body };
  }

  /** The newest report on exactly this period. */
  async on(start: number, end: number): Promise<{ id: string } | undefined> {
    const [row] = await this.#database
      .select({ id: report.id })
      .from(report)
      .where(and(eq(report.project, this.#project), eq(report.start, start), eq(report.end, end)))
      .orderBy(desc(report.createdAt))
      .limit(1);
    return row;
  }

  /** Newest first. */
  async list(cursor: Cursor | undefined, limit: number) {
    const after = afterCursor(cursor, report.createdAt, report.id);
    const rows = await this.#database
      .select()
      .from(report)
      .where(and(eq(report.project, this.#project), after))
      .orderBy(desc(report.createdAt), desc(report.id))
      .limit(limit + 1);
    return pageOf(rows, limit, toSummary, (row) => ({ time: row.createdAt, id: row.id }));
  }
}

function toSummary(row: ReportRow): ReportSummary {
  return {
    id: row.id,
    from: new Date(row.start).toISOString(),
    to: new Date(row.end).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
    trigger: row.trigger,
    headline: row.headline,
  };
}
