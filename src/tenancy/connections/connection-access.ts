/**
 * Finds what a connected app's token can access. Each request reads these rights again. So if a
 * membership, project, role or connection ends, the access ends at once.
 */
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { ofMemberInProject, roleInProject } from "../../database/people/role-in-project.ts";
import { member, user } from "../../database/schema/identity.ts";
import { project } from "../../database/schema/project.ts";
import {
  oauthClient,
  oauthConnection,
  oauthToken,
} from "../../database/schema/teams/connections.ts";
import { projectRole } from "../../database/schema/teams/project-roles.ts";
import type { ConnectionScope } from "../../protocol/people/connections.ts";
import { permits, type Scope } from "../../protocol/people/roles.ts";
import { isStoredUseDue, isUseDue } from "../last-use.ts";
import { roleScopes } from "../roles.ts";
import { connectionLacksFactor } from "../sign-in/second-factor/required-factor.ts";
import { passedByProvider } from "../sso/enforcement.ts";
import { hashToken } from "./tokens.ts";

export interface ConnectionAccess {
  readonly id: string;
  readonly person: string;
  readonly personName: string;
  readonly app: string;
  readonly project: string;
  readonly scopes: readonly Scope[];
}

interface AccessDeps {
  readonly database: Database;
  readonly requiresVerification: boolean;
  readonly now: number;
}

/** Undefined if no connection matches, or if the person has no access to the project. */
export async function accessOf(
  { database, requiresVerification }: AccessDeps,
  condition: SQL | undefined,
): Promise<(ConnectionAccess & { readonly lastUsedAt: number | null }) | undefined> {
  const [found] = await database
    .select({
      ...{ id: oauthConnection.id, person: user.id, personName: user.name },
      ...{ app: oauthClient.name, project: project.id, lastUsedAt: oauthConnection.lastUsedAt },
      ...{ given: oauthConnection.scopes, role: roleInProject, isVerified: user.emailVerified },
      lacksFactor: connectionLacksFactor,
      passesProvider: passedByProvider(sql`${user.email}`, sql`${oauthConnection.ssoOrganization}`),
    })
    .from(oauthToken)
    .innerJoin(oauthConnection, eq(oauthConnection.id, oauthToken.connection))
    .innerJoin(oauthClient, eq(oauthClient.id, oauthConnection.client))
    .innerJoin(user, eq(user.id, oauthConnection.userId))
    .innerJoin(project, and(eq(project.id, oauthConnection.project), isNull(project.deletedAt)))
    .innerJoin(
      member,
      and(eq(member.organizationId, project.organization), eq(member.userId, user.id)),
    )
    .leftJoin(projectRole, ofMemberInProject)
    .where(condition);
  if (found === undefined || found.lacksFactor === 1 || found.passesProvider === 1)
    return undefined;
  if (requiresVerification && !found.isVerified) return undefined;
  const { given, role, lacksFactor: _, passesProvider: __, isVerified: ___, ...access } = found;
  const scopes = scopesNow(role, given);
  return scopes.length === 0 ? undefined : { ...access, scopes };
}

/** Returns the role's scopes that the person also gave to the app. */
function scopesNow(role: string, given: readonly ConnectionScope[]): readonly Scope[] {
  return roleScopes(role).filter((scope) => permits(given, scope));
}

/**
 * Returns undefined if the access token gives no access.
 *
 * @param background `ctx.waitUntil`; the time of the last use is written without delaying the
 * answer
 */
export async function authenticateConnection(
  deps: AccessDeps,
  token: string,
  background: (work: Promise<unknown>) => void,
): Promise<ConnectionAccess | undefined> {
  const { database, now } = deps;
  const hash = hashToken("access", token);
  if (hash === undefined) return undefined;
  const isValid = and(
    eq(oauthToken.hash, hash),
    eq(oauthToken.kind, "access"),
    gt(oauthToken.expiresAt, now),
  );
  const found = await accessOf(deps, isValid);
  if (found !== undefined && isUseDue(found.lastUsedAt, now)) {
    background(writeUse(database, found.id, now));
  }
  return found;
}

const writeUse = (database: Database, id: string, now: number): Promise<unknown> =>
  database
    .update(oauthConnection)
    .set({ lastUsedAt: now })
    .where(sql`id = ${id} and (last_used_at is null or ${isStoredUseDue(sql`last_used_at`, now)})`)
    .run();
