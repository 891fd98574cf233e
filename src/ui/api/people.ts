import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ProjectRole, Role } from "../../protocol/people/roles.ts";
import { callPeople } from "./request.ts";
import { PAGES } from "./resources.ts";

export const signedInQuery = queryOptions({
  queryKey: ["signed-in"],
  queryFn: () => callPeople("GET /get-session", {}),
  staleTime: 5 * 60_000,
});

export const organizationsQuery = queryOptions({
  queryKey: ["organizations"],
  queryFn: () => callPeople("GET /organization/list", {}),
});

/**
 * The service gives the same answer whether or not an account with this address exists. Otherwise
 * anyone could find out who has an account.
 */
export const signUp = (body: { name: string; email: string; password: string }) =>
  callPeople("POST /sign-up/email", body);

export const signIn = (body: { email: string; password: string }) =>
  callPeople("POST /sign-in/email", body);

export const signOut = () => callPeople("POST /sign-out", {});

export const browsersQuery = queryOptions({
  queryKey: ["signed-in-browsers"],
  queryFn: () => callPeople("GET /list-sessions", {}),
});

export const signOutBrowser = (id: string) => callPeople("POST /revoke-session", { id });

export const signOutOtherBrowsers = () => callPeople("POST /revoke-other-sessions", {});

export const changePassword = (body: {
  currentPassword: string;
  newPassword: string;
  revokeOtherSessions: boolean;
  removeConnectedApps: boolean;
}) => callPeople("POST /change-password", body);

export const createOrganization = (body: { name: string; slug: string }) =>
  callPeople("POST /organization/create", body);

/** Members in the order in which they joined. */
export const membersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["members", organizationId],
    queryFn: async () =>
      (await callPeople("GET /organization/list-members", { organizationId })).members,
  });

/**
 * Lists the member's active keys. If `beyond` is a role, lists only the keys that can do more than
 * this role can. The dialog for a change of roles shows these keys.
 */
export const memberKeysQuery = (organizationId: string, memberId: string, beyond?: Role) =>
  infiniteQueryOptions({
    queryKey: ["member-keys", organizationId, memberId, beyond],
    queryFn: ({ pageParam: cursor }) =>
      callPeople("GET /organization/list-member-keys", {
        ...{ organizationId, memberId },
        ...(beyond === undefined ? {} : { beyond }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
    ...PAGES,
    // Always load this list again. In an outdated list, a new key of the member would be missing.
    staleTime: 0,
    gcTime: 0,
  });

export const changeRole = (body: {
  organizationId: string;
  memberId: string;
  role: Role;
  revokeKeys: boolean;
}) => callPeople("POST /organization/update-member-role", body);

/** Sets the member's role in one project. With null, the role in the organization applies. */
export const setProjectRole = (body: {
  organizationId: string;
  memberId: string;
  project: string;
  role: ProjectRole | null;
  revokeKeys: boolean;
}) => callPeople("POST /organization/set-project-role", body);

export const handOver = (body: { organizationId: string; memberId: string }) =>
  callPeople("POST /organization/hand-over", body);

/**
 * A person who lacks the required second factor cannot open the organization's pages, but can leave
 * the organization.
 */
export const leaveOrganization = (organizationId: string) =>
  callPeople("POST /organization/leave", { organizationId });

export const removeMember = (body: {
  organizationId: string;
  memberIdOrEmail: string;
  revokeKeys: boolean;
}) => callPeople("POST /organization/remove-member", body);

/** Invitations that nobody has accepted yet, newest first. */
export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["invitations", organizationId],
    queryFn: () => callPeople("GET /organization/list-invitations", { organizationId }),
  });

export const invite = (body: { organizationId: string; email: string; role: Role }) =>
  callPeople("POST /organization/invite-member", body);

export const cancelInvitation = (invitationId: string) =>
  callPeople("POST /organization/cancel-invitation", { invitationId });

/** Loads an invitation for the invited person. */
export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: ["invitation", id],
    queryFn: () => callPeople("GET /organization/get-invitation", { id }),
    staleTime: 0,
  });

export const acceptInvitation = (invitationId: string) =>
  callPeople("POST /organization/accept-invitation", { invitationId });

export const declineInvitation = (invitationId: string) =>
  callPeople("POST /organization/reject-invitation", { invitationId });

/** Converts a name to a text for URLs. Appends `random`, so that the text is unique. */
export function slugOf(name: string, random: string): string {
  const words = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return [words.slice(0, 40), random].filter((part) => part !== "").join("-");
}
