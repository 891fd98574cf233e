/**
 * Returns the URL of an invitation. It also contains the id of the organization. If the person
 * opens the URL after accepting, the service does not return the invitation any more. The page can
 * then still find the organization, and says that the person is already a member.
 */
export const invitationLink = (organization: string, invitation: string): string =>
  `${window.location.origin}${invitationPath(organization, invitation)}`;

export const invitationPath = (organization: string, invitation: string): string =>
  `/join/${encodeURIComponent(organization)}/${encodeURIComponent(invitation)}`;
