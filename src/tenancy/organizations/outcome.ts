import type { Result } from "../../protocol/result.ts";

/** The reasons why a change to an organization is refused. */
export type Refusal =
  /** Also used if it exists but the person is not a member. */
  | "unknown_organization"
  /** The person's role does not allow it. */
  | "not_allowed"
  | "unknown_member"
  /** The organization has no such project. */
  | "unknown_project"
  /** An owner has no other role in a single project. */
  | "owner_everywhere"
  /** An organization must keep an owner. */
  | "last_owner"
  | "already_member"
  | "slug_taken"
  /**
   * It was accepted, declined, cancelled or replaced, or its sender may no longer give the role.
   */
  | "unknown_invitation"
  | "invitation_expired"
  | "invitation_of_other"
  | "too_many_organizations"
  /** The member who would become an owner already owns too many organizations. */
  | "member_owns_too_many"
  | "too_many_members"
  | "too_many_invitations";

export type OrganizationResult<Value> = Result<Value, Refusal>;
