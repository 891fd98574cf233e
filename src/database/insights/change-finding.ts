import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { FindingFix } from "../../protocol/api/insights/findings.ts";
import { findingTitle } from "../../reports/findings.ts";
import type { Database } from "../database.ts";
import { ofMemberInProject, roleInProject } from "../people/role-in-project.ts";
import { finding } from "../schema/findings.ts";
import { member } from "../schema/identity.ts";
import { failedCase, project as projectTable } from "../schema/project.ts";
import { projectRole } from "../schema/teams/project-roles.ts";
import type { FindingRow } from "./finding-views.ts";
import {
  type Author,
  countsFor,
  eventAt,
  isCaseOf,
  part,
  reopened,
  withEvent,
} from "./record-finding.ts";

const DAY_MS = 24 * 3_600_000;

export interface Place {
  readonly database: Database;
  readonly project: string;
  readonly now: number;
}

export interface NewFix {
  readonly prompt: { readonly id: string; readonly version: number } | null;
  readonly experiment: string | null;
  readonly source: FindingFix["source"];
  /** The fix's name in the finding's history. */
  readonly name: string;
}

export const ownFinding = (project: string, id: string) =>
  and(eq(finding.project, project), eq(finding.id, id));

export function stateStatement(
  { database, project, now }: Place,
  id: string,
  author: Author,
  { state, fixedAt }: { state: "open" | "acknowledged" | "fixed"; fixedAt: number },
) {
  const history = withEvent(eventAt(now, author, { kind: "state", state }));
  return database
    .update(finding)
    .set({ state, stateAt: now, history, fixedAt: state === "fixed" ? fixedAt : null })
    .where(ownFinding(project, id));
}

/**
 * Statement that assigns the finding to the person. Assigns nobody if the person has lost access to
 * the project.
 */
export function assigneeStatement(
  { database, project, now }: Place,
  id: string,
  author: Author,
  person: { readonly id: string; readonly name: string } | null,
) {
  const history = withEvent(
    eventAt(now, author, { kind: "assignee", subject: person?.name ?? null }),
  );
  const present = sql`(select ${member.userId} from ${member}
    join ${projectTable} on ${projectTable.organization} = ${member.organizationId}
    left join ${projectRole} on ${ofMemberInProject}
    where ${projectTable.id} = ${project} and ${member.userId} = ${person?.id ?? ""}
      and ${roleInProject} <> 'guest')`;
  return database
    .update(finding)
    .set({ assignee: present, history })
    .where(ownFinding(project, id));
}

/**
 * Statement that links the selected findings with a fix. If the fix is null, removes their link.
 * @param where selects the findings
 */
export function fixStatement(
  { database, now }: Pick<Place, "database" | "now">,
  where: SQL | undefined,
  author: Author,
  fix: NewFix | null,
) {
  const history = withEvent(eventAt(now, author, { kind: "fix", subject: fix?.name ?? null }));
  return database
    .update(finding)
    .set({
      ...{ fixPrompt: fix?.prompt?.id ?? null, fixVersion: fix?.prompt?.version ?? null },
      ...{ fixExperiment: fix?.experiment ?? null, fixSource: fix?.source ?? null, history },
    })
    .where(where);
}

/**
 * Statement that reopens a fixed finding if one of its cases occurred after the fix. Ignores cases
 * more than a day in the future: a wrong clock set their time, and they would reopen the finding
 * after every fix.
 */
export function comeBackStatement({ database, project, now }: Place, id: string) {
  const isBack = sql`exists (select 1 from ${finding} ${part}, ${failedCase}
    where ${countsFor} and ${isCaseOf(part)} and ${failedCase.occurredAt} >= ${finding.fixedAt}
      and ${failedCase.occurredAt} < ${now + DAY_MS})`;
  return database
    .update(finding)
    .set(reopened(now))
    .where(
      and(ownFinding(project, id), eq(finding.state, "fixed"), isNull(finding.mergedInto), isBack),
    );
}

/**
 * Statements that merge a finding into another. They do this only if both findings exist and
 * neither is merged yet. So if two requests merge at the same time, the later one has no effect.
 */
export function mergeStatements(
  place: Place,
  merged: FindingRow,
  target: FindingRow,
  author: Author,
) {
  const { database, project, now } = place;
  const isWhole = (id: string) => sql`exists (select 1 from ${finding} ${part}
    where ${part.id} = ${id} and ${part.project} = ${project} and ${part.mergedInto} is null)`;
  const areWhole = and(isWhole(merged.id), isWhole(target.id));
  const event = (kind: "merged" | "absorbed", other: FindingRow) =>
    withEvent(eventAt(now, author, { kind, subject: titleOf(other) }));
  return [
    // The third statement marks the finding as merged. The first two statements change nothing if
    // the finding is already merged, so they must run before the third one.
    database
      .update(finding)
      .set({ history: event("absorbed", merged) })
      .where(and(ownFinding(project, target.id), areWhole)),
    database
      .update(finding)
      .set({ mergedInto: target.id })
      .where(and(eq(finding.project, project), eq(finding.mergedInto, merged.id), areWhole)),
    database
      .update(finding)
      .set({ mergedInto: target.id, history: event("merged", target) })
      .where(and(ownFinding(project, merged.id), areWhole)),
    comeBackStatement(place, target.id),
  ] as const;
}

/**
 * Statements that undo a merge. They change nothing if the finding is no longer merged into the
 * target.
 */
export function separateStatements(
  place: Place,
  merged: FindingRow,
  target: FindingRow,
  author: Author,
) {
  const { database, project, now } = place;
  const event = (other: FindingRow) =>
    withEvent(eventAt(now, author, { kind: "separated", subject: titleOf(other) }));
  const isMerged = sql`exists (select 1 from ${finding} ${part} where ${part.id} = ${merged.id}
    and ${part.mergedInto} = ${target.id})`;
  return [
    // This statement changes the target only if the finding is still merged into it. The next
    // statement ends the merge, so it must run after this one.
    database
      .update(finding)
      .set({ history: event(merged) })
      .where(and(ownFinding(project, target.id), isMerged)),
    database
      .update(finding)
      .set({ mergedInto: null, history: event(target) })
      .where(and(ownFinding(project, merged.id), eq(finding.mergedInto, target.id))),
    comeBackStatement(place, merged.id),
  ] as const;
}

const titleOf = ({ errorType, opName }: FindingRow) => findingTitle(errorType, opName);
