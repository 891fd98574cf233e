/**
 * Signs in a person whom a provider named. One transaction finds or creates the account and the
 * membership.
 */
import { and, eq, or, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { member, user } from "../../database/schema/identity.ts";
import { scimUser } from "../../database/schema/teams/scim.ts";
import { type StatedPerson, ssoIdentity } from "../../database/schema/teams/sso.ts";
import { MAX_MEMBERS } from "../../protocol/limits.ts";
import type { DefaultRole } from "../../protocol/people/sso.ts";
import { type Result, success } from "../../protocol/result.ts";
import { Domains, inDomainsOf } from "./domains.ts";
import { proveAddress } from "./prove-address.ts";
import { type Refused, refused } from "./refused.ts";
import { domainOf } from "./sso-address.ts";

const MAX_NAME_CHARS = 100;

interface Entered {
  readonly person: string;
  /** Whether this sign-in made the person a member. */
  readonly isNewMember: boolean;
}

/**
 * Finds or creates the account and the membership. The organization controls the domain of the
 * address, so an account with this address belongs to the person. But if the address was never
 * confirmed, somebody else may have created the account. Its passwords, passkeys, sign-ins and
 * connected apps are then deleted.
 */
export async function enter(
  database: Database,
  organization: string,
  stated: StatedPerson,
  defaultRole: DefaultRole,
  now: number,
): Promise<Result<Entered, Refused>> {
  const { address, subject } = stated;
  if (!(await new Domains(database, organization).holds(domainOf(address)))) {
    return refused(
      "address_outside_domains",
      `${address} is in no verified domain of the organization.`,
    );
  }
  const found = await knownAs(database, organization, stated);
  const refusal = refusalOf(found, stated);
  if (refusal !== undefined) return refusal;
  const person = found.linked?.id ?? found.holder?.id ?? crypto.randomUUID();
  const at = new Date(now);
  const name = stated.name.replace(/\p{Cc}/gu, " ").slice(0, MAX_NAME_CHARS);
  const members = sql`select count(*) from member where organization_id = ${organization}`;
  const membership = crypto.randomUUID();
  const [, , , , , , , , , , joined] = await database.batch([
    database
      .insert(user)
      .values({
        id: person,
        name,
        email: address,
        emailVerified: true,
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing(),
    ...proveAddress(database, person),
    database
      .update(user)
      .set({ email: address, updatedAt: at })
      .where(and(eq(user.id, person), changes(found, address))),
    database
      .insert(ssoIdentity)
      .select(sql`select ${organization}, ${subject}, id from user where id = ${person}`)
      .onConflictDoUpdate({
        target: [ssoIdentity.organization, ssoIdentity.subject],
        set: { userId: sql`excluded.user_id` },
      }),
    database
      .insert(member)
      .select(sql`select ${membership}, ${organization}, id, ${defaultRole}, ${now} from user
        where id = ${person} and (${members}) < ${MAX_MEMBERS}`)
      .onConflictDoNothing()
      .returning({ id: member.id }),
  ]);
  const isIn = await isMember(database, organization, person);
  if (isIn) return success({ person, isNewMember: joined.length > 0 });
  // The person may be signing in twice at the same time. The other request can then have created
  // the account.
  const again = await knownAs(database, organization, stated);
  if (again.holder !== undefined && again.holder.id !== person) {
    return enter(database, organization, stated, defaultRole, now);
  }
  return refused("too_many_members", `The organization has ${MAX_MEMBERS} members, the limit.`);
}

interface Known {
  /**
   * The account that an earlier sign-in connected with this subject (the provider's id of a
   * person). Undefined at the first sign-in, and if the account's address is outside the
   * organization's domains.
   */
  readonly linked: Account | undefined;
  /** The account with the stated address. */
  readonly holder: Account | undefined;
  /**
   * Whether a member with the stated address already has another subject. The member and this
   * person can then be two different people.
   */
  readonly isOthers: boolean;
  readonly isDeactivated: boolean;
}

interface Account {
  readonly id: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly isOwner: boolean;
}

async function knownAs(
  database: Database,
  organization: string,
  { subject, address }: StatedPerson,
): Promise<Known> {
  const columns = {
    ...{ id: user.id, email: user.email, isVerified: user.emailVerified },
    owns: sql<number>`exists (select 1 from member where user_id = ${user.id}
      and organization_id = ${organization} and role = 'owner')`,
  };
  const [linked, holder, others, blocked] = await database.batch([
    database
      .select(columns)
      .from(ssoIdentity)
      .innerJoin(user, eq(user.id, ssoIdentity.userId))
      // Find the account only if its address is in one of the organization's domains. If the person
      // has changed the address to another domain, the account no longer belongs to the
      // organization.
      .where(
        and(
          eq(ssoIdentity.organization, organization),
          eq(ssoIdentity.subject, subject),
          inDomainsOf(organization),
        ),
      ),
    database.select(columns).from(user).where(eq(user.email, address)),
    database
      .select({ subject: ssoIdentity.subject })
      .from(ssoIdentity)
      .innerJoin(user, eq(user.id, ssoIdentity.userId))
      .innerJoin(member, and(eq(member.userId, user.id), eq(member.organizationId, organization)))
      .where(
        and(
          eq(ssoIdentity.organization, organization),
          eq(user.email, address),
          sql`${ssoIdentity.subject} <> ${subject}`,
        ),
      ),
    database
      .select({ id: scimUser.id })
      .from(scimUser)
      .innerJoin(user, eq(user.id, scimUser.userId))
      .leftJoin(
        ssoIdentity,
        and(eq(ssoIdentity.organization, organization), eq(ssoIdentity.subject, subject)),
      )
      .where(
        and(
          eq(scimUser.organization, organization),
          eq(scimUser.isActive, false),
          or(eq(user.email, address), eq(user.id, ssoIdentity.userId)),
        ),
      ),
  ]);
  const accountOf = (rows: typeof linked): Account | undefined => {
    const [row] = rows;
    return row && { ...row, isOwner: row.owns === 1 };
  };
  return {
    ...{ linked: accountOf(linked), holder: accountOf(holder) },
    ...{ isOthers: others.length > 0, isDeactivated: blocked.length > 0 },
  };
}

function refusalOf({ linked, holder, isOthers, isDeactivated }: Known, stated: StatedPerson) {
  if (isDeactivated) {
    return refused("deactivated", `The directory has deactivated ${stated.address}.`);
  }
  if (linked !== undefined && holder !== undefined && linked.id !== holder.id) {
    return refused(
      "address_taken",
      `The provider now states ${stated.address} for ${linked.email}, and another account has it.`,
    );
  }
  if (linked === undefined && isOthers) {
    return refused(
      "other_subject",
      `Another subject of the provider signs in as ${stated.address}. If this is the same person, remove them from the organization first.`,
    );
  }
  return undefined;
}

/**
 * The provider can state a new address for an account. Returns the SQL condition under which the
 * account gets this address; undefined means always. The condition is false for an owner, so an
 * owner's account keeps its address. Otherwise, the provider could take over an owner's account.
 */
function changes({ linked }: Known, address: string) {
  if (linked === undefined || linked.email === address) return undefined;
  return linked.isOwner ? sql`false` : undefined;
}

async function isMember(database: Database, organization: string, person: string) {
  const [found] = await database
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.organizationId, organization), eq(member.userId, person)));
  return found !== undefined;
}
