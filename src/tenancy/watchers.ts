/** Checks whether somebody with an open live connection may still read the project. */
import { and, eq, gt, isNull, not, or } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { ofMemberInProject, roleInProject } from "../database/people/role-in-project.ts";
import { member, session } from "../database/schema/identity.ts";
import { apiKey, project } from "../database/schema/project.ts";
import { projectRole } from "../database/schema/teams/project-roles.ts";
import type { Watcher } from "../event-store/live/live-feed.ts";
import { roleScopes } from "./roles.ts";
import { lacksFactor } from "./sign-in/second-factor/required-factor.ts";

export async function mayStillRead(
  database: Database,
  projectId: string,
  { kind, id, signIn = "" }: Watcher,
  now: number,
): Promise<boolean> {
  const isThere = and(eq(project.id, projectId), isNull(project.deletedAt));
  if (kind === "key") {
    const [row] = await database
      .select({ scopes: apiKey.scopes })
      .from(apiKey)
      .innerJoin(project, eq(project.id, apiKey.project))
      .where(
        and(
          eq(apiKey.id, id),
          isThere,
          isNull(apiKey.revokedAt),
          or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, now)),
        ),
      );
    return row?.scopes.includes("read") ?? false;
  }
  const [row] = await database
    .select({ role: roleInProject })
    .from(project)
    .innerJoin(member, eq(member.organizationId, project.organization))
    .leftJoin(projectRole, ofMemberInProject)
    .innerJoin(session, eq(session.userId, member.userId))
    .where(
      and(
        isThere,
        eq(member.userId, id),
        eq(session.id, signIn),
        not(lacksFactor({ id, signIn })),
        gt(session.expiresAt, new Date(now)),
      ),
    );
  return row !== undefined && roleScopes(row.role).includes("read");
}
