/** Invitations to organizations. Each is a link for one e-mail address and one role. */

import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { addLetterIf, dropLetters } from "../../database/mail/add-letter.ts";
import { invitation, member, organization, user } from "../../database/schema/identity.ts";
import { letter } from "../../database/schema/teams/mail.ts";
import { projectRole } from "../../database/schema/teams/project-roles.ts";
import { isWithin } from "../../database/stored-times.ts";
import type { Letter } from "../../mail/letter.ts";
import { invitationLetter } from "../../mail/letters/invitation.ts";
import { MAX_INVITATIONS, MAX_MEMBERS } from "../../protocol/limits.ts";
import { mayManage, type Role } from "../../protocol/people/roles.ts";
import type { Invitation, OwnInvitation, RoleInProject } from "../../protocol/people.ts";
import { failure, success } from "../../protocol/result.ts";
import type { SignedInPerson } from "../principal.ts";
import { managesInSql } from "./membership-changes.ts";
import { mayOwnMore, roleIn } from "./organizations.ts";
import type { OrganizationResult, Refusal } from "./outcome.ts";

const DAY_MS = 24 * 3_600_000;
const OPEN_FOR_MS = 7 * DAY_MS;
/**
 * Maximum number of invitation e-mails that one address gets per day. Further invitations are
 * stored, but no e-mail is sent.
 */
const MAX_LETTERS_TO_ADDRESS = 5;
/** Maximum number of invitation e-mails that one organization sends per day. */
const MAX_INVITATION_LETTERS = 200;

export class Invitations {
  readonly #database: Database;
  readonly #person: SignedInPerson;
  readonly #publicUrl: string;

  constructor(database: Database, person: SignedInPerson, publicUrl: string) {
    this.#database = database;
    this.#person = person;
    this.#publicUrl = publicUrl;
  }

  /**
   * Creates an invitation, and an e-mail with its link. If the organization has already invited
   * this address, the new invitation replaces the earlier one, whose link stops working.
   */
  async create(
    to: {
      organizationId: string;
      email: string;
      role: Role;
      projects?: readonly RoleInProject[];
    },
    now: number,
  ): Promise<OrganizationResult<Invitation & { id: string }>> {
    const { organizationId, role, projects = [] } = to;
    const given = JSON.stringify(projects);
    const email = to.email.toLowerCase();
    const id = crypto.randomUUID();
    const expiresAt = now + OPEN_FOR_MS;
    const open = sql`select count(*) from invitation where organization_id = ${organizationId}`;
    const invited = { id, email, role, organizationId };
    const told = await this.#letter(invited, expiresAt);
    const [, , created] = await this.#database.batch([
      this.#database
        .delete(invitation)
        .where(sql`organization_id = ${organizationId} and expires_at <= ${now}`),
      dropInvitationLetter(
        this.#database,
        sql`organization_id = ${organizationId} and email = ${email}`,
      ),
      this.#database
        .insert(invitation)
        .select(sql`
          select
            ${id}, ${organizationId}, ${email}, ${role}, ${expiresAt}, ${now}, ${this.#person.id},
            ${given}
          where ${this.#mayGive(sql`${organizationId}`, sql`${role}`)}
            and not ${isMember(organizationId, email)}
            and not ${namesForeignProject(organizationId, given)}
            and ((${open}) < ${MAX_INVITATIONS} or (${open} and email = ${email}) > 0)`)
        .onConflictDoUpdate({
          target: [invitation.organizationId, invitation.email],
          set: {
            id: sql`excluded.id`,
            role: sql`excluded.role`,
            projects: sql`excluded.projects`,
            inviterId: sql`excluded.inviter_id`,
            expiresAt: sql`excluded.expires_at`,
            createdAt: sql`excluded.created_at`,
          },
          setWhere: this.#mayGive(sql`${organizationId}`, sql`invitation.role`),
        })
        .returning({ id: invitation.id }),
      addLetterIf(this.#database, told, mayWrite(invited, now), now),
    ]);
    if (created.length === 0)
      return failure(await this.#whyNotInvited(organizationId, email, role, given));
    const until = new Date(expiresAt).toISOString();
    return {
      ok: true,
      value: {
        ...{ id, email, role, projects, expiresAt: until },
        ...{ inviterEmail: this.#person.email, letter: null },
      },
    };
  }

  async #letter({ id, email, role, organizationId }: Invited, expiresAt: number): Promise<Letter> {
    const [known] = await this.#database
      .select({ name: organization.name })
      .from(organization)
      .where(eq(organization.id, organizationId));
    const text = invitationLetter({
      ...{ inviter: this.#person.name, inviterEmail: this.#person.email, role },
      organization: known?.name ?? "",
      url: `${this.#publicUrl}/join/${encodeURIComponent(organizationId)}/${id}`,
    });
    const once = `${letterPrefix(organizationId)}${id}`;
    return { ...text, to: email, kind: "invitation", once, until: expiresAt };
  }

  /** Open invitations, newest first. Only owners and admins can see them. */
  async list(organizationId: string, now: number): Promise<OrganizationResult<Invitation[]>> {
    const role = await roleIn(this.#database, this.#person.id, organizationId);
    if (role === null) return failure("unknown_organization");
    if (!mayManage(role, "admin")) return failure("not_allowed");
    const rows = await this.#select(eq(invitation.organizationId, organizationId), now);
    const value = rows.map(({ organizationId: _of, organizationName: _name, ...shown }) =>
      mayManage(role, shown.role) ? shown : { ...shown, id: null },
    );
    return { ok: true, value };
  }

  /** The invitation must be for the signed-in person's e-mail address. */
  async find(id: string, now: number): Promise<OrganizationResult<OwnInvitation>> {
    const [found] = await this.#select(
      and(eq(invitation.id, id), eq(invitation.email, this.#person.email)),
      now,
    );
    return found ? success(found) : failure(await this.#whyNotOpen(id, now));
  }

  /** Fails if the sender is no longer allowed to give this role. */
  async accept(id: string, now: number): Promise<OrganizationResult<OwnInvitation>> {
    const found = await this.find(id, now);
    if (!found.ok) return found;
    const { organizationId } = found.value;
    const members = sql`select count(*) from member where organization_id = ${organizationId}`;
    const joiningId = crypto.randomUUID();
    const mine = sql`select 1 from member
      where user_id = ${this.#person.id} and organization_id = ${organizationId}`;
    const [joined] = await this.#database.batch([
      this.#database
        .insert(member)
        .select(sql`
        select ${joiningId}, sent.organization_id, ${this.#person.id}, sent.role, ${now}
        from invitation sent
        join member inviter on inviter.user_id = sent.inviter_id
          and inviter.organization_id = sent.organization_id
          and ${managesInSql(sql`inviter.role`, sql`sent.role`)}
        where sent.id = ${id} and sent.email = ${this.#person.email} and sent.expires_at > ${now}
          and (${members}) < ${MAX_MEMBERS}
          and (sent.role <> 'owner' or ${mayOwnMore(this.#person.id)})`)
        .onConflictDoNothing()
        .returning({ id: member.id }),
      this.#database
        .insert(projectRole)
        .select(sql`
        select project.id, joined.user_id, joined.organization_id, given.value ->> '$.role', ${now}
        from member joined
        join invitation sent on sent.id = ${id}
        join json_each(sent.projects) given
        join project on project.id = given.value ->> '$.project'
          and project.organization = joined.organization_id and project.deleted_at is null
        where joined.id = ${joiningId} and joined.role <> 'owner'`)
        .onConflictDoNothing(),
      this.#database.delete(invitation).where(sql`id = ${id} and exists (${mine})`),
    ]);
    if (joined.length > 0) return found;
    const role = await roleIn(this.#database, this.#person.id, organizationId);
    if (role !== null) return failure("already_member");
    const stillOpen = await this.find(id, now);
    if (!stillOpen.ok) return stillOpen;
    const [has] = await this.#database.all<{ room: number }>(
      sql`select (${members}) < ${MAX_MEMBERS} as room`,
    );
    return failure(has?.room ? "too_many_organizations" : "too_many_members");
  }

  async reject(id: string, now: number): Promise<OrganizationResult<null>> {
    const ended = await this.#end(
      and(eq(invitation.id, id), eq(invitation.email, this.#person.email)),
    );
    return ended ? success(null) : failure(await this.#whyNotOpen(id, now));
  }

  /** Only people who can give the invitation's role can cancel it. */
  async cancel(id: string): Promise<OrganizationResult<null>> {
    const may = this.#mayGive(sql`invitation.organization_id`, sql`invitation.role`);
    const ended = await this.#end(and(eq(invitation.id, id), may));
    return ended ? success(null) : failure("unknown_invitation");
  }

  async #end(which: SQL | undefined): Promise<boolean> {
    const [, rows] = await this.#database.batch([
      dropInvitationLetter(this.#database, which),
      this.#database.delete(invitation).where(which).returning({ id: invitation.id }),
    ]);
    return rows.length > 0;
  }

  /**
   * Returns why the person cannot use the invitation. The reason helps no attacker: ids are random,
   * so only somebody with the link can ask.
   */
  async #whyNotOpen(id: string, now: number): Promise<Refusal> {
    const [known] = await this.#database
      .select({ email: invitation.email, expiresAt: invitation.expiresAt })
      .from(invitation)
      .where(eq(invitation.id, id));
    if (known === undefined) return "unknown_invitation";
    if (known.email !== this.#person.email) return "invitation_of_other";
    return known.expiresAt.getTime() <= now ? "invitation_expired" : "unknown_invitation";
  }

  async #select(where: SQL | undefined, now: number): Promise<(OwnInvitation & { id: string })[]> {
    const { id, email, role, projects, expiresAt, organizationId } = invitation;
    const rows = await this.#database
      .select({
        ...{ id, email, role, projects, expiresAt, organizationId },
        organizationName: organization.name,
        inviterEmail: user.email,
        inviterRole: member.role,
        letter: letter.state,
      })
      .from(invitation)
      .innerJoin(organization, eq(organization.id, organizationId))
      .innerJoin(user, eq(user.id, invitation.inviterId))
      .innerJoin(
        member,
        and(eq(member.userId, invitation.inviterId), eq(member.organizationId, organizationId)),
      )
      .leftJoin(
        letter,
        sql`${letter.once} = 'invitation:' || ${organizationId} || ':' || ${invitation.id}`,
      )
      .where(and(where, gt(expiresAt, new Date(now))))
      .orderBy(sql`${invitation.createdAt} desc`, id);
    return rows
      .filter((row) => mayManage(row.inviterRole, row.role))
      .map(({ inviterRole: _role, ...row }) => ({
        ...row,
        expiresAt: row.expiresAt.toISOString(),
      }));
  }

  #mayGive(organizationId: SQL, role: SQL): SQL {
    return sql`exists (
      select 1 from member actor
      where actor.user_id = ${this.#person.id} and actor.organization_id = ${organizationId}
        and ${managesInSql(sql`actor.role`, role)})`;
  }

  async #whyNotInvited(organizationId: string, email: string, wanted: Role, given: string) {
    const role = await roleIn(this.#database, this.#person.id, organizationId);
    if (role === null) return "unknown_organization";
    if (!mayManage(role, wanted)) return "not_allowed";
    const [known] = await this.#database.all<{ known: number }>(
      sql`select ${isMember(organizationId, email)} as known`,
    );
    if (known?.known) return "already_member";
    const [named] = await this.#database.all<{ foreign: number }>(
      sql`select ${namesForeignProject(organizationId, given)} as "foreign"`,
    );
    if (named?.foreign) return "unknown_project";
    const open = await this.#database
      .select({ role: invitation.role })
      .from(invitation)
      .where(and(eq(invitation.organizationId, organizationId), eq(invitation.email, email)));
    return open.some((each) => !mayManage(role, each.role))
      ? "not_allowed"
      : "too_many_invitations";
  }
}

interface Invited {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly organizationId: string;
}

/**
 * Each invitation e-mail has a `once` key, so that it is sent only once. The key is this prefix and
 * the id of the invitation.
 */
const letterPrefix = (organizationId: string) => `invitation:${organizationId}:`;

/**
 * SQL condition under which the e-mail is sent. The invitation must be stored. The address and the
 * organization must both be below their maximum number of invitation e-mails per day.
 */
function mayWrite({ id, email, organizationId }: Invited, now: number): SQL {
  const isRecent = isWithin(sql.raw("created_at"), now, DAY_MS);
  const prefix = letterPrefix(organizationId);
  return sql`exists (select 1 from invitation where id = ${id})
    and (select count(*) from letter
      where address = ${email} and kind = 'invitation' and ${isRecent}) < ${MAX_LETTERS_TO_ADDRESS}
    and (select count(*) from letter
      where once >= ${prefix} and once < ${`${prefix}~`} and ${isRecent}) < ${MAX_INVITATION_LETTERS}`;
}

/**
 * Deletes the unsent e-mails of these invitations. Run this before the invitations are deleted.
 */
const dropInvitationLetter = (database: Database, which: SQL | undefined) =>
  dropLetters(
    database,
    sql`once in (select 'invitation:' || organization_id || ':' || id from invitation where ${which ?? sql`false`})`,
  );

const isMember = (organizationId: string, email: string): SQL =>
  sql`exists (
    select 1 from member join user on user.id = member.user_id
    where member.organization_id = ${organizationId} and user.email = ${email})`;

/** @param given the roles in projects, as JSON */
const namesForeignProject = (organizationId: string, given: string): SQL =>
  sql`exists (
    select 1 from json_each(${given}) named
    where named.value ->> '$.project' not in (
      select id from project
      where organization = ${organizationId} and deleted_at is null))`;
