/** Sign-in and organizations. */
import { queryOptions } from "@tanstack/react-query";
import type {
  Invitation,
  Member,
  MemberKey,
  Organization,
  OwnInvitation,
  Role,
  SignedInBrowser,
} from "../../protocol/people.ts";
import { request } from "./request.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
interface SignedIn {
  readonly user: Person;
}

const AUTH = "/api/auth";

export const signedInQuery = queryOptions({
  queryKey: ["signed-in"],
  queryFn: () => request<SignedIn | null>("GET", `${AUTH}/get-session`),
  staleTime: 5 * 60_000,
});

export const organizationsQuery = queryOptions({
  queryKey: ["organizations"],
  queryFn: () => request<Organization[]>("GET", `${AUTH}/organization/list`),
});

/** It does not tell whether the address had an account before; signing in does. */
export const signUp = (body: { name: string; email: string; password: string }) =>
  request<unknown>("POST", `${AUTH}/sign-up/email`, { body });

export const signIn = (body: { email: string; password: string }) =>
  request<SignedIn>("POST", `${AUTH}/sign-in/email`, { body });

export const signOut = () => request<unknown>("POST", `${AUTH}/sign-out`, { body: {} });

export const browsersQuery = queryOptions({
  queryKey: ["signed-in-browsers"],
  queryFn: () => request<SignedInBrowser[]>("GET", `${AUTH}/list-sessions`),
});

export const signOutBrowser = (id: string) =>
  request<unknown>("POST", `${AUTH}/revoke-session`, { body: { id } });

export const signOutOtherBrowsers = () =>
  request<unknown>("POST", `${AUTH}/revoke-other-sessions`, { body: {} });

export const changePassword = (body: {
  currentPassword: string;
  newPassword: string;
  revokeOtherSessions: boolean;
}) => request<unknown>("POST", `${AUTH}/change-password`, { body });

export const createOrganization = (body: { name: string; slug: string }) =>
  request<Organization>("POST", `${AUTH}/organization/create`, { body });

/** By the time that they joined. */
export const membersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["members", organizationId],
    queryFn: async () => {
      const query = { organizationId };
      const path = `${AUTH}/organization/list-members`;
      return (await request<{ members: Member[] }>("GET", path, { query })).members;
    },
  });

/** The working keys that a member made. */
export const memberKeysQuery = (organizationId: string, memberId: string) =>
  queryOptions({
    queryKey: ["member-keys", organizationId, memberId],
    queryFn: () =>
      request<MemberKey[]>("GET", `${AUTH}/organization/list-member-keys`, {
        query: { organizationId, memberId },
      }),
    // A decision on keys needs the present list.
    staleTime: 0,
    gcTime: 0,
  });

export const changeRole = (body: { organizationId: string; memberId: string; role: Role }) =>
  request<Member>("POST", `${AUTH}/organization/update-member-role`, { body });

/** Also how somebody leaves. */
export const removeMember = (body: {
  organizationId: string;
  memberIdOrEmail: string;
  revokeKeys: boolean;
}) => request<unknown>("POST", `${AUTH}/organization/remove-member`, { body });

/** Open ones, newest first. */
export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["invitations", organizationId],
    queryFn: () =>
      request<Invitation[]>("GET", `${AUTH}/organization/list-invitations`, {
        query: { organizationId },
      }),
  });

export const invite = (body: { organizationId: string; email: string; role: Role }) =>
  request<Invitation & { readonly id: string }>("POST", `${AUTH}/organization/invite-member`, {
    body,
  });

export const cancelInvitation = (invitationId: string) =>
  request<unknown>("POST", `${AUTH}/organization/cancel-invitation`, { body: { invitationId } });

/** One for the signed-in person. */
export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: ["invitation", id],
    queryFn: () =>
      request<OwnInvitation>("GET", `${AUTH}/organization/get-invitation`, { query: { id } }),
    staleTime: 0,
  });

export const acceptInvitation = (invitationId: string) =>
  request<unknown>("POST", `${AUTH}/organization/accept-invitation`, { body: { invitationId } });

export const declineInvitation = (invitationId: string) =>
  request<unknown>("POST", `${AUTH}/organization/reject-invitation`, { body: { invitationId } });

/** Readable in an address, and unique by its random end. */
export function slugOf(name: string, random: string): string {
  const words = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return [words.slice(0, 40), random].filter((part) => part !== "").join("-");
}
