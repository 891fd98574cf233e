/** The endpoints under `/api/auth/organization` for single sign-on (SSO) and SCIM. */
import * as z from "zod";
import { type ConnectionTest, DEFAULT_ROLES, GROUP_ROLES, type SignInSettings } from "./sso.ts";

const Id = z.string().min(1).max(100);
const OfOrganization = z.strictObject({ organizationId: Id });
const Domain = z.string().trim().min(1).max(253);
const OfDomain = OfOrganization.extend({ domain: Domain });
const Url = z.string().trim().min(1).max(2_000);

/** Maximum characters of a provider's metadata: enough for several certificates. */
const MAX_METADATA_CHARS = 50_000;

export const SSO_ENDPOINTS = {
  "GET /organization/sign-in-settings": OfOrganization,
  "POST /organization/claim-domain": OfDomain,
  /**
   * Looks up the domain's TXT record. An existing record verifies the domain. If DNS answers that
   * no record exists, the domain is no longer verified.
   */
  "POST /organization/check-domain": OfDomain,
  "POST /organization/remove-domain": OfDomain,
  "POST /organization/set-oidc-connection": OfOrganization.extend({
    issuer: Url,
    clientId: z.string().trim().min(1).max(500),
    /** If absent, the stored secret stays in use. A changed issuer requires a new secret. */
    clientSecret: z.string().min(1).max(2_000).optional(),
  }),
  /** Requires either the provider's metadata or the three other fields. */
  "POST /organization/set-saml-connection": OfOrganization.extend({
    metadata: z.string().min(1).max(MAX_METADATA_CHARS).optional(),
    entityId: z.string().trim().min(1).max(1_000).optional(),
    signInUrl: Url.optional(),
    /** Certificate as PEM or base64. */
    certificate: z.string().min(1).max(20_000).optional(),
  }),
  "POST /organization/remove-connection": OfOrganization,
  /**
   * Begins a test. Open the returned URL in the browser; the service then stores the provider's
   * answer.
   */
  "POST /organization/test-connection": OfOrganization.extend({
    /** The page to return to. */
    next: z.string().min(1).max(500),
  }),
  "POST /organization/set-default-role": OfOrganization.extend({ role: z.enum(DEFAULT_ROLES) }),
  "POST /organization/enforce-sso": OfOrganization.extend({ isEnforced: z.boolean() }),
  /** If true, members without a second factor can open only their account page. */
  "POST /organization/require-second-factor": OfOrganization.extend({ isRequired: z.boolean() }),
  "POST /organization/create-scim-token": OfOrganization,
  "POST /organization/revoke-scim-token": OfOrganization.extend({ id: Id }),
  /** If `role` is null, the group gives no role. */
  "POST /organization/set-group-role": OfOrganization.extend({
    group: Id,
    role: z.enum(GROUP_ROLES).nullable(),
  }),
} as const satisfies Record<`${"GET" | "POST"} /${string}`, z.ZodType>;

export interface SsoAnswers {
  readonly "GET /organization/sign-in-settings": SignInSettings;
  readonly "POST /organization/claim-domain": SignInSettings;
  readonly "POST /organization/check-domain": SignInSettings;
  readonly "POST /organization/remove-domain": SignInSettings;
  readonly "POST /organization/set-oidc-connection": SignInSettings;
  readonly "POST /organization/set-saml-connection": SignInSettings;
  readonly "POST /organization/remove-connection": SignInSettings;
  /**
   * Returns the URL to open in the browser. If the test already fails before this step, returns the
   * failed test instead.
   */
  readonly "POST /organization/test-connection":
    | { readonly url: string }
    | { readonly test: ConnectionTest };
  readonly "POST /organization/set-default-role": SignInSettings;
  readonly "POST /organization/enforce-sso": SignInSettings;
  readonly "POST /organization/require-second-factor": SignInSettings;
  /** `token` is the new token. No other endpoint returns it, so people can see it only once. */
  readonly "POST /organization/create-scim-token": SignInSettings & { readonly token: string };
  readonly "POST /organization/revoke-scim-token": SignInSettings;
  readonly "POST /organization/set-group-role": SignInSettings;
}
