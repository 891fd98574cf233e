/** The roles that an organization's groups give to provisioned people. */
import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { member } from "../../database/schema/identity.ts";
import { apiKey } from "../../database/schema/project.ts";
import { GROUP_ROLES } from "../../protocol/people/sso.ts";
import { afterRoles, exceeds, workingKeys } from "../organizations/membership-changes.ts";
import { scopesInSql } from "../roles.ts";

/** SQL for the role that people get at their first sign-in. */
const defaultRoleOf = (organization: string): SQL => sql`coalesce(
  (select default_role from organization_sign_in where organization = ${organization}), 'member')`;

const RANK = sql.join(
  GROUP_ROLES.map((role, rank) => sql`when ${role} then ${sql.raw(`${rank}`)}`),
  sql` `,
);

/**
 * SQL for a provisioned person's role. This is the highest role that the person's groups give. If
 * they give none, it is the default role.
 */
export const roleOfProvisioned = (organization: string, scimUser: SQL): SQL => sql`coalesce(
  (select given.role from scim_group given
    join scim_group_member belonging on belonging.group_id = given.id
    where belonging.scim_user_id = ${scimUser} and given.role is not null
    order by case given.role ${RANK} end limit 1),
  ${defaultRoleOf(organization)})`;

/**
 * Returns statements that give provisioned people the role of their groups. Owners stay owners. If
 * a person's key has more scopes than the person's new role, the key is revoked.
 *
 * @param people SQL that selects the ids of provisioned people
 */
export function applyRoles(database: Database, organization: string, people: SQL, now: number) {
  const accounts = sql`(select user_id from scim_user
    where organization = ${organization} and is_active = 1 and id in (${people}))`;
  const provisioned = sql`(select id from scim_user
    where scim_user.user_id = member.user_id and scim_user.organization = ${organization})`;
  return [
    database
      .update(member)
      .set({ role: roleOfProvisioned(organization, provisioned) })
      .where(sql`organization_id = ${organization} and role <> 'owner' and user_id in ${accounts}`),
    database
      .update(apiKey)
      .set({ revokedAt: now })
      .where(
        and(
          inArray(apiKey.creator, accounts),
          workingKeys(database, organization, now),
          sql`exists (select 1 from member holding
            where holding.user_id = api_key.creator and holding.organization_id = ${organization}
              and ${exceeds(scopesInSql(sql`holding.role`))})
            and not exists (select 1 from project_role own
              where own.project = api_key.project and own.user_id = api_key.creator)`,
        ),
      )
      .returning({ project: apiKey.project }),
    ...afterRoles(database, organization),
  ] as const;
}
