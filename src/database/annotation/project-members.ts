import { eq } from "drizzle-orm";
import type { Role } from "../../protocol/people.ts";
import type { Database } from "../database.ts";
import { member, user } from "../schema/identity.ts";
import { project as projectTable } from "../schema/project.ts";

export interface ProjectMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** The members of the project's organization. */
export async function projectMembers(
  database: Database,
  project: string,
): Promise<ProjectMember[]> {
  return database
    .select({ id: user.id, name: user.name, email: user.email, role: member.role })
    .from(projectTable)
    .innerJoin(member, eq(member.organizationId, projectTable.organization))
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(projectTable.id, project));
}
