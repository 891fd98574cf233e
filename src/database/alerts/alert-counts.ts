/**
 * Counts wrong answers. Alert rules that have a threshold or a digest report these counts in their
 * messages.
 */
import { and, count, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { AlertRuleSettings } from "../../protocol/api/alerts/rules.ts";
import { findingTitle } from "../../reports/findings.ts";
import type { Database } from "../database.ts";
import { failedCase, graphUser } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";

export interface CountedAnswers {
  /** Wrong answers that pass the rule's filter. */
  readonly matching: number;
  readonly all: number;
  /** The most frequent pairs of error type and operation among the matching answers, at most 10. */
  readonly kinds: readonly { readonly title: string; readonly count: number }[];
}

const SHOWN_KINDS = 10;

export class AlertCounts {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Counts the attributed wrong answers that occurred after `from` and not after `to`. */
  async between(
    filter: AlertRuleSettings["filter"],
    from: number,
    to: number,
  ): Promise<CountedAnswers> {
    const inTime = and(
      eq(failedCase.project, this.#project),
      eq(failedCase.state, "done"),
      gt(failedCase.occurredAt, from),
      lte(failedCase.occurredAt, to),
    );
    const { errorType, opName } = failedCase;
    const number = count();
    const [[all], groups] = await this.#database.batch([
      this.#database.select({ number: count() }).from(failedCase).where(inTime),
      this.#database
        .select({ errorType, opName, number })
        .from(failedCase)
        .where(and(inTime, ...this.#passes(filter)))
        .groupBy(errorType, opName)
        .orderBy(desc(number)),
    ]);
    return {
      all: all?.number ?? 0,
      matching: groups.reduce((sum, group) => sum + group.number, 0),
      kinds: groups.slice(0, SHOWN_KINDS).map((group) => ({
        title:
          group.errorType === null
            ? "Cause undecided"
            : findingTitle(group.errorType, group.opName),
        count: group.number,
      })),
    };
  }

  #passes({ errorTypes, opNames, systems, users }: AlertRuleSettings["filter"]): SQL[] {
    return [
      ...(errorTypes.length === 0 ? [] : [isOneOf(failedCase.errorType, errorTypes)]),
      ...(opNames.length === 0 ? [] : [isOneOf(failedCase.opName, opNames)]),
      ...(systems.length === 0 ? [] : [isOneOf(failedCase.system, systems)]),
      ...(users.length === 0
        ? []
        : [
            sql`exists (select 1 from ${graphUser} where ${graphUser.project} = ${this.#project}
              and ${graphUser.graph} = ${failedCase.graph} and ${isOneOf(graphUser.user, users)})`,
          ]),
    ];
  }
}
