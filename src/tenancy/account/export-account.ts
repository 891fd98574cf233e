import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { comment, mention } from "../../database/schema/annotation/comments.ts";
import { caseLabel } from "../../database/schema/annotation/labels.ts";
import {
  account,
  invitation,
  member,
  organization,
  session,
  signInDevice,
  signInNetwork,
  user,
} from "../../database/schema/identity.ts";
import { apiKey } from "../../database/schema/project.ts";
import { auditEntry } from "../../database/schema/teams/audit.ts";
import { oauthClient, oauthConnection } from "../../database/schema/teams/connections.ts";
import { letter } from "../../database/schema/teams/mail.ts";
import { projectRole } from "../../database/schema/teams/project-roles.ts";
import { passkey, recoveryCode, secondFactor } from "../../database/schema/teams/sign-in.ts";

/** Maximum number of rows in a list, because the export must fit into a Worker's memory. */
const MAX_ROWS = 10_000;

/**
 * Returns the data that is stored about the person. Each kind of data is a list of rows. Password
 * hashes, tokens, secrets of authenticator apps and recovery codes are left out.
 *
 * @returns the lists; a list that is too long has only its newest rows, and `cut` contains its name
 */
export async function exportAccount(
  database: Database,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<Readonly<Record<string, unknown>>> {
  const [people, ways, app, codes, passkeys, sessions, networks, browsers] = await database.batch([
    database.select().from(user).where(eq(user.id, id)),
    database
      .select({
        ...{ provider: account.providerId, accountId: account.accountId },
        createdAt: account.createdAt,
      })
      .from(account)
      .where(eq(account.userId, id)),
    database
      .select({ since: secondFactor.confirmedAt })
      .from(secondFactor)
      .where(eq(secondFactor.userId, id)),
    database
      .select({ left: sql<number>`count(*)` })
      .from(recoveryCode)
      .where(eq(recoveryCode.userId, id)),
    database
      .select({
        ...{ id: passkey.id, name: passkey.name, createdAt: passkey.createdAt },
        lastUsedAt: passkey.lastUsedAt,
      })
      .from(passkey)
      .where(eq(passkey.userId, id)),
    database
      .select({
        ...{ createdAt: session.createdAt, lastUsedAt: session.updatedAt },
        ...{ expiresAt: session.expiresAt, address: session.ipAddress },
        browser: session.userAgent,
      })
      .from(session)
      .where(eq(session.userId, id)),
    database
      .select({ network: signInNetwork.network, lastAt: signInNetwork.lastAt })
      .from(signInNetwork)
      .where(eq(signInNetwork.userId, id)),
    database
      .select({ lastAt: signInDevice.lastAt, trustedUntil: signInDevice.trustedUntil })
      .from(signInDevice)
      .where(eq(signInDevice.userId, id)),
  ]);
  const [connections, memberships, roles, invitations, keys, letters] = await database.batch([
    database
      .select({
        ...{ id: oauthConnection.id, app: oauthClient.name, project: oauthConnection.project },
        ...{ scopes: oauthConnection.scopes, createdAt: oauthConnection.createdAt },
        lastUsedAt: oauthConnection.lastUsedAt,
      })
      .from(oauthConnection)
      .innerJoin(oauthClient, eq(oauthClient.id, oauthConnection.client))
      .where(eq(oauthConnection.userId, id)),
    database
      .select({
        ...{ organization: organization.name, role: member.role },
        since: member.createdAt,
      })
      .from(member)
      .innerJoin(organization, eq(organization.id, member.organizationId))
      .where(eq(member.userId, id)),
    database
      .select({ project: projectRole.project, role: projectRole.role })
      .from(projectRole)
      .where(eq(projectRole.userId, id)),
    database
      .select({ role: invitation.role, expiresAt: invitation.expiresAt })
      .from(invitation)
      .where(eq(invitation.email, email)),
    database
      .select({
        ...{ name: apiKey.name, hint: apiKey.hint, project: apiKey.project },
        ...{ createdAt: apiKey.createdAt, revokedAt: apiKey.revokedAt },
      })
      .from(apiKey)
      .where(eq(apiKey.creator, id))
      .limit(MAX_ROWS),
    database
      .select({
        ...{ kind: letter.kind, subject: letter.subject, state: letter.state },
        createdAt: letter.createdAt,
      })
      .from(letter)
      .where(eq(letter.address, email))
      .limit(MAX_ROWS),
  ]);
  const [labels, comments, mentions, actions] = await database.batch([
    database
      .select()
      .from(caseLabel)
      .where(eq(caseLabel.author, `person:${id}`))
      .orderBy(desc(caseLabel.createdAt))
      .limit(MAX_ROWS),
    database
      .select()
      .from(comment)
      .where(eq(comment.person, id))
      .orderBy(desc(comment.createdAt))
      .limit(MAX_ROWS),
    database
      .select()
      .from(mention)
      .where(eq(mention.person, id))
      .orderBy(desc(mention.createdAt))
      .limit(MAX_ROWS),
    database
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.person, id))
      .orderBy(desc(auditEntry.at))
      .limit(MAX_ROWS),
  ]);
  const lists = { keys, letters, labels, comments, mentions, actions };
  const cut = Object.entries(lists).flatMap(([name, rows]) =>
    rows.length === MAX_ROWS ? [name] : [],
  );
  const secondFactors = { since: app[0]?.since ?? null, recoveryCodes: codes[0]?.left ?? 0 };
  return {
    ...{ person: people[0], waysToSignIn: ways, secondFactor: secondFactors, passkeys },
    ...{
      sessions,
      networks,
      browsers,
      connectedApps: connections,
      memberships,
      rolesInProjects: roles,
      invitations,
    },
    ...{ ...lists, cut },
  };
}
