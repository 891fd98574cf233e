/** Which role a member has in a project, as SQL. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Role } from "../../protocol/people/roles.ts";
import { member } from "../schema/identity.ts";
import { project } from "../schema/project.ts";
import { projectRole } from "../schema/teams/project-roles.ts";

/** For a left join of `projectRole` to the query's `project` and `member`. */
export const ofMemberInProject: SQL | undefined = and(
  eq(projectRole.project, project.id),
  eq(projectRole.userId, member.userId),
);

/**
 * The member's role in the query's project: the one given there, else the one in the organization.
 * An owner is owner everywhere.
 */
export const roleInProject = sql<Role>`case
  when ${member.role} = 'owner' then 'owner'
  else coalesce(${projectRole.role}, ${member.role})
end`;
