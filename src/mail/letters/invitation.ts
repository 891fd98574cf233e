import { chosenName, layOut } from "../layout.ts";
import type { LetterText } from "../letter.ts";

export interface InvitationText {
  readonly inviter: string;
  readonly inviterEmail: string;
  readonly organization: string;
  readonly role: string;
  readonly url: string;
}

/**
 * People choose the names of organizations and of themselves. `chosenName` changes these names so
 * that mail programs do not turn a part of a name into a link.
 */
export const invitationLetter = (invitation: InvitationText): LetterText => {
  const organization = chosenName(invitation.organization);
  return layOut({
    subject: `Invitation to ${organization} on MemTrace`,
    paragraphs: [
      `${chosenName(invitation.inviter)} (${invitation.inviterEmail}) invites you to the organization “${organization}” on MemTrace, as ${invitation.role}.`,
    ],
    button: { label: "Open the invitation", url: invitation.url },
    closing:
      "The invitation is for this e-mail address and is open for seven days. If you do not know the sender, ignore this letter.",
  });
};
