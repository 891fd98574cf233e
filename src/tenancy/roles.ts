/** What a person's role in an organization allows in its projects. */
import { SCOPES, type Scope } from "../protocol/api.ts";

const ROLE_SCOPES = {
  owner: SCOPES,
  admin: SCOPES,
  member: ["ingest", "read", "write"],
  viewer: ["read"],
} as const satisfies Record<string, readonly Scope[]>;

export type Role = keyof typeof ROLE_SCOPES;

const isRole = (name: string): name is Role => Object.hasOwn(ROLE_SCOPES, name);

/** The union over a comma-separated list of roles; a role that is not known grants nothing. */
export const roleScopes = (roles: string): Scope[] => {
  const granted = new Set(
    roles
      .split(",")
      .filter(isRole)
      .flatMap((role): readonly Scope[] => ROLE_SCOPES[role]),
  );
  return SCOPES.filter((scope) => granted.has(scope));
};
