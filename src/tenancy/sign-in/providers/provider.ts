/** Providers that sign people in, such as Google. The deployment's configuration defines them. */
import type { ProviderId } from "../../../protocol/people/sign-in.ts";

interface Client {
  readonly id: ProviderId;
  /** Name on the button, such as "Google". */
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A provider that supports OpenID Connect with discovery. */
export interface OidcProvider extends Client {
  readonly kind: "oidc";
  readonly issuer: string;
}

/** A provider that supports OAuth 2.0 only; the provider's API returns the person. */
export interface GithubProvider extends Client {
  readonly kind: "github";
  /** "https://github.com", or the URL of an enterprise server. */
  readonly url: string;
}

export type SignInProvider = OidcProvider | GithubProvider;

/** A provider's data about a person. */
export interface ProviderPerson {
  /** The provider's id of the person, which never changes. */
  readonly subject: string;
  /** E-mail address in lower case; null if the provider gives no address. */
  readonly email: string | null;
  /** Whether the provider has verified the address. */
  readonly isVerified: boolean;
  readonly name: string | null;
}
