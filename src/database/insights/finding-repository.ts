import { and, asc, count, desc, eq, isNull, sql } from "drizzle-orm";
import type {
  Finding,
  FindingState,
  FindingSummary,
} from "../../protocol/api/insights/findings.ts";
import { issuesOf } from "../alerts/tracked-issues.ts";
import type { Database } from "../database.ts";
import { finding } from "../schema/findings.ts";
import { failedCase } from "../schema/project.ts";
import {
  assigneeStatement,
  comeBackStatement,
  fixStatement,
  mergeStatements,
  type NewFix,
  ownFinding,
  type Place,
  separateStatements,
  stateStatement,
} from "./change-finding.ts";
import { type AcceptedProposal, linkExperiment, linkProposal } from "./finding-fixes.ts";
import { type FindingRow, selectFindings, toRef, toSummary, trendsOf } from "./finding-views.ts";
import type { Author } from "./record-finding.ts";
import { type FindingDelivery, tellFinding } from "./tell-finding.ts";

export interface FindingFilter {
  readonly state?: FindingState | undefined;
  /** Id of a person; null selects findings that are assigned to nobody. */
  readonly assignee?: string | null | undefined;
  readonly experiment?: string | undefined;
}

/** An undefined field stays as it is. */
export interface FindingChange extends Author {
  readonly state?: "open" | "acknowledged" | "fixed" | undefined;
  /**
   * Time of the fix, used if the change marks the finding as fixed. A wrong answer after this time
   * reopens the finding.
   */
  readonly fixedAt: number;
  readonly assignee?: { readonly id: string; readonly name: string } | null | undefined;
  readonly fix?: NewFix | null | undefined;
}

/**
 * Maximum number of listed findings. A project rarely has more, because each kind of failure is one
 * finding.
 */
const MAX_LISTED = 500;

export class FindingRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Returns the findings that are not merged: open and reopened ones, then the others. In both
   * groups, the finding with the most cases comes first.
   */
  async list(filter: FindingFilter, now: number): Promise<FindingSummary[]> {
    const { state, assignee, experiment } = filter;
    const where = and(
      eq(finding.project, this.#project),
      isNull(finding.mergedInto),
      state === undefined ? undefined : eq(finding.state, state),
      assignee === undefined ? undefined : sql`${finding.assignee} is ${assignee}`,
      experiment === undefined ? undefined : eq(finding.fixExperiment, experiment),
    );
    const isSettled = sql`${finding.state} in ('acknowledged', 'fixed')`;
    const rows = await selectFindings(this.#database)
      .where(where)
      .groupBy(finding.id)
      .orderBy(asc(isSettled), desc(count(failedCase.id)), asc(finding.id))
      .limit(MAX_LISTED);
    const trends = await trendsOf(this.#database, where, now);
    return rows.map((row) => toSummary(row, trends));
  }

  async find(id: string, now: number): Promise<Finding | undefined> {
    const [row] = await selectFindings(this.#database).where(this.#own(id)).groupBy(finding.id);
    if (row === undefined) return undefined;
    const { mergedInto, history } = row.finding;
    const related = await this.#database
      .select()
      .from(finding)
      .where(
        and(
          eq(finding.project, this.#project),
          sql`(${finding.id} = ${mergedInto} or ${finding.mergedInto} = ${id})`,
        ),
      )
      .orderBy(finding.id);
    const target = related.find((other) => other.id === mergedInto);
    return {
      ...toSummary(row, await trendsOf(this.#database, this.#own(id), now)),
      mergedInto: target === undefined ? null : toRef(target),
      merged: related.filter((other) => other.mergedInto === id).map(toRef),
      issues: await issuesOf(this.#database, this.#project, id),
      history,
    };
  }

  /** Returns only the finding's row. Faster than `find`, which also reads the figures. */
  async row(id: string): Promise<FindingRow | undefined> {
    const [row] = await this.#database.select().from(finding).where(this.#own(id));
    return row;
  }

  /**
   * Changes the finding, and stores the deliveries that report the change. Each delivery reports
   * one state, for example "fixed". It is stored only if this change gave the finding that state.
   * @returns the changed finding. If one of its cases occurred after `fixedAt`, it is open again
   */
  async change(
    id: string,
    change: FindingChange,
    now: number,
    deliveries: readonly FindingDelivery[] = [],
  ): Promise<Finding | undefined> {
    const { state, fixedAt, assignee, fix } = change;
    const place = this.#place(now);
    const changes = [
      ...(state === undefined
        ? []
        : [stateStatement(place, id, change, { state, fixedAt }), comeBackStatement(place, id)]),
      ...(assignee === undefined ? [] : [assigneeStatement(place, id, change, assignee)]),
      ...(fix === undefined ? [] : [fixStatement(place, this.#own(id), change, fix)]),
      ...tellFinding(this.#database, { id }, deliveries, now),
    ];
    const [first, ...rest] = changes;
    if (first !== undefined) await this.#database.batch([first, ...rest]);
    return this.find(id, now);
  }

  /**
   * Merges `merged` into `target`.
   * @returns false if another request has already merged one of them
   */
  async merge(
    merged: FindingRow,
    target: FindingRow,
    author: Author,
    now: number,
  ): Promise<boolean> {
    const [, , merging] = await this.#database.batch(
      mergeStatements(this.#place(now), merged, target, author),
    );
    return merging.meta.changes > 0;
  }

  async separate(
    merged: FindingRow,
    target: FindingRow,
    author: Author,
    now: number,
  ): Promise<void> {
    await this.#database.batch(separateStatements(this.#place(now), merged, target, author));
  }

  async linkExperiment(experiment: string, now: number): Promise<void> {
    await linkExperiment(this.#place(now), experiment);
  }

  async linkProposal(accepted: AcceptedProposal, now: number): Promise<void> {
    await linkProposal(this.#place(now), accepted);
  }

  #place(now: number): Place {
    return { database: this.#database, project: this.#project, now };
  }

  #own(id: string) {
    return ownFinding(this.#project, id);
  }
}
