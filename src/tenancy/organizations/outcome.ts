import type { Result } from "../../protocol/result.ts";

export type Refusal =
  /** The organization does not exist, or the person is not a member. */
  | "unknown_organization"
  | "not_allowed"
  | "unknown_member"
  | "unknown_project"
  /** An owner has the same role in every project. */
  | "owner_everywhere"
  /** The change would leave the organization without an owner. */
  | "last_owner"
  | "already_member"
  | "slug_taken"
  /**
   * The invitation was accepted, declined, cancelled or replaced, or its sender is no longer
   * allowed to give the role.
   */
  | "unknown_invitation"
  | "invitation_expired"
  | "invitation_of_other"
  | "too_many_organizations"
  /** The future owner already owns too many organizations. */
  | "member_owns_too_many"
  | "too_many_members"
  | "too_many_invitations";

export type OrganizationResult<Value> = Result<Value, Refusal>;
