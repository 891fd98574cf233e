/**
 * Returns the URL that accepts the invitation. The URL also contains the organization: after the
 * invitation has ended, the page can still name it to a member.
 */
export const invitationLink = (organization: string, invitation: string): string =>
  `${window.location.origin}${invitationPath(organization, invitation)}`;

export const invitationPath = (organization: string, invitation: string): string =>
  `/join/${encodeURIComponent(organization)}/${encodeURIComponent(invitation)}`;
