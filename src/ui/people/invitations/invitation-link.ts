/**
 * The URL also names the organization. After the invitation has ended, the invitation's page can
 * still name the organization to a member.
 */
export const invitationLink = (organization: string, invitation: string): string =>
  `${window.location.origin}${invitationPath(organization, invitation)}`;

export const invitationPath = (organization: string, invitation: string): string =>
  `/join/${encodeURIComponent(organization)}/${encodeURIComponent(invitation)}`;
