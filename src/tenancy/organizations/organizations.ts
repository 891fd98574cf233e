import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { member, organization } from "../../database/schema/identity.ts";
import { MAX_OWNED_ORGANIZATIONS } from "../../protocol/limits.ts";
import { mayManage, type Role } from "../../protocol/people/roles.ts";
import type { Organization } from "../../protocol/people.ts";
import { failure, success } from "../../protocol/result.ts";
import type { OrganizationResult } from "./outcome.ts";

/** Null if the person is not a member. */
export const roleIn = async (
  database: Database,
  person: string,
  organizationId: string,
): Promise<Role | null> => {
  const [row] = await database
    .select({ role: member.role })
    .from(member)
    .where(and(eq(member.userId, person), eq(member.organizationId, organizationId)));
  return row?.role ?? null;
};

export const mayOwnMore = (person: SQL | string): SQL =>
  sql`((select count(*) from member owned
    where owned.user_id = ${person} and owned.role = 'owner') < ${MAX_OWNED_ORGANIZATIONS})`;

export class Organizations {
  readonly #database: Database;
  readonly #person: string;

  constructor(database: Database, person: string) {
    this.#database = database;
    this.#person = person;
  }

  /** Sorted by name. */
  async list(): Promise<Organization[]> {
    const { id, name, slug } = organization;
    return this.#database
      .select({ id, name, slug, role: member.role })
      .from(organization)
      .innerJoin(member, eq(member.organizationId, organization.id))
      .where(eq(member.userId, this.#person))
      .orderBy(name, id);
  }

  /** The person becomes the owner. */
  async create(
    wanted: { name: string; slug: string },
    now: number,
  ): Promise<OrganizationResult<Organization>> {
    const id = crypto.randomUUID();
    const [created] = await this.#database.batch([
      this.#database
        .insert(organization)
        .select(sql`
          select ${id}, ${wanted.name}, ${wanted.slug}, ${now}
          where ${mayOwnMore(this.#person)}`)
        .onConflictDoNothing()
        .returning({ id: organization.id }),
      this.#database.insert(member).select(sql`
        select ${crypto.randomUUID()}, id, ${this.#person}, 'owner', ${now}
        from organization where id = ${id}`),
    ]);
    if (created.length > 0) return success({ id, ...wanted, role: "owner" });
    const mine = (await this.list()).filter(({ role }) => role === "owner");
    const isFull = mine.length >= MAX_OWNED_ORGANIZATIONS;
    return failure(isFull ? "too_many_organizations" : "slug_taken");
  }

  async rename(id: string, name: string): Promise<OrganizationResult<Organization>> {
    const role = await roleIn(this.#database, this.#person, id);
    if (role === null) return failure("unknown_organization");
    if (!mayManage(role, "admin")) return failure("not_allowed");
    const [row] = await this.#database
      .update(organization)
      .set({ name })
      .where(eq(organization.id, id))
      .returning();
    return row ? success({ id, name, slug: row.slug, role }) : failure("unknown_organization");
  }
}
