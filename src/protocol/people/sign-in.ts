/** Sign-in methods other than a password: providers, authenticator apps and passkeys. */

export const PROVIDER_IDS = ["google", "github", "oidc"] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** The methods that the sign-in page offers. */
export interface SignInMethods {
  /** Providers configured in the installation. */
  readonly providers: readonly { readonly id: ProviderId; readonly name: string }[];
}

/** Why a sign-in through a provider failed. The reason appears in the sign-in page's URL. */
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

/** Why a provider was not linked. The reason appears in the account page's URL. */
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

/** The person's authenticator app, for the account page. */
export interface SecondFactor {
  /** When the app was switched on (ISO 8601); null if sign-ins need no code. */
  readonly since: string | null;
  /** Number of unused recovery codes. */
  readonly recoveryCodes: number;
  /** Number of browsers in which sign-ins now need no code. */
  readonly trustedBrowsers: number;
}

/**
 * The person's second factor. While `requiredBy` has elements, the person can open only the account
 * page.
 */
export interface OwnSecondFactor extends SecondFactor {
  /**
   * Organizations that require a second factor. The list is empty if the person has proved a second
   * factor in this browser.
   */
  readonly requiredBy: readonly { readonly id: string; readonly name: string }[];
}

/** A secret to enter into an authenticator app, shown only once. */
export interface AppKey {
  /** The secret in Base32, for people to type. */
  readonly key: string;
  /** The URL for a QR code. */
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

/** A browser's answer to a challenge, in base64url. */
export interface PasskeyAnswer {
  readonly id: string;
  readonly rawId: string;
  readonly response: {
    readonly clientDataJSON: string;
    /** Present only when a passkey is created. */
    readonly attestationObject?: string | undefined;
    readonly transports?: readonly string[] | undefined;
    /** Present only when a person signs in. */
    readonly authenticatorData?: string | undefined;
    readonly signature?: string | undefined;
  };
}

/** The person's password and linked providers. Passkeys have their own endpoint. */
export interface WaysToSignIn {
  readonly hasPassword: boolean;
  readonly providers: readonly {
    readonly id: string;
    readonly provider: string;
    readonly since: string;
  }[];
}
