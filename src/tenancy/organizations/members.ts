/**
 * Members of one organization, as one member may see and change them. Each change is one transaction
 * that checks its own conditions: two simultaneous requests cannot remove the last owner.
 */

import { and, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { invitation, member, user } from "../../database/schema/identity.ts";
import { apiKey, project } from "../../database/schema/project.ts";
import { type Member, type MemberKey, mayManage, type Role } from "../../protocol/people.ts";
import { failure, success } from "../../protocol/result.ts";
import { forgetKeys } from "../keys.ts";
import { mayOwnMore, roleIn } from "./organizations.ts";
import type { OrganizationResult } from "./outcome.ts";

/** `mayManage` as SQL. */
export const managesInSql = (actor: SQL, role: SQL): SQL =>
  sql`(${actor} = 'owner' or (${actor} = 'admin' and ${role} <> 'owner'))`;

export class Members {
  readonly #database: Database;
  readonly #person: string;
  readonly #organization: string;

  constructor(database: Database, person: string, organization: string) {
    this.#database = database;
    this.#person = person;
    this.#organization = organization;
  }

  /** In the order in which they joined. */
  async list(): Promise<OrganizationResult<Member[]>> {
    const members = await this.#select(sql`true`);
    return members.some(({ userId }) => userId === this.#person)
      ? success(members)
      : failure("unknown_organization");
  }

  /** Cancels invitations by the member to roles that they may no longer give. */
  async changeRole(memberId: string, role: Role): Promise<OrganizationResult<Member>> {
    const [changed] = await this.#database.batch([
      this.#database
        .update(member)
        .set({ role })
        .where(
          sql`id = ${memberId} and organization_id = ${this.#organization}
            and ${this.#isManagedByMe()} and ${this.#isGivenByMe(role)}
            and case
              when ${role} <> 'owner' then ${this.#leavesAnOwner()}
              else member.role = 'owner' or ${mayOwnMore(sql`member.user_id`)}
            end`,
        )
        .returning({ id: member.id }),
      this.#database.delete(invitation).where(
        sql`organization_id = ${this.#organization} and not exists (
          select 1 from member
          where user_id = invitation.inviter_id and organization_id = invitation.organization_id
            and ${managesInSql(sql`member.role`, sql`invitation.role`)})`,
      ),
    ]);
    const [found] = await this.#select(eq(member.id, memberId));
    if (changed.length > 0 && found) return success(found);
    return failure(await this.#whyNot(found, role));
  }

  /**
   * Ends a membership and cancels the invitations that the member sent or received. Members may end
   * their own membership.
   * @param revokeKeys also revokes the keys that the member made in the organization's projects
   */
  async remove(
    target: Member,
    revokeKeys: boolean,
    now: number,
  ): Promise<OrganizationResult<Member>> {
    const isGone = sql`not exists (
      select 1 from member where user_id = ${target.userId} and organization_id = ${this.#organization})`;
    const isMe = sql`user_id = ${this.#person}`;
    const [removed, , revoked] = await this.#database.batch([
      this.#database
        .delete(member)
        .where(
          sql`id = ${target.id} and organization_id = ${this.#organization}
            and (${isMe} or ${this.#isManagedByMe()}) and ${this.#leavesAnOwner()}`,
        )
        .returning({ id: member.id }),
      this.#database
        .delete(invitation)
        .where(
          sql`organization_id = ${this.#organization} and email = ${target.user.email} and ${isGone}`,
        ),
      this.#database
        .update(apiKey)
        .set({ revokedAt: now })
        .where(and(this.#madeBy(target.userId, now), isGone, revokeKeys ? undefined : sql`false`))
        .returning({ project: apiKey.project }),
    ]);
    for (const id of new Set(revoked.map((key) => key.project))) forgetKeys(id);
    if (removed.length > 0) return success(target);
    const [found] = await this.#select(eq(member.id, target.id));
    return failure(await this.#whyNot(found));
  }

  /** Allowed for people who may remove the member, and for the member. */
  async keysOf(target: Member, now: number): Promise<OrganizationResult<MemberKey[]>> {
    const role = await roleIn(this.#database, this.#person, this.#organization);
    if (role === null) return failure("unknown_organization");
    const isMe = target.userId === this.#person;
    if (!isMe && !mayManage(role, target.role)) return failure("not_allowed");
    const { id, name, hint } = apiKey;
    const keys = await this.#database
      .select({ id, name, hint, project: project.id, projectName: project.name })
      .from(apiKey)
      .innerJoin(project, eq(project.id, apiKey.project))
      .where(this.#madeBy(target.userId, now))
      .orderBy(project.name, apiKey.createdAt);
    return success(keys);
  }

  /** By id, user id or e-mail address. Undefined also if the caller is not in the organization. */
  async find(named: string): Promise<Member | undefined> {
    const [found] = await this.#select(
      or(eq(member.id, named), eq(user.email, named.toLowerCase()), eq(user.id, named)),
    );
    const role = await roleIn(this.#database, this.#person, this.#organization);
    return role === null ? undefined : found;
  }

  async #whyNot(found: Member | undefined, given?: Role) {
    const role = await roleIn(this.#database, this.#person, this.#organization);
    if (role === null) return "unknown_organization";
    if (found === undefined) return "unknown_member";
    const mayEnd = given === undefined && found.userId === this.#person;
    const may = mayEnd || (mayManage(role, found.role) && mayManage(role, given ?? found.role));
    if (!may) return "not_allowed";
    return given === "owner" ? "member_owns_too_many" : "last_owner";
  }

  async #select(where: SQL | undefined): Promise<Member[]> {
    const rows = await this.#database
      .select({ member, user: { id: user.id, name: user.name, email: user.email } })
      .from(member)
      .innerJoin(user, eq(user.id, member.userId))
      .where(and(eq(member.organizationId, this.#organization), where))
      .orderBy(member.createdAt, member.id);
    return rows.map((row) => ({
      ...row.member,
      createdAt: row.member.createdAt.toISOString(),
      user: row.user,
    }));
  }

  #isManagedByMe(): SQL {
    return this.#isGivenByMe(sql`member.role`);
  }

  #isGivenByMe(role: SQL | Role): SQL {
    return sql`exists (
      select 1 from member actor
      where actor.user_id = ${this.#person} and actor.organization_id = ${this.#organization}
        and ${managesInSql(sql`actor.role`, sql`${role}`)})`;
  }

  /** Whether another owner remains beside the statement's member. */
  #leavesAnOwner(): SQL {
    return sql`exists (
      select 1 from member other
      where other.organization_id = ${this.#organization} and other.role = 'owner'
        and other.id <> member.id)`;
  }

  /** The person's working keys in the organization's projects. */
  #madeBy(person: string, now: number): SQL | undefined {
    const projects = this.#database
      .select({ id: project.id })
      .from(project)
      .where(and(eq(project.organization, this.#organization), isNull(project.deletedAt)));
    return and(
      eq(apiKey.creator, person),
      inArray(apiKey.project, projects),
      isNull(apiKey.revokedAt),
      or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, now)),
    );
  }
}
