/** E-mails about an account. Times are in UTC, because the reader's time zone is unknown. */
import { chosenName, layOut } from "../layout.ts";
import type { LetterText } from "../letter.ts";

const NOT_YOU = "If this was not you, you can ignore this letter: nothing changes.";

/**
 * Returns the URL of a page with the token after `#`. Browsers do not send this part of a URL to
 * servers, so no server logs the token.
 */
export const pageLink = (publicUrl: string, page: string, token: string): string =>
  `${publicUrl.replace(/\/$/, "")}/${page}#${token}`;

export const verificationLetter = (url: string): LetterText =>
  layOut({
    subject: "Confirm your e-mail address",
    paragraphs: [
      "Somebody created a MemTrace account with this address. Confirm that it is yours.",
    ],
    button: { label: "Confirm the address", url },
    closing: `The link works for 24 hours. ${NOT_YOU}`,
  });

/**
 * Sent if somebody signs up with an address that already has an account. The sign-up page answers
 * as if the address were new. So only the owner of the address learns that the account exists.
 */
export const alreadyRegisteredLetter = (links: { signIn: string; forgot: string }): LetterText =>
  layOut({
    subject: "You already have a MemTrace account",
    paragraphs: [
      "Somebody tried to create a MemTrace account with this address. It already has one, which has not changed.",
      `If you forgot your password, choose a new one at ${links.forgot}`,
    ],
    button: { label: "Sign in", url: links.signIn },
    closing: NOT_YOU,
  });

export const passwordResetLetter = (url: string): LetterText =>
  layOut({
    subject: "Choose a new password",
    paragraphs: [
      "Somebody asked for a new password for your MemTrace account. Choosing one ends all sign-ins of the account.",
    ],
    button: { label: "Choose a new password", url },
    closing: `The link works once, for an hour. ${NOT_YOU}`,
  });

export const passwordChangedLetter = (forgotUrl: string): LetterText =>
  layOut({
    subject: "Your password was changed",
    paragraphs: ["The password of your MemTrace account was changed."],
    closing: `If this was not you, choose a new password at ${forgotUrl} at once.`,
  });

/** Sent to the new address. */
export const addressChangeLetter = (url: string): LetterText =>
  layOut({
    subject: "Confirm your new e-mail address",
    paragraphs: [
      "Somebody wants to use this address for their MemTrace account. Confirm that it is yours.",
    ],
    button: { label: "Use this address", url },
    closing: `The link works once, for an hour. ${NOT_YOU}`,
  });

/** Sent to the account's previous address. */
export const addressChangedLetter = (newAddress: string): LetterText =>
  layOut({
    subject: "Your account has another e-mail address",
    paragraphs: [
      "The address of your MemTrace account was changed. You sign in with the new address from now on.",
    ],
    facts: [["New address", newAddress]],
    closing:
      "If this was not you, ask the people who run this installation to give the account back to you.",
  });

export interface SignInPlace {
  /** For example `Firefox on Linux`. */
  readonly device: string;
  readonly network: string;
  readonly at: number;
}

export const newDeviceLetter = ({ device, network, at }: SignInPlace, forgotUrl: string) =>
  layOut({
    subject: "New sign-in to your account",
    paragraphs: ["Somebody signed in to your MemTrace account from a device that is new to it."],
    facts: [
      ["Time", `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`],
      ["Device", device],
      ["Network", network],
    ],
    closing: `If this was you, there is nothing to do. If not, choose a new password at ${forgotUrl}, which ends all sign-ins.`,
  });

/**
 * Sent to every owner when an owner signs in with a password instead of the organization's identity
 * provider. This way to sign in is only for emergencies.
 */
export const withoutSsoLetter = (
  signIn: { readonly name: string; readonly email: string; readonly at: number },
  organization: string,
) =>
  layOut({
    subject: `Sign-in without SSO at ${organization}`,
    paragraphs: [
      `An owner of ${organization} signed in with a password, although the organization enforces its own sign-in.`,
    ],
    facts: [
      ["Owner", `${signIn.name} (${signIn.email})`],
      ["Time", `${new Date(signIn.at).toISOString().slice(0, 16).replace("T", " ")} UTC`],
    ],
    closing:
      "If you did not expect this, end that person's sign-ins and look at the audit log of the organization.",
  });

export const secondFactorLetter = (isOn: boolean, forgotUrl: string): LetterText =>
  layOut({
    subject: isOn ? "Two-factor sign-in is on" : "Two-factor sign-in is off",
    paragraphs: [
      isOn
        ? "Signing in to your MemTrace account now needs a code of your authenticator app."
        : "Signing in to your MemTrace account needs no code any more: the authenticator app was removed.",
    ],
    closing: `If this was not you, choose a new password at ${forgotUrl} at once, and look at your account page.`,
  });

export const passkeyLetter = (isAdded: boolean, name: string, forgotUrl: string): LetterText =>
  layOut({
    subject: isAdded ? "A passkey was added to your account" : "A passkey was removed",
    paragraphs: [
      isAdded
        ? "A passkey was added to your MemTrace account. It signs in without a password."
        : "A passkey was removed from your MemTrace account. It signs nobody in any more.",
    ],
    facts: [["Passkey", name]],
    closing: `If this was not you, choose a new password at ${forgotUrl} at once, and look at your account page.`,
  });

/** @param organizations names of organizations that were deleted with the account */
export const accountDeletedLetter = (organizations: readonly string[]): LetterText =>
  layOut({
    subject: "Your account was deleted",
    paragraphs: [
      "Your MemTrace account was deleted, with your name and address, your ways to sign in, your sign-ins, memberships and roles, and all letters to you. The API keys that you made were revoked.",
      ...organizations.map(
        (name) =>
          `The organization “${chosenName(name)}” was deleted too: nobody else belonged to it.`,
      ),
      "Labels and comments that you wrote stay with their projects, without your name. Audit logs of organizations keep their entries until their retention ends.",
    ],
    closing: "If this was not you, tell the people who run this installation.",
  });
