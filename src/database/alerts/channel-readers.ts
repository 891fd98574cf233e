import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { ofMemberInProject, roleInProject } from "../people/role-in-project.ts";
import { unsubscription } from "../schema/alerts.ts";
import { member, user } from "../schema/identity.ts";
import { endpoint, project } from "../schema/project.ts";
import { projectRole } from "../schema/teams/project-roles.ts";

/**
 * Returns those of the given addresses that a person with access to the project has confirmed. A
 * channel must send e-mails to no other addresses.
 */
export async function knownAddresses(
  database: Database,
  of: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database
    .select({ email: user.email })
    .from(user)
    .innerJoin(member, eq(member.userId, user.id))
    .innerJoin(project, eq(project.organization, member.organizationId))
    .leftJoin(projectRole, ofMemberInProject)
    .where(
      and(
        eq(project.id, of),
        eq(user.emailVerified, true),
        sql`${roleInProject} <> 'guest'`,
        sql`${user.email} in (select lower(value) from json_each(${JSON.stringify(addresses)}))`,
      ),
    );
  return new Set(rows.map(({ email }) => email));
}

/**
 * Returns the given recipients, without people who unsubscribed from the channel's e-mails or lost
 * access to the project.
 */
export async function readersOf(
  database: Database,
  of: string,
  channel: string,
  recipients: readonly string[],
): Promise<string[]> {
  const known = await knownAddresses(database, of, recipients);
  const rows = await database
    .select({ address: unsubscription.address })
    .from(unsubscription)
    .where(eq(unsubscription.endpoint, channel));
  const gone = new Set(rows.map(({ address }) => address));
  const lower = recipients.map((address) => address.toLowerCase());
  return [...new Set(lower)].filter((address) => known.has(address) && !gone.has(address));
}

/** @returns the channel's name; undefined if the channel was deleted */
export async function setSubscribed(
  database: Database,
  channel: string,
  address: string,
  isSubscribed: boolean,
  now: number,
): Promise<string | undefined> {
  const [known] = await database
    .select({ name: endpoint.description })
    .from(endpoint)
    .where(and(eq(endpoint.id, channel), eq(endpoint.kind, "email")));
  if (known === undefined) return undefined;
  if (isSubscribed) {
    await database
      .delete(unsubscription)
      .where(and(eq(unsubscription.endpoint, channel), eq(unsubscription.address, address)));
  } else {
    await database
      .insert(unsubscription)
      .values({ endpoint: channel, address, createdAt: now })
      .onConflictDoNothing();
  }
  return known.name;
}
