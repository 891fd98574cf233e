/** An organization's single sign-on (SSO): domains, the connection to its provider, and SCIM. */
import type { Role } from "./roles.ts";

/** Roles that a directory group can give to its members. A group cannot make anybody an owner. */
export const GROUP_ROLES = ["admin", "member", "annotator", "viewer", "guest"] as const;
export type GroupRole = (typeof GROUP_ROLES)[number];
/** Roles that a first sign-in can give. Only a person or a group can make somebody an admin. */
export const DEFAULT_ROLES = ["member", "annotator", "viewer", "guest"] as const;
export type DefaultRole = (typeof DEFAULT_ROLES)[number] & Role;

/** Why a sign-in through a provider was refused. Pages have a sentence for each reason. */
export const SSO_PROBLEMS = [
  "unknown_domain",
  "provider_unreachable",
  "provider_refused",
  "request_unknown",
  "wrong_browser",
  "answer_invalid",
  "answer_replayed",
  "address_missing",
  "address_invalid",
  "address_unverified",
  "address_outside_domains",
  "address_taken",
  "other_subject",
  "deactivated",
  "too_many_members",
] as const;
export type SsoProblem = (typeof SSO_PROBLEMS)[number];

export interface OidcConnection {
  readonly kind: "oidc";
  readonly issuer: string;
  readonly clientId: string;
}

export interface SamlConnection {
  readonly kind: "saml";
  readonly entityId: string;
  /** The URL to which the browser sends the request (HTTP-Redirect binding). */
  readonly signInUrl: string;
  /** The provider's certificates, DER in base64. The provider can sign with any of them. */
  readonly certificates: readonly string[];
}

export type StoredConnection = OidcConnection | SamlConnection;

/** A certificate as the settings page shows it. */
export interface ShownCertificate {
  /** SHA-256, in hexadecimal. */
  readonly fingerprint: string;
  readonly validTo: string;
}

export type ShownConnection =
  | OidcConnection
  | (Omit<SamlConnection, "certificates"> & { readonly certificates: readonly ShownCertificate[] });

/** The provider's answer to the last test. */
export interface ConnectionTest {
  readonly at: string;
  readonly problem: SsoProblem | null;
  /** One sentence: what failed, or what the provider stated. */
  readonly detail: string;
  readonly address: string | null;
  readonly name: string | null;
  readonly subject: string | null;
}

export interface ClaimedDomain {
  readonly domain: string;
  readonly recordName: string;
  readonly recordValue: string;
  readonly verifiedAt: string | null;
  readonly checkedAt: string | null;
}

export interface ScimToken {
  readonly id: string;
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface ProvisionedGroup {
  readonly id: string;
  readonly name: string;
  readonly role: GroupRole | null;
  readonly members: number;
}

export interface SignInSettings {
  readonly domains: readonly ClaimedDomain[];
  readonly connection: ShownConnection | null;
  readonly test: ConnectionTest | null;
  readonly defaultRole: DefaultRole;
  readonly isEnforced: boolean;
  readonly requiresSecondFactor: boolean;
  /** URLs that an admin must enter in the settings of the provider. */
  readonly addresses: {
    readonly oidcRedirect: string;
    readonly samlMetadata: string;
    readonly samlAnswers: string;
    readonly scim: string;
  };
  readonly tokens: readonly ScimToken[];
  readonly provisionedPeople: number;
  readonly groups: readonly ProvisionedGroup[];
}
