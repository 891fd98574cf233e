/** The result of a change to an organization. */
export type Refusal =
  /** Also if it exists and the person is not a member. */
  | "unknown_organization"
  /** The person's role does not allow it. */
  | "not_allowed"
  | "unknown_member"
  /** An organization keeps an owner. */
  | "last_owner"
  | "already_member"
  | "slug_taken"
  /** Accepted, declined, cancelled or replaced, or its sender may no longer give its role. */
  | "unknown_invitation"
  | "invitation_expired"
  | "invitation_of_other"
  | "too_many_organizations"
  | "too_many_members"
  | "too_many_invitations";

export type OrganizationResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Refusal };

export const refused = (reason: Refusal) => ({ ok: false, reason }) as const;
