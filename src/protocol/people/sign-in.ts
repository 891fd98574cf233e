/** The ways to sign in beside a password. */

export const PROVIDER_IDS = ["google", "github", "oidc"] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** What the sign-in page offers. */
export interface SignInMethods {
  /** Providers that the installation is set up for. */
  readonly providers: readonly { readonly id: ProviderId; readonly name: string }[];
}

/** Why a sign-in at a provider ended without one; in the address of the sign-in page. */
export const PROVIDER_FAILURES = [
  "refused",
  "provider_failed",
  "step_ended",
  "no_address",
  "address_unverified",
  "account_unconfirmed",
  "sso_required",
] as const;
export type ProviderFailure = (typeof PROVIDER_FAILURES)[number];

/** Why a provider was not linked; in the address of the account page. */
export const LINK_FAILURES = [
  "refused",
  "provider_failed",
  "step_ended",
  "linked_already",
  "linked_to_other",
] as const;
export type LinkFailure = (typeof LINK_FAILURES)[number];

/** A sign-in needs a code if the person has set up an authenticator app. */
export interface SignInAnswer {
  readonly needsCode: boolean;
}

/** What the account page shows of the person's authenticator app. */
export interface SecondFactor {
  /** ISO 8601; null if sign-ins ask for no code. */
  readonly since: string | null;
  /** Recovery codes that were not used. */
  readonly recoveryCodes: number;
  /** Browsers in which sign-ins ask for no code for now. */
  readonly trustedBrowsers: number;
}

/** Also says why the person can open only their account page. */
export interface OwnSecondFactor extends SecondFactor {
  /** The organizations that require a second factor which this browser has not given. */
  readonly requiredBy: readonly { readonly id: string; readonly name: string }[];
}

/** A key to enter into an authenticator app. Shown once. */
export interface AppKey {
  /** In Base32, for people. */
  readonly key: string;
  /** For a QR code. */
  readonly address: string;
}

export interface RecoveryCodes {
  readonly codes: readonly string[];
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** What a browser answers to a challenge, in base64url. */
export interface PasskeyAnswer {
  readonly id: string;
  readonly rawId: string;
  readonly response: {
    readonly clientDataJSON: string;
    /** Of a new passkey. */
    readonly attestationObject?: string | undefined;
    readonly transports?: readonly string[] | undefined;
    /** Of a sign-in. */
    readonly authenticatorData?: string | undefined;
    readonly signature?: string | undefined;
  };
}

/** How the person can sign in, beside passkeys. */
export interface WaysToSignIn {
  readonly hasPassword: boolean;
  readonly providers: readonly {
    readonly id: string;
    readonly provider: string;
    readonly since: string;
  }[];
}
