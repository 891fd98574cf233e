/** People whom an organization's directory provisions. Each has an account and a membership. */
import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { member, session, user } from "../../database/schema/identity.ts";
import {
  type ScimUserAttributes,
  scimGroup,
  scimGroupMember,
  scimUser,
} from "../../database/schema/teams/scim.ts";
import { ssoIdentity } from "../../database/schema/teams/sso.ts";
import { MAX_MEMBERS } from "../../protocol/limits.ts";
import { forgetKeys } from "../keys.ts";
import { afterLeaving, leavesAnOwner } from "../organizations/membership-changes.ts";
import { Domains, inDomainsOf } from "../sso/domains.ts";
import { proveAddress } from "../sso/prove-address.ts";
import { domainOf } from "../sso/sso-address.ts";
import { ScimError } from "./scim-error.ts";
import { type EqualFilter, type GivenUser, USER_SCHEMA } from "./scim-input.ts";
import {
  type CommonAttributes,
  commonAttributes,
  newScimId,
  onlyOne,
  referencesOf,
  type ScimDeps,
} from "./scim-resource.ts";
import { roleOfProvisioned } from "./scim-roles.ts";

/** Lists can be filtered by these attributes. */
export const USER_FILTERS = ["userName", "externalId", "id", "emails", "emails.value"];

type Row = typeof scimUser.$inferSelect & { readonly email: string };

export interface UserResource extends CommonAttributes {
  readonly userName: string;
  readonly active: boolean;
  readonly displayName?: string | undefined;
  readonly name?: ScimUserAttributes["name"];
  readonly emails: ScimUserAttributes["emails"];
  readonly groups?: readonly { readonly value: string; readonly display: string }[];
}

export class ScimUsers {
  readonly #deps: ScimDeps;
  readonly #database: Database;
  readonly #organization: string;

  constructor(deps: ScimDeps) {
    this.#deps = deps;
    this.#database = deps.database;
    this.#organization = deps.organization;
  }

  async list(filter: EqualFilter | undefined, start: number, most: number) {
    const where = filter && filterOf(filter);
    const rows = await this.#rows(where)
      .orderBy(asc(scimUser.createdAt), asc(scimUser.id))
      .limit(most)
      .offset(start - 1);
    const [counted] = await this.#database
      .select({ total: count() })
      .from(scimUser)
      .innerJoin(user, eq(user.id, scimUser.userId))
      .where(this.#own(where));
    return {
      total: counted?.total ?? 0,
      items: await this.#resources(rows),
    };
  }

  /** @throws ScimError 404 */
  async get(id: string): Promise<UserResource> {
    return this.#resource(await this.#known(id));
  }

  /** @throws ScimError 409 if the directory has already provisioned this name or person */
  async create(given: GivenUser): Promise<UserResource> {
    await this.#requireOwnDomain(given.address);
    const now = this.#deps.now();
    const at = new Date(now);
    const id = newScimId("scu", this.#deps);
    const [holder] = await this.#database
      .select({ id: user.id })
      .from(user)
      .where(eq(user.email, given.address));
    const person = holder?.id ?? crypto.randomUUID();
    const [, , , , , , , , stored] = await this.#database.batch([
      this.#database
        .insert(user)
        .values({
          ...{ id: person, name: given.name, email: given.address, emailVerified: true },
          ...{ createdAt: at, updatedAt: at },
        })
        .onConflictDoNothing(),
      ...proveAddress(this.#database, person),
      this.#database
        .insert(scimUser)
        .select(sql`
          select ${id}, ${this.#organization}, id, ${given.userName}, ${given.externalId},
            ${given.isActive ? 1 : 0}, ${JSON.stringify(given.attributes)}, ${now}, ${now}
          from user where id = ${person} and (${given.isActive ? 0 : 1} or ${this.#hasRoom(person)})`)
        .onConflictDoNothing()
        .returning({ id: scimUser.id }),
      this.#join(id, now),
    ]);
    if (stored.length > 0) return this.get(id);
    throw await this.#whyNotStored(given, person);
  }

  /**
   * Replaces the data that the directory stores about the person. `active: false` ends the person's
   * access: the membership and the sign-ins are deleted. Keys are revoked too, except keys that can
   * only send events.
   *
   * @throws ScimError
   */
  async replace(id: string, given: GivenUser): Promise<UserResource> {
    const row = await this.#known(id);
    await this.#requireOwnDomain(given.address);
    await this.#refuseTaken(row, given);
    const now = this.#deps.now();
    if (row.isActive && !given.isActive) await this.#deactivate(row, now);
    const isOwner = sql`exists (select 1 from member where user_id = ${row.userId}
      and organization_id = ${this.#organization} and role = 'owner')`;
    await this.#database.batch([
      this.#database
        .update(scimUser)
        .set({
          ...{ userName: given.userName, externalId: given.externalId, updatedAt: now },
          ...{ isActive: given.isActive, attributes: given.attributes },
        })
        .where(
          and(
            eq(scimUser.id, id),
            given.isActive ? sql`(is_active = 1 or ${this.#hasRoom(row.userId)})` : undefined,
          ),
        ),
      // A directory must not be able to take over an account. So do not change an owner's account.
      // Also do not change an account whose address is outside the organization's domains, because
      // the person has changed this address.
      this.#database
        .update(user)
        .set({ name: given.name, email: given.address, emailVerified: true })
        .where(and(eq(user.id, row.userId), sql`not ${isOwner}`, inDomainsOf(this.#organization))),
      this.#join(id, now),
    ]);
    const changed = await this.#known(id);
    if (changed.isActive === given.isActive) return this.#resource(changed);
    throw tooManyMembers();
  }

  /**
   * Ends the person's access, and deletes what the directory stored about this person. The person's
   * account stays.
   */
  async remove(id: string): Promise<void> {
    const row = await this.#known(id);
    const now = this.#deps.now();
    if (row.isActive) await this.#deactivate(row, now);
    await this.#database.batch([
      this.#database.delete(scimUser).where(this.#own(eq(scimUser.id, id))),
      this.#database
        .delete(ssoIdentity)
        .where(
          and(eq(ssoIdentity.organization, this.#organization), eq(ssoIdentity.userId, row.userId)),
        ),
    ]);
  }

  /** @throws ScimError 409 if the person is the last owner */
  async #deactivate(row: Row, now: number): Promise<void> {
    const isMine = sql`user_id = ${row.userId} and organization_id = ${this.#organization}`;
    const isGone = sql`not exists (select 1 from member where ${isMine})`;
    // Keys that can only send events stay valid. They cannot read data, and production apps often
    // depend on them.
    const isPowerful = sql`exists (select 1 from json_each(scopes) where value <> 'ingest')`;
    const left = {
      ...{ organization: this.#organization, person: row.userId, email: row.email },
    };
    const [, revoked] = await this.#database.batch([
      this.#database
        .delete(member)
        .where(sql`${isMine} and (role <> 'owner' or ${leavesAnOwner(this.#organization)})`),
      ...afterLeaving(this.#database, left, isPowerful, now),
      this.#database.delete(session).where(sql`user_id = ${row.userId} and ${isGone}`),
      this.#database
        .update(scimUser)
        .set({ isActive: false, updatedAt: now })
        .where(sql`id = ${row.id} and ${isGone}`),
    ]);
    for (const project of new Set(revoked.map((key) => key.project))) forgetKeys(project);
    const after = await this.#known(row.id);
    if (!after.isActive) return;
    throw new ScimError(
      409,
      "This person is the last owner of the organization. Make another member owner in MemTrace first.",
    );
  }

  /** Makes an active person a member, unless the person already is one. */
  #join(id: string, now: number) {
    return this.#database
      .insert(member)
      .select(sql`
        select ${crypto.randomUUID()}, ${this.#organization}, user_id,
          ${roleOfProvisioned(this.#organization, sql`scim_user.id`)}, ${now}
        from scim_user where id = ${id} and is_active = 1`)
      .onConflictDoNothing();
  }

  #hasRoom(person: string): SQL {
    return sql`(exists (select 1 from member
        where user_id = ${person} and organization_id = ${this.#organization})
      or (select count(*) from member where organization_id = ${this.#organization}) < ${MAX_MEMBERS})`;
  }

  async #requireOwnDomain(address: string): Promise<void> {
    const domain = domainOf(address);
    if (await new Domains(this.#database, this.#organization).holds(domain)) return;
    throw new ScimError(
      400,
      `emails: ${domain} is no verified domain of the organization. Verify it on the page Sign-in.`,
      "invalidValue",
    );
  }

  async #refuseTaken(row: Row, given: GivenUser): Promise<void> {
    const [holder] = await this.#database
      .select({ id: user.id })
      .from(user)
      .where(eq(user.email, given.address));
    if (holder !== undefined && holder.id !== row.userId) {
      throw new ScimError(409, `Another account has the address ${given.address}.`, "uniqueness");
    }
    const [named] = await this.#rows(eq(scimUser.userName, given.userName));
    if (named !== undefined && named.id !== row.id) throw nameTaken(given);
  }

  async #whyNotStored(given: GivenUser, person: string): Promise<ScimError> {
    const rows = await this.#rows(
      sql`(${scimUser.userName} = ${given.userName} or ${scimUser.userId} = ${person})`,
    );
    return rows.length > 0 ? nameTaken(given) : tooManyMembers();
  }

  async #known(id: string): Promise<Row> {
    return onlyOne(await this.#rows(eq(scimUser.id, id)), "User", id);
  }

  #rows(where: SQL | undefined) {
    return this.#database
      .select({ ...scimUserColumns, email: user.email })
      .from(scimUser)
      .innerJoin(user, eq(user.id, scimUser.userId))
      .where(this.#own(where))
      .$dynamic();
  }

  #own(where: SQL | undefined) {
    return and(eq(scimUser.organization, this.#organization), where);
  }

  async #resource(row: Row): Promise<UserResource> {
    return onlyOne(await this.#resources([row]), "User", row.id);
  }

  async #resources(rows: readonly Row[]): Promise<UserResource[]> {
    const ids = JSON.stringify(rows.map((row) => row.id));
    const belonging = await this.#database
      .select({
        ...{ of: scimGroupMember.scimUserId, value: scimGroup.id, display: scimGroup.displayName },
      })
      .from(scimGroupMember)
      .innerJoin(scimGroup, eq(scimGroup.id, scimGroupMember.groupId))
      .where(sql`${scimGroupMember.scimUserId} in (select value from json_each(${ids}))`)
      .orderBy(scimGroup.nameKey);
    return rows.map((row) => ({
      ...commonAttributes("User", USER_SCHEMA, row, this.#deps.publicUrl),
      ...row.attributes,
      active: row.isActive,
      groups: referencesOf(row.id, belonging),
    }));
  }
}

const {
  id,
  organization,
  userId,
  userName,
  externalId,
  isActive,
  attributes,
  createdAt,
  updatedAt,
} = scimUser;
const scimUserColumns = {
  ...{ id, organization, userId, userName, externalId, isActive, attributes, createdAt, updatedAt },
};

function filterOf({ attribute, value }: EqualFilter): SQL {
  if (attribute === "username") return eq(scimUser.userName, value.toLowerCase());
  if (attribute === "externalid") return eq(scimUser.externalId, value);
  return attribute === "id" ? eq(scimUser.id, value) : eq(user.email, value.toLowerCase());
}

const nameTaken = ({ userName: taken }: GivenUser) =>
  new ScimError(409, `The directory has provisioned ${taken} already.`, "uniqueness");

const tooManyMembers = () =>
  new ScimError(409, `The organization has ${MAX_MEMBERS} members, the limit. Remove one first.`);
