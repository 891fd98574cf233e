/**
 * Members of one organization, as one member may see and change them. Each change is one transaction
 * that checks its own conditions: two simultaneous requests cannot remove the last owner.
 */

import { and, count, desc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { afterCursor, pageOf } from "../../database/cursor.ts";
import type { Database } from "../../database/database.ts";
import { finding } from "../../database/schema/findings.ts";
import { invitation, member, user } from "../../database/schema/identity.ts";
import { apiKey, project } from "../../database/schema/project.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import {
  type Member,
  type MemberKey,
  type MemberKeys,
  mayManage,
  type Role,
} from "../../protocol/people.ts";
import { failure, success } from "../../protocol/result.ts";
import { forgetKeys } from "../keys.ts";
import { roleScopes } from "../roles.ts";
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

  /**
   * Cancels invitations by the member to roles that they may no longer give.
   * @param revokeKeys also revokes the member's keys with more scopes than the role may give
   */
  async changeRole(
    memberId: string,
    role: Role,
    revokeKeys: boolean,
    now: number,
  ): Promise<OrganizationResult<Member>> {
    const isAllowed = sql`member.id = ${memberId} and member.organization_id = ${this.#organization}
      and ${this.#isManagedByMe()} and ${this.#isGivenByMe(role)}
      and case
        when ${role} <> 'owner' then ${this.#leavesAnOwner()}
        else member.role = 'owner' or ${mayOwnMore(sql`member.user_id`)}
      end`;
    const isMaker = sql`exists (
      select 1 from member where user_id = api_key.creator and ${isAllowed})`;
    // The keys come first: a person who lowers their own role may not change it afterwards.
    const [revoked, changed] = await this.#database.batch([
      this.#database
        .update(apiKey)
        .set({ revokedAt: now })
        .where(
          and(this.#working(now), beyondRole(role), isMaker, revokeKeys ? undefined : sql`false`),
        )
        .returning({ project: apiKey.project }),
      this.#database.update(member).set({ role }).where(isAllowed).returning({ id: member.id }),
      this.#database.delete(invitation).where(
        sql`organization_id = ${this.#organization} and not exists (
          select 1 from member
          where user_id = invitation.inviter_id and organization_id = invitation.organization_id
            and ${managesInSql(sql`member.role`, sql`invitation.role`)})`,
      ),
    ]);
    for (const id of new Set(revoked.map((key) => key.project))) forgetKeys(id);
    const [found] = await this.#select(eq(member.id, memberId));
    if (changed.length > 0 && found) return success(found);
    return failure(await this.#whyNot(found, role));
  }

  /**
   * Ends a membership, cancels the invitations that the member sent or received, and leaves the
   * member's findings to nobody. Members may end
   * their own membership; the keys that they made in the organization's projects then end too.
   * @param revokeKeys also revokes the keys of a member whom somebody else removes
   */
  async remove(
    target: Member,
    revokeKeys: boolean,
    now: number,
  ): Promise<OrganizationResult<Member>> {
    const isGone = sql`not exists (
      select 1 from member where user_id = ${target.userId} and organization_id = ${this.#organization})`;
    const isMe = sql`user_id = ${this.#person}`;
    const endsKeys = revokeKeys || target.userId === this.#person;
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
        .where(and(this.#madeBy(target.userId, now), isGone, endsKeys ? undefined : sql`false`))
        .returning({ project: apiKey.project }),
      this.#database
        .update(finding)
        .set({ assignee: null })
        .where(
          and(
            eq(finding.assignee, target.userId),
            inArray(finding.project, this.#projects()),
            isGone,
          ),
        ),
    ]);
    for (const id of new Set(revoked.map((key) => key.project))) forgetKeys(id);
    if (removed.length > 0) return success(target);
    const [found] = await this.#select(eq(member.id, target.id));
    return failure(await this.#whyNot(found));
  }

  /**
   * Working keys that somebody made, newest first. Allowed for people who may remove the member, and for the member.
   * Owners and admins also list the keys of people who are no longer members.
   * @param named a member's id, or the user id or e-mail address of a member or a former one
   * @param beyond only keys with more scopes than this role may give
   */
  async keysOf(
    { named, beyond }: { readonly named: string; readonly beyond: Role | undefined },
    { cursor, limit }: { readonly cursor: Cursor | undefined; readonly limit: number },
    now: number,
  ): Promise<OrganizationResult<MemberKeys>> {
    const role = await roleIn(this.#database, this.#person, this.#organization);
    if (role === null) return failure("unknown_organization");
    const target = await this.find(named);
    const isMe = target?.userId === this.#person;
    if (target !== undefined && !isMe && !mayManage(role, target.role))
      return failure("not_allowed");
    const maker =
      target?.userId ?? (mayManage(role, "admin") ? await this.#former(named) : undefined);
    if (maker === undefined) return failure("unknown_member");
    const meant = and(this.#madeBy(maker, now), beyond && beyondRole(beyond));
    const { id, name, hint, createdAt } = apiKey;
    const [rows, [counted]] = await Promise.all([
      this.#database
        .select({ id, name, hint, project: project.id, projectName: project.name, createdAt })
        .from(apiKey)
        .innerJoin(project, eq(project.id, apiKey.project))
        .where(and(meant, afterCursor(cursor, createdAt, id)))
        .orderBy(desc(createdAt), desc(id))
        .limit(limit + 1),
      this.#database.select({ total: count() }).from(apiKey).where(meant),
    ]);
    const page = pageOf(
      rows,
      limit,
      ({ createdAt: _, ...key }): MemberKey => key,
      (row) => ({ time: row.createdAt, id: row.id }),
    );
    return success({ ...page, total: counted?.total ?? 0 });
  }

  /** The user id of somebody who is no member and made a key in one of the organization's projects. */
  async #former(named: string): Promise<string | undefined> {
    const [found] = await this.#database
      .select({ id: user.id })
      .from(user)
      .where(
        and(
          or(eq(user.id, named), eq(user.email, named.toLowerCase())),
          sql`exists (select 1 from api_key where creator = ${user.id}
            and ${inArray(apiKey.project, this.#projects())})`,
        ),
      );
    return found?.id;
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
    return and(eq(apiKey.creator, person), this.#working(now));
  }

  #working(now: number): SQL | undefined {
    return and(
      inArray(apiKey.project, this.#projects()),
      isNull(apiKey.revokedAt),
      or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, now)),
    );
  }

  #projects() {
    return this.#database
      .select({ id: project.id })
      .from(project)
      .where(and(eq(project.organization, this.#organization), isNull(project.deletedAt)));
  }
}

/** Whether the key has more scopes than the role may give. */
function beyondRole(role: Role): SQL {
  return sql`exists (
    select 1 from json_each(${apiKey.scopes})
    where value not in (select value from json_each(${JSON.stringify(roleScopes(role))})))`;
}
