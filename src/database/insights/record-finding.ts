/**
 * Opens and reopens findings. A finding stands for all cases with the same system, error type and
 * operation name. The first of these cases opens the finding. A later one can reopen it.
 */
import { createHash } from "node:crypto";
import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { type AnySQLiteColumn, alias } from "drizzle-orm/sqlite-core";
import type { Attribution } from "../../protocol/api/attribution.ts";
import type { FindingEvent } from "../../protocol/api/insights/findings.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import type { Database } from "../database.ts";
import { finding } from "../schema/findings.ts";
import { failedCase } from "../schema/project.ts";

const MAX_EVENTS = 200;

/**
 * The case whose attribution is being stored. `where` selects the case, unless it was deleted or a
 * person has decided on its inferred answer meanwhile. Use `where` only in the transaction that
 * stores the attribution.
 */
export interface TakenCase {
  readonly database: Database;
  readonly project: string;
  readonly where: SQL | undefined;
}

/** Cases with the same system, error type and operation name belong to one finding. */
export function findingIdOf(
  project: string,
  system: string | null,
  errorType: ErrorType,
  opName: string | null,
): string {
  const key = JSON.stringify([project, system, errorType, opName]);
  return `fnd_${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`;
}

/** Statements by which an attributed case opens or reopens its finding. */
export function seenAsFinding(
  { database, project, where }: TakenCase,
  { occurredAt, system }: Pick<typeof failedCase.$inferSelect, "occurredAt" | "system">,
  { errorType, opName }: Attribution,
  now: number,
) {
  if (errorType === null) return [];
  const id = findingIdOf(project, system, errorType, opName);
  const values = database
    .select({
      id: sql<string>`${id}`.as("id"),
      project: failedCase.project,
      system: sql<string | null>`${system}`.as("system"),
      errorType: sql<ErrorType>`${errorType}`.as("error_type"),
      opName: sql<string | null>`${opName}`.as("op_name"),
      state: sql<"open">`'open'`.as("state"),
      stateAt: sql<number>`${now}`.as("state_at"),
      fixedAt: sql<number | null>`null`.as("fixed_at"),
      history: sql<FindingEvent[]>`'[]'`.as("history"),
      assignee: sql<null>`null`.as("assignee"),
      mergedInto: sql<null>`null`.as("merged_into"),
      fixPrompt: sql<null>`null`.as("fix_prompt"),
      fixVersion: sql<null>`null`.as("fix_version"),
      fixExperiment: sql<null>`null`.as("fix_experiment"),
      fixSource: sql<null>`null`.as("fix_source"),
    })
    .from(failedCase)
    .where(where);
  const isBack = and(
    eq(finding.state, "fixed"),
    // A fix time in the future comes from a wrong clock. Reopen the finding in this case too.
    // Otherwise, it would stay closed until that time.
    or(lte(finding.fixedAt, occurredAt), gt(finding.fixedAt, now)),
  );
  return [
    database
      .insert(finding)
      .select(values)
      .onConflictDoUpdate({
        target: finding.id,
        set: reopened(now),
        setWhere: and(isBack, isNull(finding.mergedInto)),
      }),
    database
      .update(finding)
      .set(reopened(now))
      .where(
        and(
          sql`${finding.id} = (select ${part.mergedInto} from ${finding} ${part} where ${part.id} = ${id})`,
          sql`exists (select 1 from ${failedCase} where ${where})`,
          isBack,
        ),
      ),
  ];
}

/**
 * A second name for the table `finding`, for queries that read two of its rows. In most of them,
 * `finding` is the wanted finding, and `part` is the same finding or one that was merged into it.
 */
export const part = alias(finding, "part");

/** SQL condition that is true if the cases of `part` count as cases of the finding. */
export const countsFor = sql`(${part.id} = ${finding.id} or ${part.mergedInto} = ${finding.id})`;

/** Columns to set when a fixed finding reopens. */
export function reopened(now: number) {
  const event = eventAt(now, { by: null, note: "" }, { kind: "state", state: "reopened" });
  return { state: "reopened" as const, stateAt: now, fixedAt: null, history: withEvent(event) };
}

/** Who made a change, and why. */
export interface Author {
  /** Name of the person or API key; null if a case or an experiment made the change. */
  readonly by: string | null;
  readonly note: string;
}

type Change = Pick<FindingEvent, "kind"> & Partial<Pick<FindingEvent, "state" | "subject">>;

export function eventAt(now: number, { by, note }: Author, change: Change): FindingEvent {
  return { at: new Date(now).toISOString(), state: null, subject: null, ...change, by, note };
}

/** SQL for the finding's history with the new event. A full history loses its oldest event. */
export function withEvent(event: FindingEvent): SQL {
  const kept = sql`case when json_array_length(${finding.history}) < ${MAX_EVENTS} then ${finding.history} else json_remove(${finding.history}, '$[0]') end`;
  return sql`json_insert(${kept}, '$[#]', json(${JSON.stringify(event)}))`;
}

type Kind = Readonly<Record<"project" | "errorType" | "opName" | "system", AnySQLiteColumn>>;

/**
 * Condition that is true if a case has the finding's system, error type and operation name. It is
 * false for cases of findings that were merged into this finding. A case without a decided verdict
 * has no error type, so it belongs to no finding.
 */
export const isCaseOf = (kind: Kind) =>
  and(
    eq(failedCase.project, kind.project),
    // This condition must be spelled exactly as in the index `failed_case_finding`. Otherwise
    // SQLite would not use the index.
    sql`${failedCase.state} = 'done'`,
    eq(failedCase.errorType, kind.errorType),
    sql`${failedCase.opName} is ${kind.opName}`,
    sql`${failedCase.system} is ${kind.system}`,
    isNotNull(failedCase.attribution),
  );

/**
 * SQL condition that is true if the case belongs to the finding, or to a finding that was merged
 * into it.
 */
export function isOfFinding(project: string, id: string): SQL {
  const among = (column: AnySQLiteColumn) => sql`exists (select 1 from ${finding}
    where ${column} = ${id} and ${finding.project} = ${project} and ${isCaseOf(finding)})`;
  // Use two subqueries. With a single subquery that contains `or`, SQLite would read all findings
  // of the project for each case.
  return sql`(${among(finding.id)} or ${among(finding.mergedInto)})`;
}

/** Statement that deletes findings without cases and without history. */
export function withoutLostFindings(database: Database, project: string) {
  return database
    .delete(finding)
    .where(
      and(
        eq(finding.project, project),
        sql`${finding.history} = '[]'`,
        sql`not exists (select 1 from ${failedCase} where ${isCaseOf(finding)})`,
      ),
    );
}
