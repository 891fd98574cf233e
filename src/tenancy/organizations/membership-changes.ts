/** SQL statements for the transaction that changes or ends a membership. */
import { and, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { finding } from "../../database/schema/findings.ts";
import { invitation } from "../../database/schema/identity.ts";
import { apiKey, project } from "../../database/schema/project.ts";
import { projectRole } from "../../database/schema/teams/project-roles.ts";

/** The function `mayManage` as SQL. */
export const managesInSql = (actor: SQL, role: SQL): SQL =>
  sql`(${actor} = 'owner' or (${actor} = 'admin' and ${role} <> 'owner'))`;

/**
 * SQL condition: the organization has another owner besides the member whose row the statement
 * changes.
 */
export const leavesAnOwner = (organization: string): SQL =>
  sql`exists (
    select 1 from member other
    where other.organization_id = ${organization} and other.role = 'owner'
      and other.id <> member.id)`;

/**
 * Run these statements after a change of roles. They delete the invitations with a role that their
 * sender can no longer give. They also delete the roles of owners in single projects, because an
 * owner has the same role in every project.
 */
export function afterRoles(database: Database, organization: string) {
  return [
    database.delete(invitation).where(
      sql`organization_id = ${organization} and not exists (
        select 1 from member
        where user_id = invitation.inviter_id and organization_id = invitation.organization_id
          and ${managesInSql(sql`member.role`, sql`invitation.role`)})`,
    ),
    database.delete(projectRole).where(
      sql`organization_id = ${organization} and user_id in (
        select owning.user_id from member owning
        where owning.organization_id = ${organization} and owning.role = 'owner')`,
    ),
  ] as const;
}

/**
 * Run these statements after the end of a membership. They revoke the keys that match the
 * condition, delete invitations to the person, and remove the person as assignee of findings.
 */
export function afterLeaving(
  database: Database,
  left: { readonly organization: string; readonly person: string; readonly email: string },
  keys: SQL,
  now: number,
) {
  const { organization, person, email } = left;
  const isGone = sql`not exists (
    select 1 from member where user_id = ${person} and organization_id = ${organization})`;
  return [
    database
      .update(apiKey)
      .set({ revokedAt: now })
      .where(
        and(eq(apiKey.creator, person), workingKeys(database, organization, now), isGone, keys),
      )
      .returning({ project: apiKey.project }),
    database
      .delete(invitation)
      .where(sql`organization_id = ${organization} and email = ${email} and ${isGone}`),
    database
      .update(finding)
      .set({ assignee: null })
      .where(
        and(
          eq(finding.assignee, person),
          inArray(finding.project, projectsIn(database, organization)),
          isGone,
        ),
      ),
  ] as const;
}

export function workingKeys(database: Database, organization: string, now: number) {
  return and(
    inArray(apiKey.project, projectsIn(database, organization)),
    isNull(apiKey.revokedAt),
    or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, now)),
  );
}

export function projectsIn(database: Database, organization: string) {
  return database
    .select({ id: project.id })
    .from(project)
    .where(and(eq(project.organization, organization), isNull(project.deletedAt)));
}

export function exceeds(scopes: SQL): SQL {
  return sql`exists (
    select 1 from json_each(${apiKey.scopes})
    where value not in (select value from json_each(${scopes})))`;
}
