/** The role of a member in a project, as SQL. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Role } from "../../protocol/people/roles.ts";
import { member } from "../schema/identity.ts";
import { project } from "../schema/project.ts";
import { projectRole } from "../schema/teams/project-roles.ts";

/** Condition of a left join of `projectRole` to the query's `project` and `member`. */
export const ofMemberInProject: SQL | undefined = and(
  eq(projectRole.project, project.id),
  eq(projectRole.userId, member.userId),
);

/**
 * The member's role in the query's project. A role that is set for this project replaces the role
 * in the organization. An owner is an owner in every project.
 */
export const roleInProject = sql<Role>`case
  when ${member.role} = 'owner' then 'owner'
  else coalesce(${projectRole.role}, ${member.role})
end`;
