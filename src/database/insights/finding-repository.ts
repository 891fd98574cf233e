/** Findings of one project, with their cases and the decisions of people. */
import { and, asc, count, desc, eq, max, min, sql } from "drizzle-orm";
import type {
  Finding,
  FindingState,
  FindingSummary,
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
  /** Later wrong answers reopen it. */
  readonly fixedAt: number;
}

/** Maximum findings listed: a project has one per kind of failure. */
const MAX_LISTED = 500;

export class FindingRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Findings that nobody has dealt with first, then by the number of their cases. */
  async list(state: FindingState | undefined): Promise<FindingSummary[]> {
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
    return rows.map(toSummary);
  }

  async find(id: string): Promise<Finding | undefined> {
    const [row] = await this.#select().where(this.#own(id)).groupBy(finding.id);
    return row && { ...toSummary(row), history: row.finding.history };
  }

  /** The finding after the change. It reopens at once if a case came after `fixedAt`. */
  async change(
    id: string,
    { state, note, by, fixedAt }: FindingChange,
    now: number,
  ): Promise<Finding | undefined> {
    const event = { at: new Date(now).toISOString(), state, by, note };
    const isBack = sql`exists (select 1 from ${failedCase} where ${isCaseOfFinding} and ${failedCase.occurredAt} >= ${finding.fixedAt})`;
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
    return this.find(id);
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

function toSummary({ finding: row, cases, firstAt, lastAt }: CountedRow): FindingSummary {
  const { id, system, errorType, opName, state } = row;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    ...{ id, title: findingTitle(errorType, opName), system, errorType, opName, state },
    stateAt: new Date(row.stateAt).toISOString(),
    fixedAt: iso(row.fixedAt),
    cases,
    firstCaseAt: iso(firstAt),
    lastCaseAt: iso(lastAt),
  };
}
