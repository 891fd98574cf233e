import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Role } from "../../protocol/people/roles.ts";
import { member } from "../schema/identity.ts";
import { project } from "../schema/project.ts";
import { projectRole } from "../schema/teams/project-roles.ts";

/**
 * SQL condition for joining the table `projectRole` to a query that reads `member` and `project`.
 * It selects the row with the member's role in this project.
 */
export const ofMemberInProject: SQL | undefined = and(
  eq(projectRole.project, project.id),
  eq(projectRole.userId, member.userId),
);

/**
 * SQL for the member's role in the project. A role for this project replaces the role in the
 * organization. An owner of the organization is an owner in every project.
 */
export const roleInProject = sql<Role>`case
  when ${member.role} = 'owner' then 'owner'
  else coalesce(${projectRole.role}, ${member.role})
end`;
