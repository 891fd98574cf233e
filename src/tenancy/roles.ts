/**
 * The scopes that a role in an organization gives in its projects. `mayManage` in
 * ../protocol/people.ts says which roles a person may manage.
 */
import { SCOPES, type Scope } from "../protocol/api/api.ts";
import { Role } from "../protocol/people.ts";

const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  member: ["ingest", "read", "write"],
  viewer: ["read"],
};

/** Returns no scopes for any text that is not exactly one role. */
export const roleScopes = (role: string): readonly Scope[] => {
  const known = Role.safeParse(role);
  return known.success ? ROLE_SCOPES[known.data] : [];
};
