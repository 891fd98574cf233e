/**
 * The URL contains the organization's id too. The service does not return an invitation that has
 * ended. Then the page finds the organization by its id, and tells a member that they already
 * joined.
 */
export const invitationLink = (organization: string, invitation: string): string =>
  `${window.location.origin}${invitationPath(organization, invitation)}`;

export const invitationPath = (organization: string, invitation: string): string =>
  `/join/${encodeURIComponent(organization)}/${encodeURIComponent(invitation)}`;
