/**
 * Returns the URL of an invitation. The URL also contains the organization's id, because the
 * service no longer returns an invitation that was accepted. With the id, the page can tell the
 * person that they are already a member.
 */
export const invitationLink = (organization: string, invitation: string): string =>
  `${window.location.origin}${invitationPath(organization, invitation)}`;

export const invitationPath = (organization: string, invitation: string): string =>
  `/join/${encodeURIComponent(organization)}/${encodeURIComponent(invitation)}`;
