import type { PeopleEndpoint } from "../../protocol/people.ts";
import type { PeopleAudit } from "./people-audit.ts";
import { SSO_AUDIT } from "./sso-actions.ts";

type Change = Extract<PeopleEndpoint, `POST ${string}`>;

export const PEOPLE_AUDIT: Readonly<Record<Change, PeopleAudit>> = {
  "POST /sign-up/email": { skipped: "A new account belongs to no organization." },
  "POST /sign-in/email": { skipped: "See record-sign-in.ts: the person is known only afterwards." },
  "POST /sign-in/provider": { skipped: "Nobody is signed in until the provider answers." },
  "POST /sign-in/second-factor": { skipped: "See record-sign-in.ts." },
  "POST /sign-in/passkey/start": { skipped: "Nobody is signed in until the passkey answers." },
  "POST /sign-in/passkey": { skipped: "See record-sign-in.ts." },
  "POST /link-provider": { skipped: "Nothing is linked until the provider answers." },
  "POST /unlink-provider": { action: "account.unlink_provider", of: "person", target: "id" },
  "POST /second-factor/set-up": { action: "second_factor.set_up", of: "person" },
  "POST /second-factor/confirm": { action: "second_factor.switch_on", of: "person" },
  "POST /second-factor/renew-codes": { action: "second_factor.renew_codes", of: "person" },
  "POST /second-factor/switch-off": { action: "second_factor.switch_off", of: "person" },
  "POST /passkeys/start": { skipped: "It changes nothing until the passkey is added." },
  "POST /passkeys/add": { action: "passkey.create", of: "person", shown: ["name"] },
  "POST /passkeys/rename": {
    ...{ action: "passkey.update", of: "person", target: "id" },
    shown: ["name"],
  },
  "POST /passkeys/remove": { action: "passkey.delete", of: "person", target: "id" },
  "POST /connections/allow": { skipped: "See record-connection.ts: the request names the app." },
  "POST /connections/remove": { skipped: "See record-connection.ts: it names the project." },
  "POST /account/delete": { action: "account.delete", of: "person" },
  "POST /sign-out": { action: "sign_in.end", of: "person" },
  "POST /change-password": {
    ...{ action: "account.change_password", of: "person" },
    shown: ["revokeOtherSessions", "removeConnectedApps"],
  },
  "POST /request-password-reset": { skipped: "It changes nothing until its link is used." },
  "POST /reset-password": {
    skipped: "See record-people.ts: the link names the person, who is not signed in.",
  },
  "POST /send-verification-email": { skipped: "It changes nothing until its link is used." },
  "POST /verify-email": {
    skipped: "See record-people.ts: the link names the person, who need not be signed in.",
  },
  "POST /change-email": { action: "account.ask_new_address", of: "person" },
  "POST /update-user": { action: "account.update", of: "person", shown: ["name"] },
  "POST /revoke-session": { action: "sign_in.end", of: "person", target: "id" },
  "POST /revoke-other-sessions": { action: "sign_in.end_others", of: "person" },
  "POST /organization/create": {
    skipped: "See record-people.ts: the organization exists only afterwards.",
  },
  "POST /organization/update": { action: "organization.update", of: "organizationId" },
  "POST /organization/update-member-role": {
    ...{ action: "member.change_role", of: "organizationId", target: "memberId" },
    shown: ["role", "revokeKeys"],
  },
  "POST /organization/set-project-role": {
    ...{ action: "member.set_project_role", of: "organizationId", target: "memberId" },
    shown: ["project", "role", "revokeKeys"],
  },
  "POST /organization/hand-over": {
    ...{ action: "organization.hand_over", of: "organizationId", target: "memberId" },
  },
  "POST /organization/remove-member": {
    ...{ action: "member.remove", of: "organizationId", target: "memberIdOrEmail" },
    shown: ["revokeKeys"],
  },
  "POST /organization/leave": { action: "member.leave", of: "organizationId" },
  "POST /organization/invite-member": {
    ...{ action: "invitation.send", of: "organizationId", target: "email" },
    shown: ["role"],
  },
  "POST /organization/accept-invitation": { action: "invitation.accept", of: "invitationId" },
  "POST /organization/reject-invitation": { action: "invitation.reject", of: "invitationId" },
  "POST /organization/cancel-invitation": { action: "invitation.cancel", of: "invitationId" },
  ...SSO_AUDIT,
};
