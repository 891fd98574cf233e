/** Groups that an organization's directory provisions. An admin chooses each group's role. */
import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { scimGroup, scimGroupMember, scimUser } from "../../database/schema/teams/scim.ts";
import { MAX_SCIM_GROUPS } from "../../protocol/limits.ts";
import type { GroupRole, ProvisionedGroup } from "../../protocol/people/sso.ts";
import { forgetKeys } from "../keys.ts";
import { ScimError } from "./scim-error.ts";
import { type EqualFilter, type GivenGroup, GROUP_SCHEMA } from "./scim-input.ts";
import {
  type CommonAttributes,
  commonAttributes,
  newScimId,
  onlyOne,
  referencesOf,
  type ScimDeps,
} from "./scim-resource.ts";
import { applyRoles } from "./scim-roles.ts";

/**
 * The statements of `applyRoles` are the last ones of a batch. The third from the end revokes keys,
 * so `answers.at(-APPLIED)` is its result: the projects of the revoked keys.
 */
const APPLIED = 3;
/** Lists can be filtered by these attributes. */
export const GROUP_FILTERS = ["displayName", "externalId", "id"];

type Row = typeof scimGroup.$inferSelect;

export class ScimGroups {
  readonly #deps: ScimDeps;
  readonly #database: Database;
  readonly #organization: string;

  constructor(deps: ScimDeps) {
    this.#deps = deps;
    this.#database = deps.database;
    this.#organization = deps.organization;
  }

  async list(filter: EqualFilter | undefined, start: number, most: number) {
    const where = this.#own(filter && filterOf(filter));
    const rows = await this.#database
      .select()
      .from(scimGroup)
      .where(where)
      .orderBy(asc(scimGroup.createdAt), asc(scimGroup.id))
      .limit(most)
      .offset(start - 1);
    const [counted] = await this.#database.select({ total: count() }).from(scimGroup).where(where);
    return {
      total: counted?.total ?? 0,
      items: await this.#resources(rows),
    };
  }

  /** @throws ScimError 404 */
  async get(id: string) {
    return this.#resource(await this.#known(id));
  }

  async create(given: GivenGroup) {
    await this.#requireMembers(given);
    const now = this.#deps.now();
    const id = newScimId("scg", this.#deps);
    const held = sql`select count(*) from scim_group where organization = ${this.#organization}`;
    const [stored] = await this.#database.batch([
      this.#database
        .insert(scimGroup)
        .select(sql`
          select ${id}, ${this.#organization}, ${given.displayName},
            ${given.displayName.toLowerCase()}, ${given.externalId}, null, ${now}, ${now}
          where (${held}) < ${MAX_SCIM_GROUPS}`)
        .onConflictDoNothing()
        .returning({ id: scimGroup.id }),
      this.#addMembers(id, given.members),
    ]);
    if (stored.length > 0) return this.get(id);
    const [same] = await this.#named(given);
    if (same !== undefined) throw nameTaken(given);
    throw new ScimError(409, `The organization has ${MAX_SCIM_GROUPS} groups, the limit.`);
  }

  async replace(id: string, given: GivenGroup) {
    const row = await this.#known(id);
    await this.#requireMembers(given);
    const [same] = await this.#named(given);
    if (same !== undefined && same.id !== id) throw nameTaken(given);
    const now = this.#deps.now();
    const before = await this.#members(id);
    const members = JSON.stringify(given.members);
    await this.#changing(
      row,
      [...before, ...given.members],
      [
        this.#database
          .update(scimGroup)
          .set({
            ...{ displayName: given.displayName, nameKey: given.displayName.toLowerCase() },
            ...{ externalId: given.externalId, updatedAt: now },
          })
          .where(this.#own(eq(scimGroup.id, id))),
        this.#database
          .delete(scimGroupMember)
          .where(
            and(
              eq(scimGroupMember.groupId, id),
              sql`scim_user_id not in (select value from json_each(${members}))`,
            ),
          ),
        this.#addMembers(id, given.members),
      ],
    );
    return this.get(id);
  }

  async remove(id: string): Promise<void> {
    const row = await this.#known(id);
    await this.#changing(row, await this.#members(id), [
      this.#database.delete(scimGroup).where(this.#own(eq(scimGroup.id, id))),
    ]);
  }

  /** Sorted by name, for the admins' settings page. */
  async overview(): Promise<ProvisionedGroup[]> {
    return this.#database
      .select({
        ...{ id: scimGroup.id, name: scimGroup.displayName, role: scimGroup.role },
        members: sql<number>`(select count(*) from scim_group_member
          where group_id = ${scimGroup.id})`,
      })
      .from(scimGroup)
      .where(this.#own(undefined))
      .orderBy(scimGroup.nameKey);
  }

  /**
   * @param role null for no role
   * @returns the previous role; undefined if the group does not exist
   */
  async setRole(
    id: string,
    role: GroupRole | null,
  ): Promise<{ before: GroupRole | null } | undefined> {
    const [row] = await this.#database
      .select()
      .from(scimGroup)
      .where(this.#own(eq(scimGroup.id, id)));
    if (row === undefined) return undefined;
    await this.#changing({ ...row, role: role ?? row.role }, await this.#members(id), [
      this.#database
        .update(scimGroup)
        .set({ role })
        .where(this.#own(eq(scimGroup.id, id))),
    ]);
    return { before: row.role };
  }

  /**
   * Runs the statements in one transaction. If the group gives a role, this transaction also
   * updates the roles of `people`.
   */
  async #changing(
    { role }: Pick<Row, "role">,
    people: readonly string[],
    statements: readonly Statement[],
  ): Promise<void> {
    const ids = sql`select value from json_each(${JSON.stringify(role === null ? [] : people)})`;
    const now = this.#deps.now();
    const roles = applyRoles(this.#database, this.#organization, ids, now);
    const answers: unknown[] = await this.#database.batch([roles[0], ...statements, ...roles]);
    const revoked = answers.at(-APPLIED) as { readonly project: string }[];
    for (const project of new Set(revoked.map((key) => key.project))) forgetKeys(project);
  }

  #addMembers(group: string, members: readonly string[]) {
    return this.#database
      .insert(scimGroupMember)
      .select(sql`
        select scim_group.id, scim_user.id from json_each(${JSON.stringify(members)}) given
        join scim_user on scim_user.id = given.value
          and scim_user.organization = ${this.#organization}
        join scim_group on scim_group.id = ${group} where true`)
      .onConflictDoNothing();
  }

  async #requireMembers({ members }: GivenGroup): Promise<void> {
    const [known] = await this.#database
      .select({ total: count() })
      .from(scimUser)
      .where(
        and(
          eq(scimUser.organization, this.#organization),
          sql`id in (select value from json_each(${JSON.stringify(members)}))`,
        ),
      );
    if (known?.total === members.length) return;
    throw new ScimError(400, "members: the organization has no such User.", "invalidValue");
  }

  async #members(id: string): Promise<string[]> {
    const rows = await this.#database
      .select({ id: scimGroupMember.scimUserId })
      .from(scimGroupMember)
      .where(eq(scimGroupMember.groupId, id));
    return rows.map((row) => row.id);
  }

  #named({ displayName }: GivenGroup) {
    return this.#database
      .select()
      .from(scimGroup)
      .where(this.#own(eq(scimGroup.nameKey, displayName.toLowerCase())));
  }

  async #known(id: string): Promise<Row> {
    const rows = await this.#database
      .select()
      .from(scimGroup)
      .where(this.#own(eq(scimGroup.id, id)));
    return onlyOne(rows, "Group", id);
  }

  #own(where: SQL | undefined) {
    return and(eq(scimGroup.organization, this.#organization), where);
  }

  async #resource(row: Row): Promise<GroupResource> {
    return onlyOne(await this.#resources([row]), "Group", row.id);
  }

  async #resources(rows: readonly Row[]): Promise<GroupResource[]> {
    const ids = JSON.stringify(rows.map((row) => row.id));
    const members = await this.#database
      .select({
        ...{ of: scimGroupMember.groupId, value: scimUser.id, display: scimUser.userName },
      })
      .from(scimGroupMember)
      .innerJoin(scimUser, eq(scimUser.id, scimGroupMember.scimUserId))
      .where(sql`${scimGroupMember.groupId} in (select value from json_each(${ids}))`)
      .orderBy(scimUser.userName);
    return rows.map((row) => ({
      ...commonAttributes("Group", GROUP_SCHEMA, row, this.#deps.publicUrl),
      displayName: row.displayName,
      members: referencesOf(row.id, members),
    }));
  }
}

export interface GroupResource extends CommonAttributes {
  readonly displayName: string;
  readonly members: readonly { readonly value: string; readonly display: string }[];
}

type Statement = Parameters<Database["batch"]>[0][number];

function filterOf({ attribute, value }: EqualFilter): SQL {
  if (attribute === "displayname") return eq(scimGroup.nameKey, value.toLowerCase());
  return attribute === "externalid" ? eq(scimGroup.externalId, value) : eq(scimGroup.id, value);
}

const nameTaken = ({ displayName }: GivenGroup) =>
  new ScimError(409, `There is a group ${displayName} already.`, "uniqueness");
