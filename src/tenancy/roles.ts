/**
 * Scopes of each role in a project. `mayManage` in ../protocol/people/roles.ts says who can manage
 * which roles.
 */
import { type SQL, sql } from "drizzle-orm";
import { ROLES, type Role, SCOPES, type Scope } from "../protocol/people/roles.ts";

const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  member: ["ingest", "read", "label", "write"],
  annotator: ["read", "label"],
  viewer: ["read"],
  guest: [],
};

/** Returns the role's scopes. If the text is not a role, returns an empty list. */
export const roleScopes = (role: string): readonly Scope[] => {
  const known = ROLES.find((one) => one === role);
  return known === undefined ? [] : ROLE_SCOPES[known];
};

/** Of all roles that have this scope, returns the one with the fewest rights. */
export const leastRoleFor = (scope: Scope): Role =>
  ROLES.findLast((role) => ROLE_SCOPES[role].includes(scope)) ?? "owner";

/** SQL for the role's scopes, as a JSON list. */
export function scopesInSql(role: SQL): SQL {
  const cases = ROLES.map((each) => sql`when ${each} then ${JSON.stringify(roleScopes(each))}`);
  return sql`case ${role} ${sql.join(cases, sql` `)} else '[]' end`;
}
