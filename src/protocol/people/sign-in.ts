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
] as const;
export type ProviderFailure = (typeof PROVIDER_FAILURES)[number];

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
