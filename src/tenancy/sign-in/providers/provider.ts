/** Providers that sign people in, such as Google. The deployment's configuration defines them. */
import type { ProviderId } from "../../../protocol/people/sign-in.ts";

interface Client {
  readonly id: ProviderId;
  /** Shown on the button, such as "Google". */
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A provider with OpenID Connect and discovery. */
export interface OidcProvider extends Client {
  readonly kind: "oidc";
  readonly issuer: string;
}

/** A provider with only OAuth 2.0. Its API returns the person. */
export interface GithubProvider extends Client {
  readonly kind: "github";
  /** "https://github.com", or the URL of an enterprise server. */
  readonly url: string;
}

export type SignInProvider = OidcProvider | GithubProvider;

export interface ProviderPerson {
  /** The provider's id of the person. It never changes. */
  readonly subject: string;
  /** In lower case. Null if the provider gives no address. */
  readonly email: string | null;
  readonly isVerified: boolean;
  readonly name: string | null;
}
