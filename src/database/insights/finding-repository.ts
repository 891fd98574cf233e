/** Findings of one project, with their cases and the decisions of people. */
import { and, asc, count, desc, eq, gte, lt, max, min, type SQL, sql } from "drizzle-orm";
import {
  type Finding,
  type FindingState,
  type FindingSummary,
  TREND_WEEKS,
} from "../../protocol/api/insights/findings.ts";
import { findingTitle } from "../../reports/findings.ts";
import type { Database } from "../database.ts";
import { finding } from "../schema/findings.ts";
import { failedCase } from "../schema/project.ts";
import { isCaseOfFinding, reopened, withEvent } from "./record-finding.ts";

export interface FindingChange {
  readonly state: "open" | "acknowledged" | "fixed";
  readonly note: string;
  readonly by: string;
  /** Wrong answers after this time reopen it. */
  readonly fixedAt: number;
}

/** Maximum findings listed: a project has one per kind of failure. */
const MAX_LISTED = 500;
const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;

export class FindingRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Open findings first, then by the number of their cases. */
  async list(state: FindingState | undefined, now: number): Promise<FindingSummary[]> {
    const where = and(
      eq(finding.project, this.#project),
      state === undefined ? undefined : eq(finding.state, state),
    );
    const isSettled = sql`${finding.state} in ('acknowledged', 'fixed')`;
    const rows = await this.#select()
      .where(where)
      .groupBy(finding.id)
      .orderBy(asc(isSettled), desc(count(failedCase.id)), asc(finding.id))
      .limit(MAX_LISTED);
    const trends = await this.#trends(where, now);
    return rows.map((row) => toSummary(row, trends));
  }

  async find(id: string, now: number): Promise<Finding | undefined> {
    const [row] = await this.#select().where(this.#own(id)).groupBy(finding.id);
    if (row === undefined) return undefined;
    const trends = await this.#trends(this.#own(id), now);
    return { ...toSummary(row, trends), history: row.finding.history };
  }

  /** Cases of each finding by week, oldest first. */
  async #trends(where: SQL | undefined, now: number): Promise<ReadonlyMap<string, number[]>> {
    const start = now - TREND_WEEKS * WEEK_MS;
    const week = sql<number>`cast((${failedCase.occurredAt} - ${start}) / ${WEEK_MS} as integer)`;
    const isRecent = and(gte(failedCase.occurredAt, start), lt(failedCase.occurredAt, now));
    const rows = await this.#database
      .select({ id: finding.id, week, cases: count() })
      .from(finding)
      .innerJoin(failedCase, isCaseOfFinding)
      .where(and(where, isRecent))
      .groupBy(finding.id, week);
    const trends = new Map<string, number[]>();
    for (const row of rows) {
      const trend = trends.get(row.id) ?? noTrend();
      trend[row.week] = row.cases;
      trends.set(row.id, trend);
    }
    return trends;
  }

  /**
   * The finding after the change. It reopens at once if a case came after `fixedAt`. A case that a
   * sender's clock puts more than a day ahead does not count, or the finding could never be closed.
   */
  async change(
    id: string,
    { state, note, by, fixedAt }: FindingChange,
    now: number,
  ): Promise<Finding | undefined> {
    const event = { at: new Date(now).toISOString(), state, by, note };
    const isBack = sql`exists (select 1 from ${failedCase} where ${isCaseOfFinding} and ${failedCase.occurredAt} >= ${finding.fixedAt} and ${failedCase.occurredAt} < ${now + DAY_MS})`;
    await this.#database.batch([
      this.#database
        .update(finding)
        .set({
          ...{ state, stateAt: now, history: withEvent(event) },
          fixedAt: state === "fixed" ? fixedAt : null,
        })
        .where(this.#own(id)),
      this.#database
        .update(finding)
        .set(reopened(now))
        .where(and(this.#own(id), eq(finding.state, "fixed"), isBack)),
    ]);
    return this.find(id, now);
  }

  #select() {
    return this.#database
      .select({
        finding,
        cases: count(failedCase.id),
        firstAt: min(failedCase.occurredAt),
        lastAt: max(failedCase.occurredAt),
      })
      .from(finding)
      .leftJoin(failedCase, isCaseOfFinding)
      .$dynamic();
  }

  #own(id: string) {
    return and(eq(finding.project, this.#project), eq(finding.id, id));
  }
}

interface CountedRow {
  readonly finding: typeof finding.$inferSelect;
  readonly cases: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

const noTrend = () => Array.from({ length: TREND_WEEKS }, () => 0);

function toSummary(
  { finding: row, cases, firstAt, lastAt }: CountedRow,
  trends: ReadonlyMap<string, number[]>,
): FindingSummary {
  const { id, system, errorType, opName, state } = row;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    ...{ id, title: findingTitle(errorType, opName), system, errorType, opName, state },
    stateAt: new Date(row.stateAt).toISOString(),
    fixedAt: iso(row.fixedAt),
    cases,
    firstCaseAt: iso(firstAt),
    lastCaseAt: iso(lastAt),
    trend: trends.get(id) ?? noTrend(),
  };
}
