/**
 * These texts say why a sign-in through an organization's provider was refused, and what the person
 * can do.
 */
import type { SsoProblem } from "../../protocol/people/sso.ts";

const ASK = "Ask an admin of your organization to look up the reason in the audit log.";

export const PROBLEM_WORDS: Readonly<Record<SsoProblem, string>> = {
  unknown_domain:
    "No organization has set up sign-in with SSO for this e-mail address. Check the address, or sign in with a password.",
  provider_unreachable: `Your organization's provider does not answer. Try again in a minute. ${ASK}`,
  provider_refused: `Your organization's provider refused the sign-in. ${ASK}`,
  request_unknown: "This sign-in was finished already, or it took too long. Begin a new sign-in.",
  wrong_browser: "The sign-in began in another browser. Begin a new sign-in in this browser.",
  answer_invalid: `The answer of your organization's provider was refused. ${ASK}`,
  answer_replayed:
    "Your provider's answer was used already for an earlier sign-in. Begin a new sign-in.",
  address_missing: `Your organization's provider sent no e-mail address. ${ASK}`,
  address_invalid: `MemTrace cannot use the e-mail address that your organization's provider sent. ${ASK}`,
  address_unverified: `Your organization's provider has not verified your address. ${ASK}`,
  address_outside_domains: `The organization has not verified the domain of your e-mail address. ${ASK}`,
  address_taken: `Your e-mail address changed, and another account already has the new address. ${ASK}`,
  other_subject: `Somebody else of your organization signs in with your address. ${ASK}`,
  deactivated: `Your organization has ended your access. ${ASK}`,
  too_many_members: `Your organization has reached its maximum number of members. ${ASK}`,
};
