/**
 * An organization can enforce its sign-in. People with an e-mail address in one of its verified
 * domains must then use its provider. Owners can still use a password, in case the provider fails.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { session } from "../../database/schema/identity.ts";
import { domainOf } from "./sso-address.ts";

async function enforcingOrganization(
  database: Database,
  address: string,
): Promise<string | undefined> {
  const [found] = await database.all<{ organization: string }>(sql`
    select proven.organization from organization_domain proven
    join organization_sign_in rule on rule.organization = proven.organization
    where proven.domain = ${domainOf(address.toLowerCase())} and proven.verified_at is not null
      and rule.is_enforced = 1`);
  return found?.organization;
}

export const isEnforcedFor = async (database: Database, address: string): Promise<boolean> =>
  (await enforcingOrganization(database, address)) !== undefined;

export interface EnforcedPerson {
  readonly organization: string;
  readonly isOwner: boolean;
}

/** Returns the organization that enforces its sign-in for the person's e-mail domain, if any. */
export async function enforcementOf(
  database: Database,
  person: string,
): Promise<EnforcedPerson | undefined> {
  const [found] = await database.all<{ organization: string; owns: number }>(sql`
    select proven.organization, exists (
      select 1 from member where member.user_id = user.id
        and member.organization_id = proven.organization and member.role = 'owner') as owns
    from user
    join organization_domain proven
      on proven.domain = substr(user.email, instr(user.email, '@') + 1)
      and proven.verified_at is not null
    join organization_sign_in rule
      on rule.organization = proven.organization and rule.is_enforced = 1
    where user.id = ${person}`);
  return found && { organization: found.organization, isOwner: found.owns === 1 };
}

/**
 * SQL condition that is true if the person avoided a provider: an organization requires its
 * provider for this address, but the person signed in without this provider.
 *
 * @param provider the organization through whose provider the person signed in, or null
 */
export const passedByProvider = (address: SQL, provider: SQL): SQL<number> => sql<number>`exists (
  select 1 from organization_domain proven
  join organization_sign_in rule
    on rule.organization = proven.organization and rule.is_enforced = 1
  where proven.domain = substr(${address}, instr(${address}, '@') + 1)
    and proven.verified_at is not null and proven.organization is not ${provider})`;

/**
 * Ends the sessions of people with an e-mail address in a verified domain of the organization. A
 * session that began through the organization's provider does not end.
 *
 * @param kept id of a session that does not end
 */
export function endOtherSessions(
  database: Database,
  organization: string,
  kept: string,
  condition: SQL,
) {
  return database.delete(session).where(sql`${condition} and id <> ${kept}
    and id not in (select session_id from sso_session where organization = ${organization})
    and user_id in (
      select user.id from user
      join organization_domain proven
        on proven.domain = substr(user.email, instr(user.email, '@') + 1)
      where proven.organization = ${organization} and proven.verified_at is not null)`);
}
