/**
 * The URL contains the id of the organization too. After an invitation was accepted, the service no
 * longer returns it. Then the page uses this id to tell the person that they are already a member.
 */
export const invitationLink = (organization: string, invitation: string): string =>
  `${window.location.origin}${invitationPath(organization, invitation)}`;

export const invitationPath = (organization: string, invitation: string): string =>
  `/join/${encodeURIComponent(organization)}/${encodeURIComponent(invitation)}`;
