/** The UI's pages load this file in the browser, so it must not import zod. */

export const SCOPES = ["ingest", "read", "label", "write", "admin", "keys"] as const;
export type Scope = (typeof SCOPES)[number];

/** Whether these scopes allow an operation that needs `scope`. `write` includes `label`. */
export const permits = (scopes: readonly Scope[], scope: Scope): boolean =>
  scopes.includes(scope) || (scope === "label" && scopes.includes("write"));

/**
 * Roles in an organization, from most to fewest rights. A guest has access only through roles in
 * single projects.
 */
export const ROLES = ["owner", "admin", "member", "annotator", "viewer", "guest"] as const;
export type Role = (typeof ROLES)[number];

/** Roles in a single project. There, such a role counts instead of the role in the organization. */
export const PROJECT_ROLES = ["admin", "member", "annotator", "viewer"] as const;
export type ProjectRole = (typeof PROJECT_ROLES)[number];

/** Whether a person with the role `actor` can give, change or remove the role `role`. */
export const mayManage = (actor: Role, role: Role): boolean =>
  actor === "owner" || (actor === "admin" && role !== "owner");
