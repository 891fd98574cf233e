import type { SSO_ENDPOINTS } from "../../protocol/people/sso-endpoints.ts";
import type { PeopleAudit } from "./people-audit.ts";

type Change = Extract<keyof typeof SSO_ENDPOINTS, `POST ${string}`>;

const of = "organizationId" as const;

export const SSO_AUDIT: Readonly<Record<Change, PeopleAudit>> = {
  "POST /organization/claim-domain": { action: "domain.claim", of, target: "domain" },
  "POST /organization/check-domain": { action: "domain.check", of, target: "domain" },
  "POST /organization/remove-domain": { action: "domain.remove", of, target: "domain" },
  "POST /organization/set-oidc-connection": {
    ...{ action: "sso.set_oidc", of },
    shown: ["issuer", "clientId"],
  },
  "POST /organization/set-saml-connection": {
    ...{ action: "sso.set_saml", of },
    shown: ["entityId", "signInUrl"],
  },
  "POST /organization/remove-connection": { action: "sso.remove", of },
  "POST /organization/test-connection": { action: "sso.test", of },
  "POST /organization/set-default-role": { action: "sso.set_default_role", of, shown: ["role"] },
  "POST /organization/enforce-sso": { action: "sso.enforce", of, shown: ["isEnforced"] },
  "POST /organization/require-second-factor": {
    ...{ action: "second_factor.require", of, shown: ["isRequired"] },
  },
  "POST /organization/create-scim-token": { action: "scim.create_token", of },
  "POST /organization/revoke-scim-token": { action: "scim.revoke_token", of, target: "id" },
  "POST /organization/set-group-role": {
    ...{ action: "scim.set_group_role", of, target: "group" },
    shown: ["role"],
  },
};
