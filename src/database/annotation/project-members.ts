import { and, eq, sql } from "drizzle-orm";
import type { Role } from "../../protocol/people/roles.ts";
import type { Database } from "../database.ts";
import { ofMemberInProject, roleInProject } from "../people/role-in-project.ts";
import { member, user } from "../schema/identity.ts";
import { project as projectTable } from "../schema/project.ts";
import { projectRole } from "../schema/teams/project-roles.ts";

export interface ProjectMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** Returns the members who have access to the project, with their roles in the project. */
export async function projectMembers(
  database: Database,
  project: string,
): Promise<ProjectMember[]> {
  return database
    .select({ id: user.id, name: user.name, email: user.email, role: roleInProject })
    .from(projectTable)
    .innerJoin(member, eq(member.organizationId, projectTable.organization))
    .leftJoin(projectRole, ofMemberInProject)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(projectTable.id, project), sql`${roleInProject} <> 'guest'`));
}
