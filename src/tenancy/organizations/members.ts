/**
 * Members of one organization, as one of its members can see and change them. Each change checks
 * its conditions in the same transaction. Otherwise, two requests at the same time could remove the
 * last owner.
 */

import { and, count, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { afterCursor, pageOf } from "../../database/cursor.ts";
import type { Database } from "../../database/database.ts";
import { member, user } from "../../database/schema/identity.ts";
import { apiKey, project } from "../../database/schema/project.ts";
import { projectRole } from "../../database/schema/teams/project-roles.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { mayManage, type ProjectRole, type Role } from "../../protocol/people/roles.ts";
import type { Member, MemberKey, MemberKeys, RoleInProject } from "../../protocol/people.ts";
import { failure, success } from "../../protocol/result.ts";
import { forgetKeys } from "../keys.ts";
import { roleScopes, scopesInSql } from "../roles.ts";
import {
  afterLeaving,
  afterRoles,
  exceeds,
  leavesAnOwner,
  managesInSql,
  projectsIn,
  workingKeys,
} from "./membership-changes.ts";
import { mayOwnMore, roleIn } from "./organizations.ts";
import type { OrganizationResult } from "./outcome.ts";

export class Members {
  readonly #database: Database;
  readonly #person: string;
  readonly #organization: string;

  constructor(database: Database, person: string, organization: string) {
    this.#database = database;
    this.#person = person;
    this.#organization = organization;
  }

  /** Returns the members, first joined first. A guest gets only their own membership. */
  async list(): Promise<OrganizationResult<Member[]>> {
    const members = await this.#select(sql`true`);
    const me = members.find(({ userId }) => userId === this.#person);
    if (me === undefined) return failure("unknown_organization");
    return success(me.role === "guest" ? [me] : members);
  }

  /**
   * Changes the role of a member. If the member has sent an invitation with a role that the member
   * can no longer give, this invitation is deleted.
   *
   * @param revokeKeys if true, the member's keys with more scopes than the new role are revoked too
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
        when ${role} <> 'owner' then ${leavesAnOwner(this.#organization)}
        else member.role = 'owner' or ${mayOwnMore(sql`member.user_id`)}
      end`;
    const isMaker = sql`exists (
      select 1 from member where user_id = api_key.creator and ${isAllowed})`;
    // Revoke keys first. If people lower their own role, they may not be allowed to revoke keys
    // afterwards.
    const [revoked, changed] = await this.#database.batch([
      this.#database
        .update(apiKey)
        .set({ revokedAt: now })
        .where(
          and(
            workingKeys(this.#database, this.#organization, now),
            beyondRole(role),
            isMaker,
            revokeKeys ? undefined : sql`false`,
          ),
        )
        .returning({ project: apiKey.project }),
      this.#database.update(member).set({ role }).where(isAllowed).returning({ id: member.id }),
      ...afterRoles(this.#database, this.#organization),
    ]);
    for (const id of new Set(revoked.map((key) => key.project))) forgetKeys(id);
    const [found] = await this.#select(eq(member.id, memberId));
    if (changed.length > 0 && found) return success(found);
    return failure(await this.#whyNot(found, role));
  }

  /**
   * Makes another member an owner. The person who calls this must be an owner and becomes an admin.
   *
   * @returns the new owner
   */
  async handOver(memberId: string): Promise<OrganizationResult<Member>> {
    const isHandedOver = sql`member.organization_id = ${this.#organization}
      and (member.id = ${memberId} or member.user_id = ${this.#person})
      and exists (
        select 1 from member actor
        where actor.user_id = ${this.#person} and actor.organization_id = ${this.#organization}
          and actor.role = 'owner')
      and exists (
        select 1 from member heir
        where heir.id = ${memberId} and heir.organization_id = ${this.#organization}
          and heir.user_id <> ${this.#person}
          and (heir.role = 'owner' or ${mayOwnMore(sql`heir.user_id`)}))`;
    const [changed] = await this.#database.batch([
      this.#database
        .update(member)
        .set({ role: sql`case when member.id = ${memberId} then 'owner' else 'admin' end` })
        .where(isHandedOver)
        .returning({ id: member.id }),
      ...afterRoles(this.#database, this.#organization),
    ]);
    const [found] = await this.#select(eq(member.id, memberId));
    if (changed.length > 0 && found) return success(found);
    if (found?.userId === this.#person) return failure("not_allowed");
    return failure(await this.#whyNot(found, "owner"));
  }

  /**
   * Sets the member's role in one project. There, the new role replaces the member's role in the
   * organization. If `role` is null, the role in the project is removed. Fails for owners, because
   * an owner has the same role in every project.
   *
   * @param revokeKeys if true, some of the member's keys in this project are revoked: those with
   * more scopes than the member's new role there
   */
  async setProjectRole(
    target: {
      readonly memberId: string;
      readonly project: string;
      readonly role: ProjectRole | null;
    },
    revokeKeys: boolean,
    now: number,
  ): Promise<OrganizationResult<Member>> {
    const { memberId, project: id, role } = target;
    const isAllowed = sql`member.id = ${memberId} and member.organization_id = ${this.#organization}
      and member.role <> 'owner' and ${this.#isManagedByMe()}
      and exists (
        select 1 from project where project.id = ${id}
          and project.organization = ${this.#organization} and project.deleted_at is null)`;
    const allowed = this.#database.select({ userId: member.userId }).from(member).where(isAllowed);
    const next = role === null ? sql`member.role` : sql`${role}`;
    const revoke = this.#database
      .update(apiKey)
      .set({ revokedAt: now })
      .where(
        and(
          workingKeys(this.#database, this.#organization, now),
          eq(apiKey.project, id),
          sql`exists (select 1 from member where user_id = api_key.creator and ${isAllowed}
            and ${exceeds(scopesInSql(next))})`,
          revokeKeys ? undefined : sql`false`,
        ),
      );
    const change =
      role === null
        ? this.#database
            .delete(projectRole)
            .where(and(eq(projectRole.project, id), inArray(projectRole.userId, allowed)))
        : this.#database
            .insert(projectRole)
            .select(sql`
              select ${id}, member.user_id, member.organization_id, ${role}, ${now}
              from member where ${isAllowed}`)
            .onConflictDoUpdate({
              target: [projectRole.project, projectRole.userId],
              set: { role: sql`excluded.role` },
            });
    const [permitted] = await this.#database.batch([allowed, revoke, change]);
    forgetKeys(id);
    const [found] = await this.#select(eq(member.id, memberId));
    if (permitted.length > 0 && found) return success(found);
    const [known] = await this.#database
      .select({ id: project.id })
      .from(project)
      .where(
        and(
          eq(project.id, id),
          inArray(project.id, projectsIn(this.#database, this.#organization)),
        ),
      );
    const why = await this.#whyNot(found, found?.role);
    if (why !== "last_owner" && why !== "member_owns_too_many") return failure(why);
    return failure(known ? "owner_everywhere" : "unknown_project");
  }

  /**
   * Ends a membership. Deletes the invitations that the member sent or received, and removes the
   * member as assignee of findings. If members end their own membership, their keys in the
   * organization's projects are revoked.
   *
   * @param revokeKeys if true, the keys are revoked even if somebody else removes the member
   */
  async remove(
    target: Member,
    revokeKeys: boolean,
    now: number,
  ): Promise<OrganizationResult<Member>> {
    const isMe = sql`user_id = ${this.#person}`;
    const endsKeys = revokeKeys || target.userId === this.#person;
    const [removed, revoked] = await this.#database.batch([
      this.#database
        .delete(member)
        .where(
          sql`id = ${target.id} and organization_id = ${this.#organization}
            and (${isMe} or ${this.#isManagedByMe()}) and ${leavesAnOwner(this.#organization)}`,
        )
        .returning({ id: member.id }),
      ...afterLeaving(
        this.#database,
        { organization: this.#organization, person: target.userId, email: target.user.email },
        endsKeys ? sql`true` : sql`false`,
        now,
      ),
    ]);
    for (const id of new Set(revoked.map((key) => key.project))) forgetKeys(id);
    if (removed.length > 0) return success(target);
    const [found] = await this.#select(eq(member.id, target.id));
    return failure(await this.#whyNot(found));
  }

  /**
   * Lists the working keys that a person created, newest first. Callers can list their own keys,
   * and the keys of members whom they are allowed to remove. Owners and admins can also list the
   * keys of former members.
   * @param named a member's id, or the user id or e-mail address of a current or former member
   * @param beyond a role; if given, lists only keys for which `beyondRole` is true
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

  /**
   * Returns the id of a person who created a key in the organization. The person may no longer be a
   * member.
   */
  async #former(named: string): Promise<string | undefined> {
    const [found] = await this.#database
      .select({ id: user.id })
      .from(user)
      .where(
        and(
          or(eq(user.id, named), eq(user.email, named.toLowerCase())),
          sql`exists (select 1 from api_key where creator = ${user.id}
            and ${inArray(apiKey.project, projectsIn(this.#database, this.#organization))})`,
        ),
      );
    return found?.id;
  }

  /** Undefined if nobody matches, or if the caller is not in the organization. */
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
    const projects = sql<string>`(
      select json_group_array(json_object('project', given.project, 'role', given.role))
      from project_role given
      where given.user_id = ${member.userId} and given.organization_id = ${member.organizationId})`;
    const rows = await this.#database
      .select({ member, projects, user: { id: user.id, name: user.name, email: user.email } })
      .from(member)
      .innerJoin(user, eq(user.id, member.userId))
      .where(and(eq(member.organizationId, this.#organization), where))
      .orderBy(member.createdAt, member.id);
    return rows.map((row) => ({
      ...row.member,
      createdAt: row.member.createdAt.toISOString(),
      // The cast is safe, because the query's `json_object` writes exactly this type.
      projects: JSON.parse(row.projects) as RoleInProject[],
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

  #madeBy(person: string, now: number): SQL | undefined {
    return and(eq(apiKey.creator, person), workingKeys(this.#database, this.#organization, now));
  }
}

/**
 * SQL condition: the key has a scope that `role` does not have, and the key's creator has no
 * separate role in the key's project. With a separate role, `role` does not apply to this key.
 */
function beyondRole(role: Role): SQL {
  return sql`(${exceeds(sql`${JSON.stringify(roleScopes(role))}`)} and not exists (
    select 1 from project_role own
    where own.project = api_key.project and own.user_id = api_key.creator))`;
}
